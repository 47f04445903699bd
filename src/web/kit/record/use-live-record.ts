import { useEffect } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { useRecord } from './use-record'

/**
 * The record of a page, kept up to date: when the tab gets the focus, and every twenty seconds while it is visible, its
 * version is compared with the server's; if it differs, the page is refetched and a notice is shown. Unlike an open
 * connection, polling works with proxies, restarts and several server processes. `record` becomes undefined when the
 * record is deleted or leaves the person's scope.
 */
export const useLiveRecord = (area: Area, recordId: string | undefined) => {
  const query = useRecord(area, recordId)
  const isGone = query.error instanceof HttpError && query.error.statusCode === 404
  const record = isGone ? undefined : query.record
  const refresh = useRefresh()
  const id = record?.id
  const version = record?.version
  const title = record && titleOf(area, record)
  useEffect(() => {
    if (id === undefined) return
    let isOver = false
    const compare = async () => {
      if (document.hidden || isEntering()) return
      const params = { id: String(id), _start: '0', _end: '1' }
      const current = await api<AnyRecord[]>('GET', area.name, { params }).catch(() => null)
      if (isOver || current === null || current[0]?.version === version || isEntering()) return
      await refresh()
      if (current.length > 0) notify({ tone: 'info', text: t('kit.show.changed_elsewhere', { title }) })
    }
    const timer = setInterval(compare, interval)
    window.addEventListener('focus', compare)
    document.addEventListener('visibilitychange', compare)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('focus', compare)
      document.removeEventListener('visibilitychange', compare)
    }
  }, [area, id, version, title, refresh])
  return { ...query, record }
}

/**
 * Whether something on the page is being edited, so that it must not be refetched. Elements that adapt to changes of
 * the record themselves are marked with `data-follows` and do not count.
 */
export const isEntering = (): boolean =>
  Array.from(document.querySelectorAll('[role="dialog"]')).some((dialog) => !dialog.querySelector('[data-follows]')) ||
  (document.activeElement?.matches('input:not([type="checkbox"], [type="search"]), textarea, select') === true &&
    !document.activeElement.closest('[data-follows]'))

const interval = 20_000
