import { useEffect, useLayoutEffect } from 'react'
import { t } from '#web/i18n.ts'

/** Sets the document title; the page's own title, set later, overrides its frame's. */
export const usePageTitle = (title: string) => {
  // A page without a title keeps its frame's.
  useEffect(() => {
    if (title.trim()) setTitle(title)
  }, [title])
}

/** The title until the page sets its own. */
export const useFrameTitle = (title: string) => {
  useLayoutEffect(() => setTitle(title), [title])
}

const setTitle = (title: string) => {
  document.title = title ? `${title} · ${t('shell.app')}` : t('shell.app')
}
