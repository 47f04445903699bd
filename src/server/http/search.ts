import type { FastifyInstance } from 'fastify'
import { parseQuery } from '#server/kit/api/asked.ts'
import type { RouteContext } from '#server/kit/api/routes.ts'
import { malformed } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { languageOf } from '#server/texts.ts'
import { type AnyRecord, type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { maxDepth, maxPage } from '#shared/kit/list-query.ts'
import { type Language, textOf } from '#shared/kit/text.ts'

/** A record that a search found, said in the caller's language. */
export interface SearchResult {
  area: string
  id: number
  title: string
  subtitle?: string
  status?: string
  path: string
}

/**
 * `GET /api/search?q=`: records of every area that has a page and that the caller may read, in the caller's scope, by
 * area in the register's order. `counts` says how many each area has. `each` asks for the first of every area (5 unless
 * told); `_start` and `_end` for a page of all; `areas` for records of some areas only, beside the counts of all.
 */
export const searchRoutes = (app: FastifyInstance, { kit, lists }: RouteContext) => {
  const searchable = kit.register.areas.filter((area) => area.path !== undefined && !area.single)

  app.get('/api/search', async (request) => {
    const asked = readQuery(request.query as Record<string, unknown>)
    const language = languageOf(request.headers['accept-language'])
    const areas = searchable.filter(({ name }) => kit.can(request.me.role, name, 'read'))
    if (!isSearchable(asked.q)) return { results: [], counts: [] }
    const counts = await countsOf(areas, asked.q, request.me)
    const results: SearchResult[] = []
    // One area after the other: a search must not take every connection from those who work.
    const wanted = counts.filter(({ area }) => asked.areas?.includes(area.name) ?? true)
    for (const { area, start, end } of windowsOf(wanted, asked)) {
      const rows = await lists.rows(lists.listing(area, request.me, listText(asked.q, start, end)), request.me)
      results.push(...(JSON.parse(rows) as AnyRecord[]).map((record) => foundOf(area, record, language)))
    }
    return { results, counts: counts.map(({ area, count }) => ({ area: area.name, count })) }
  })

  async function countsOf(areas: readonly Area[], q: string, me: Principal) {
    const counts = []
    for (const area of areas) {
      const count = await lists.count(lists.listing(area, me, listText(q, 0, 1)), me)
      if (count > 0) counts.push({ area, count })
    }
    return counts
  }
}

interface Asked {
  q: string
  areas: string[] | undefined
  each: number
  page: { start: number; end: number } | undefined
}

/** Reads the request; 400 with the name of what does not fit. */
const readQuery = (query: Record<string, unknown>): Asked => {
  const { q = '', areas, each = '5', _start = '0', _end } = parseQuery(query, known)
  const numbers = { each, _start, ...(_end === undefined ? {} : { _end }) }
  for (const [name, value] of Object.entries(numbers))
    if (!/^\d{1,9}$/.test(value)) throw malformed(name, textOf('messages.not_a_number'))
  const [start, end] = [Number(_start), Number(_end ?? Number(_start) + 25)]
  if (end < start) throw malformed('_end', textOf('messages.bad_page'))
  if (Math.max(end - start, Number(each)) > maxPage)
    throw malformed('_end', textOf('messages.page_too_large', { max: maxPage }))
  if (end > maxDepth) throw malformed('_start', textOf('messages.page_too_deep', { max: maxDepth }))
  const paged = '_start' in query || '_end' in query
  return { q, areas: areas?.split(','), each: Number(each), page: paged ? { start, end } : undefined }
}

const known = ['q', 'areas', 'each', '_start', '_end'] as const

/** Which rows of which area to read: the first of each, or what of each lies within the page of all together. */
const windowsOf = (counts: readonly { area: Area; count: number }[], { each, page }: Asked) => {
  if (!page) return each > 0 ? counts.map(({ area }) => ({ area, start: 0, end: each })) : []
  let before = 0
  return counts.flatMap(({ area, count }) => {
    const start = Math.max(page.start - before, 0)
    const end = Math.min(page.end - before, count)
    before += count
    return start < end ? [{ area, start, end }] : []
  })
}

/** A single letter would match nearly everything; a single Chinese character is a word. */
const isSearchable = (q: string) => /\p{Script=Han}|[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(q)

const listText = (q: string, start: number, end: number) =>
  new URLSearchParams({ q, _start: String(start), _end: String(end) }).toString()

const foundOf = (area: Area, record: AnyRecord, language: Language): SearchResult => {
  const own = area.titleZh && language === 'zh' ? stringOf(record[area.titleZh]) : ''
  const title = own || stringOf(record[area.title])
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

/** The texts and names that stand first in the area's list, which tell its records apart. */
const subtitleOf = (area: Area, record: AnyRecord, language: Language): string[] =>
  (area.columns ?? Object.keys(area.fields))
    .filter((name) => name !== area.title && name !== area.titleZh)
    .flatMap((name) => {
      const kind = allFields(area)[name]?.kind
      if (kind === 'reference') return referenceTitle(record[titleKey(name)], language)
      return kind === 'text' && !saidOtherwise(name, record, language) ? stringOf(record[name]) : ''
    })
    .filter(Boolean)

/** A name that the record has in the caller's language too. */
const saidOtherwise = (name: string, record: AnyRecord, language: Language) => {
  const other = language === 'zh' ? 'en' : 'zh'
  return name.endsWith(`_${other}`) && stringOf(record[name.replace(/_..$/, `_${language}`)]) !== ''
}

const referenceTitle = (value: unknown, language: Language): string => {
  const { title, title_zh } = (value ?? {}) as { title?: unknown; title_zh?: unknown }
  return (language === 'zh' && stringOf(title_zh)) || stringOf(title)
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')
