import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RouteContext } from '#server/kit/api/area-route.ts'
import { countParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { languageOf } from '#server/texts.ts'
import { type AnyRecord, type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { maxDepth, maxPage } from '#shared/kit/list-query.ts'
import { type Language, textOf } from '#shared/kit/text.ts'

/**
 * `GET /api/search?q=`: records of every area with a page that the caller may read, in the caller's scope and in
 * the order of the register. `counts` has the number per area. `each` limits the records per area (by default 5), or
 * `_start` and `_end` select a page of all; `areas` limits the records to some areas, but not the counts.
 */
export const searchRoutes = (app: FastifyInstance, { kit, lists }: RouteContext) => {
  const searchable = kit.register.areas.filter((area) => area.path !== undefined && !area.single)

  route(
    app,
    {
      method: 'GET',
      url: '/api/search',
      tags: ['Portal'],
      operationId: 'search',
      summary: 'Search the records of all areas',
      query: searchQuery,
      answer: {
        description: 'Records, and their number by area.',
        schema: z.object({
          results: z.array(searchResult),
          counts: z.array(z.object({ area: z.string(), count: z.int() })),
        }),
      },
      refusals: [400, 401],
    },
    async (request, { query }) => {
      const search = { ...query, page: pageOf(query) }
      const language = languageOf(request.headers['accept-language'])
      const areas = searchable.filter(({ name }) => kit.can(request.me.role, name, 'read'))
      if (!isSearchable(search.q)) return { results: [], counts: [] }
      const counts = await countsOf(areas, search.q, request.me)
      const results: SearchResult[] = []
      // Sequential, so that a search does not use all connections.
      const selected = counts.filter(({ area }) => search.areas?.includes(area.name) ?? true)
      for (const { area, start, end } of windowsOf(selected, search)) {
        const rows = await lists.rows(lists.listing(area, request.me, listText(search.q, start, end)), request.me)
        results.push(...(JSON.parse(rows) as AnyRecord[]).map((record) => resultOf(area, record, language)))
      }
      return { results, counts: counts.map(({ area, count }) => ({ area: area.name, count })) }
    },
  )

  async function countsOf(areas: readonly Area[], q: string, me: Principal) {
    const counts = []
    for (const area of areas) {
      const count = await lists.count(lists.listing(area, me, listText(q, 0, 1)), me)
      if (count > 0) counts.push({ area, count })
    }
    return counts
  }
}

const searchQuery = z.strictObject({
  // The list query cuts longer texts.
  q: z.string().default('').meta({ maxLength: 200 }),
  areas: z
    .string()
    .transform((names) => names.split(','))
    .optional()
    .describe('Comma-separated areas that records are limited to.'),
  each: countParam.default(5).meta({ description: 'The number of records per area; by default 5.' }),
  _start: countParam.optional().describe('A page of all records, instead of the first of each area.'),
  _end: countParam.optional(),
})
type SearchQuery = z.output<typeof searchQuery>

const searchResult = z.object({
  area: z.string(),
  id: z.int(),
  title: z.string(),
  subtitle: z.string().optional().describe('What distinguishes it from similar records.'),
  status: z.string().optional(),
  path: z.string().describe('The path of its page.'),
})

/** A search result with texts in the caller's language. */
export type SearchResult = z.output<typeof searchResult>

interface Page {
  start: number
  end: number
}

/** The requested page of all results; undefined if none is requested. Throws 400 if it is too large or too deep. */
const pageOf = ({ each, _start, _end }: SearchQuery): Page | undefined => {
  const start = _start ?? 0
  const end = _end ?? start + 25
  if (end < start) throw malformed('_end', textOf('messages.bad_page'))
  if (Math.max(end - start, each) > maxPage)
    throw malformed('_end', textOf('messages.page_too_large', { max: maxPage }))
  if (end > maxDepth) throw malformed('_start', textOf('messages.page_too_deep', { max: maxDepth }))
  return _start === undefined && _end === undefined ? undefined : { start, end }
}

/** The range of records to read per area: the first of each, or those within the requested page. */
const windowsOf = (
  counts: readonly { area: Area; count: number }[],
  { each, page }: { each: number; page: Page | undefined },
) => {
  if (!page) return each > 0 ? counts.map(({ area }) => ({ area, start: 0, end: each })) : []
  let before = 0
  return counts.flatMap(({ area, count }) => {
    const start = Math.max(page.start - before, 0)
    const end = Math.min(page.end - before, count)
    before += count
    return start < end ? [{ area, start, end }] : []
  })
}

/**
 * Whether a text can be searched: two letters or digits, as one would match nearly everything, or a Chinese character.
 */
const isSearchable = (q: string) => /\p{Script=Han}|[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(q)

const listText = (q: string, start: number, end: number) =>
  new URLSearchParams({ q, _start: String(start), _end: String(end) }).toString()

const resultOf = (area: Area, record: AnyRecord, language: Language): SearchResult => {
  const localTitle = area.titleZh && language === 'zh' ? stringOf(record[area.titleZh]) : ''
  const title = localTitle || stringOf(record[area.title])
  const subtitle = subtitleOf(area, record, language).filter((text) => text !== title)
  return {
    area: area.name,
    id: record.id,
    title: title || `#${record.id}`,
    ...(subtitle.length ? { subtitle: subtitle.slice(0, 2).join(' · ') } : {}),
    ...(record.status ? { status: record.status } : {}),
    path: `${area.path}/${record.id}`,
  }
}

/** The identifying texts at the start of the area's list columns. */
const subtitleOf = (area: Area, record: AnyRecord, language: Language): string[] =>
  (area.columns ?? Object.keys(area.fields))
    .filter((name) => name !== area.title && name !== area.titleZh)
    .flatMap((name) => {
      const kind = allFields(area)[name]?.kind
      if (kind === 'reference') return referenceTitle(record[titleKey(name)], language)
      return kind === 'text' && !isTranslated(name, record, language) ? stringOf(record[name]) : ''
    })
    .filter(Boolean)

/** Whether the record has a name in the caller's language that replaces this one. */
const isTranslated = (name: string, record: AnyRecord, language: Language) => {
  const translation = language === 'zh' ? 'en' : 'zh'
  return name.endsWith(`_${translation}`) && stringOf(record[name.replace(/_..$/, `_${language}`)]) !== ''
}

const referenceTitle = (value: unknown, language: Language): string => {
  const { title, title_zh } = (value ?? {}) as { title?: unknown; title_zh?: unknown }
  return (language === 'zh' && stringOf(title_zh)) || stringOf(title)
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
