import { useEffect } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'

/**
 * Keeps the page of a record up to date: whenever its tab comes to the front, and every twenty seconds while it is in
 * sight, the record's version is compared; if it is another, all that is on show is fetched again and the person told.
 * A version is a few bytes, and asking for it survives proxies, restarts and several processes, as a held connection would not.
 */
export const useLiveRecord = (area: Area, record: AnyRecord | undefined) => {
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
      const found = await api<AnyRecord[]>('GET', area.name, { params }).catch(() => null)
      if (isOver || found === null || found[0]?.version === version || isEntering()) return
      await refresh()
      notify({ tone: 'info', text: t('kit.show.changed_elsewhere', { title }) })
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
}

/** Whether something is being entered that was begun on what is on show now. What follows the record itself (`data-follows`) may stay open. */
export const isEntering = (): boolean =>
  Array.from(document.querySelectorAll('[role="dialog"]')).some((dialog) => !dialog.querySelector('[data-follows]')) ||
  (document.activeElement?.matches('input:not([type="checkbox"], [type="search"]), textarea, select') === true &&
    !document.activeElement.closest('[data-follows]'))

const interval = 20_000
