import { useQuery } from '@tanstack/react-query'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { api } from '#web/providers/http.ts'

/** All versions of a record, newest first; `code` is the field that they have in common. */
export const useVersions = (area: Area, code: string, record: AnyRecord): AnyRecord[] => {
  const { data = [] } = useQuery({
    queryKey: [area.name, 'versions', record[code], record.updated_at],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', area.name, {
        params: { [code]: String(record[code]), _sort: 'version_no', _order: 'desc', _start: '0', _end: '100' },
        signal,
      }),
    placeholderData: (previous) => previous,
  })
  return data
}

/** The id of the version that was made from this one; undefined without one. Throws HttpError. */
export const openVersion = async (area: Area, { id }: AnyRecord): Promise<number | undefined> => {
  const [successor] = await api<AnyRecord[]>('GET', area.name, { params: { predecessor_id: String(id) } })
  return successor?.id
}
