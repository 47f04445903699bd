import { useQuery } from '@tanstack/react-query'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { format, language } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { codeLabel } from './code'

/** A record as others mention it. */
export interface Mention {
  id: number
  title: string
  title_zh?: string | null
}

/** The title of a record beside a reference, in the reader's language. */
export const mentionTitle = (mention: Mention | null | undefined): string =>
  (language() === 'zh' && mention?.title_zh) || mention?.title || ''

/** What stands beside `supplier_id` in a record: `{ id, title }`. */
export const mentionOf = (record: Readonly<Record<string, unknown>>, name: string): Mention | null => {
  const beside = record[titleKey(name)]
  return beside && typeof beside === 'object' && 'title' in beside ? (beside as Mention) : null
}

/** The record's own title, in the reader's language. */
export const titleOf = (area: Area, record: Readonly<Record<string, unknown>>): string => {
  const title = record[area.title]
  const field = allFields(area)[area.title]
  const own = field?.kind === 'country' ? codeLabel('country', title) : title
  const said = String((language() === 'zh' && area.titleZh && record[area.titleZh]) || own || `#${record.id}`)
  return field?.options.readOnly ? withDay(said) : said
}

/** A title that the portal puts together, with a day at its end, says it as every day is said; a number that somebody gave stays. */
const withDay = (title: string) => title.replace(/\d{4}-\d\d-\d\d$/, (day) => format.date(day))

/** Titles of records by id, for places that know only ids (filters in an address, history); absent ones are left out. */
export const useTitles = (area: Area | undefined, ids: readonly (string | number)[]) => {
  const wanted = [...new Set(ids.map(String))].sort().slice(0, 100)
  const { data } = useQuery({
    queryKey: ['titles', area?.name, wanted],
    queryFn: ({ signal }) =>
      api<Record<string, unknown>[]>('GET', area?.name ?? '', {
        params: [...wanted.map((id): [string, string] => ['id', id]), ['_start', '0'], ['_end', '100']],
        signal,
      }),
    enabled: area !== undefined && wanted.length > 0,
    staleTime: 60_000,
  })
  return new Map(area && data ? data.map((record) => [String(record.id), titleOf(area, record)]) : [])
}
