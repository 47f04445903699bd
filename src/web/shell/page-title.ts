import { useEffect, useLayoutEffect } from 'react'
import { t } from '#web/i18n.ts'

/** Names the page in the browser's tab and history; the page's own, later word wins over its frame's. */
export const usePageTitle = (title: string) => {
  // A page that has no name yet keeps its frame's.
  useEffect(() => {
    if (title.trim()) setTitle(title)
  }, [title])
}

/** What the page is called until it says so itself. */
export const useFrameTitle = (title: string) => {
  useLayoutEffect(() => setTitle(title), [title])
}

const setTitle = (title: string) => {
  document.title = title ? `${title} · ${t('shell.app')}` : t('shell.app')
}
