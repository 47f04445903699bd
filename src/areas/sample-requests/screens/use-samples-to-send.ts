import { useQueries, useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api } from '#web/providers/http.ts'
import { sampleRequests as area } from '../area'

/** The requests that a parcel may contain, and the full records of the chosen ones. */
export const useSamplesToSend = (chosenIds: readonly number[]) => {
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'to send'],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', area.name, {
        params: {
          ...{ status_in: 'acknowledged,in_making,part_dispatched,received', has_unsent: 'true' },
          ...{ _sort: 'due_date', _start: '0', _end: '100' },
        },
        signal,
      }),
  })
  const records = useQueries({
    queries: chosenIds.map((id) => ({
      queryKey: [area.name, 'to send', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api<AnyRecord>('GET', `${area.name}/${id}`, { signal }),
      retry: false,
    })),
  })
  const loaded = new Map(records.flatMap(({ data: record }) => (record ? [[record.id, record] as const] : [])))
  // The requests that are due first, followed by other chosen requests that can be sent.
  const requests = data && [
    ...data,
    ...[...loaded.values()].filter((record) => mayBeSent(record) && !data.some(({ id }) => id === record.id)),
  ]
  const chosenRequests = (requests ?? []).filter(({ id }) => chosenIds.includes(id))
  const samples = chosenRequests.flatMap(({ id }) => loaded.get(id) ?? [])
  return {
    error,
    refetch,
    /** Undefined until the list is loaded. */
    requests,
    loaded,
    /** The records of the chosen requests, in the order of the list. */
    samples,
    /** Whether all chosen records are loaded. */
    isRead: samples.length === chosenRequests.length && !records.some(({ isLoading }) => isLoading),
  }
}

const mayBeSent = ({ moves }: AnyRecord) =>
  (moves as OpenRecord['moves'])?.some(({ name, allowed }) => name === 'dispatch' && allowed)
