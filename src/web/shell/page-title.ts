import { useEffect, useLayoutEffect } from 'react'
import { t } from '#web/i18n.ts'

/** Sets the document title. The title of the page, which is set later, overrides that of its frame. */
export const usePageTitle = (title: string) => {
  // A page without a title keeps that of its frame.
  useEffect(() => {
    if (title.trim()) setTitle(title)
  }, [title])
}

/** Sets the document title until the page sets its own. */
export const useFrameTitle = (title: string) => {
  useLayoutEffect(() => setTitle(title), [title])
}

const setTitle = (title: string) => {
  document.title = title ? `${title} · ${t('shell.app')}` : t('shell.app')
}
