import { useQuery } from '@tanstack/react-query'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { format, language } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { loadBodies } from '#web/register.ts'
import { codeLabel } from './code'

/** A referenced record as it is embedded in other records. */
export interface Mention {
  id: number
  title: string
  title_zh?: string | null
}

/** The title of a referenced record, in the reader's language. */
export const mentionTitle = (mention: Mention | null | undefined): string =>
  (language() === 'zh' && mention?.title_zh) || mention?.title || ''

/** The embedded record (`{ id, title }`) next to a reference such as `supplier_id`; null without one. */
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

/** Formats the ISO date at the end of a composed title; other titles are returned unchanged. */
const withDay = (title: string) => title.replace(/\d{4}-\d\d-\d\d$/, (day) => format.date(day))

/** Fetches the titles of records by id, for filters in an address and for the history. Unknown ids are left out. */
export const useTitles = (area: Area | undefined, ids: readonly (string | number)[]) => {
  const uniqueIds = [...new Set(ids.map(String))].sort().slice(0, 100)
  const { data } = useQuery({
    queryKey: ['titles', area?.name, uniqueIds],
    queryFn: async ({ signal }) => {
      const params: [string, string][] = [
        ...uniqueIds.map((id): [string, string] => ['id', id]),
        ['_start', '0'],
        ['_end', '100'],
      ]
      // The first page of a list has loaded the fields of its own area only.
      const [records] = await Promise.all([
        api<Record<string, unknown>[]>('GET', area?.name ?? '', { params, signal }),
        loadBodies(),
      ])
      return records
    },
    enabled: area !== undefined && uniqueIds.length > 0,
    staleTime: 60_000,
  })
  return new Map(area && data ? data.map((record) => [String(record.id), titleOf(area, record)]) : [])
}
