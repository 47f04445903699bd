import { type HttpError, useKeys, useLogList } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Area } from '#shared/kit/area.ts'

/** The history of a record, latest first. A new `version` refetches it. */
export const useHistory = (area: Area, id: unknown, version?: unknown) =>
  useLogList<HistoryEntry[], HttpError>({
    resource: area.name,
    meta: { id, ...(version === undefined ? {} : { version }) },
  })

/**
 * Returns a function that refetches the histories of an area's records, after a write that did not go through Refine.
 */
export const useRefreshHistory = (area: Area) => {
  const client = useQueryClient()
  const { keys } = useKeys()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys().audit().resource(area.name).get() }),
    [client, keys, area],
  )
}

export interface HistoryEntry {
  id: number
  at: string
  /** `id` is null for the portal itself; `title` is empty for people of another supplier. */
  actor: { id: number | null; title: string }
  /** The area of the record that was moved, if it is not the document's. */
  area?: string
  action: string
  from_status: string | null
  to_status: string | null
  comment: string | null
  changes: HistoryChange[]
}

export interface HistoryChange {
  area?: string
  label?: string
  field: string
  old: unknown
  new: unknown
}
