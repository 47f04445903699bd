import { useQuery } from '@tanstack/react-query'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { format, language } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { loadBodies } from '#web/register.ts'
import { codeLabel } from './code'

/** A record as others mention it. */
export interface Mention {
  id: number
  title: string
  title_zh?: string | null
}

/** The title of a referenced record, in the reader's language. */
export const mentionTitle = (mention: Mention | null | undefined): string =>
  (language() === 'zh' && mention?.title_zh) || mention?.title || ''

/** The title object next to a reference such as `supplier_id`: `{ id, title }`. */
export const mentionOf = (record: Readonly<Record<string, unknown>>, name: string): Mention | null => {
  const mention = record[titleKey(name)]
  return mention && typeof mention === 'object' && 'title' in mention ? (mention as Mention) : null
}

/** The title of a record, in the reader's language. */
export const titleOf = (area: Area, record: Readonly<Record<string, unknown>>): string => {
  const title = record[area.title]
  const field = allFields(area)[area.title]
  const fallback = field?.kind === 'country' ? codeLabel('country', title) : title
  const shownTitle = String(
    (language() === 'zh' && area.titleZh && record[area.titleZh]) || fallback || `#${record.id}`,
  )
  return field?.options.readOnly ? withDay(shownTitle) : shownTitle
}

/** Formats the date at the end of a title that the portal composed; entered titles stay unchanged. */
const withDay = (title: string) => title.replace(/\d{4}-\d\d-\d\d$/, (day) => format.date(day))

/** Titles of records by id, where only ids are known (filters in an address, history); unknown ones are left out. */
export const useTitles = (area: Area | undefined, ids: readonly (string | number)[]) => {
  const wanted = [...new Set(ids.map(String))].sort().slice(0, 100)
  const { data } = useQuery({
    queryKey: ['titles', area?.name, wanted],
    queryFn: async ({ signal }) => {
      const params: [string, string][] = [
        ...wanted.map((id): [string, string] => ['id', id]),
        ['_start', '0'],
        ['_end', '100'],
      ]
      // A list knows the fields of its own area alone.
      const [records] = await Promise.all([
        api<Record<string, unknown>[]>('GET', area?.name ?? '', { params, signal }),
        loadBodies(),
      ])
      return records
    },
    enabled: area !== undefined && wanted.length > 0,
    staleTime: 60_000,
  })
  return new Map(area && data ? data.map((record) => [String(record.id), titleOf(area, record)]) : [])
}
