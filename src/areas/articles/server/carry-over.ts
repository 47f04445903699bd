import { conflict, invalid } from '#server/kit/errors.ts'
import type { Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { columnsOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import { articles } from '../area'
import { type Colourway, colourwaysOf } from '../rules'

/**
 * Offers an article in an additional season: either the same article with another season, or a new article that refers
 * to its origin.
 */
export const carryOver: MoveHooks = {
  effect: async (work, article, _change, inputs) => {
    const season = await readSeason(work, Number(inputs.season_id))
    if (inputs.as === 'new') return makeNew(work, article, season, inputs)
    const seasons = (article.seasons ?? []) as Doc[]
    if (article.season_id === season.id || seasons.some(({ season_id }) => season_id === season.id))
      throw invalid({ season_id: [textOf('messages.articles.has_season', { season: season.code })] })
    article.seasons = [...seasons, { season_id: season.id, season_code: season.code }]
  },
}

/** Sets the origin of an article created by carrying over. */
export const rememberOrigin = (work: Work, changes: readonly Change[]) => {
  const origin = origins.get(work)
  if (origin !== undefined) for (const { before, after } of changes) if (!before) after.carried_from_id = origin
}
const origins = new WeakMap<Work, number>()

/** Stores the code of additional seasons, which the article's history shows. */
export const nameSeasons = async (work: Work, changes: readonly Change[]) => {
  const rows = changes.flatMap(({ after }) =>
    ((after.seasons ?? []) as Doc[]).filter(({ season_code }) => !season_code),
  )
  if (rows.length === 0) return
  const seasons = await work.tx.query<Season>(
    'select id, code, status, archived_at is not null as archived from seasons where id = any($1::bigint[])',
    [rows.map(({ season_id }) => season_id)],
    'article_season_codes',
  )
  const codes = new Map(seasons.map(({ id, code }) => [id, code]))
  for (const row of rows) row.season_code = codes.get(Number(row.season_id)) ?? null
}

interface Season {
  id: number
  code: string
  status: string
  archived: boolean
}

const readSeason = async ({ tx }: Work, id: number): Promise<Season> => {
  const [season] = await tx.query<Season>(
    'select id, code, status, archived_at is not null as archived from seasons where id = $1',
    [id],
    'article_carry_season',
  )
  if (!season || season.archived) throw invalid({ season_id: [textOf('validation.no_such_record')] })
  if (season.status !== 'planning' && season.status !== 'open')
    throw invalid({ season_id: [textOf('messages.articles.season_over', { season: season.code })] })
  return season
}

/** Creates the new article on behalf of the caller; repeated requests create at most one per season. */
const makeNew = async (work: Work, article: Doc, season: Season, inputs: Record<string, unknown>) => {
  const [existing] = await work.tx.query<{ article_no: string }>(
    'select article_no from articles where carried_from_id = $1 and season_id = $2 and archived_at is null',
    [article.id, season.id],
    'article_carried',
  )
  if (existing)
    throw conflict('carried_over', textOf('messages.articles.carried_already', { ...existing, season: season.code }))
  const article_no = inputs.new_article_no || `${article.article_no}-${season.code}`
  const making: Work = { ...work, action: 'create', onSent: undefined }
  origins.set(making, Number(article.id))
  const colours = colourwaysOf(article) as MadeColourway[]
  const usable = await readUsable(work, colours)
  await work.kit.repository(articles.name).create(making, [
    {
      ...pick(article, Object.keys(articles.fields)),
      article_no,
      season_id: season.id,
      colourways:
        inputs.keep === 'nothing' ? [] : colours.map((colourway) => carriedColourway(colourway, inputs.keep, usable)),
    },
  ])
}

/** A colourway with its composition. */
type MadeColourway = Colourway & {
  yarn_id: number | null
  fibres: { component: string; fibre_id: number; pct: string; recycled: boolean; organic: boolean }[]
}

/** The yarns and fibres of these colourways that are still active. */
const readUsable = async ({ tx }: Work, colours: readonly MadeColourway[]) => {
  const [row] = await tx.query<{ yarns: number[]; fibres: number[] }>(
    `select
       (select coalesce(json_agg(id), '[]') from yarns
        where id = any($1::bigint[]) and status = 'active' and archived_at is null) as yarns,
       (select coalesce(json_agg(id), '[]') from fibres
        where id = any($2::bigint[]) and status = 'active' and archived_at is null) as fibres`,
    [
      colours.flatMap(({ yarn_id }) => yarn_id ?? []),
      colours.flatMap(({ fibres }) => fibres.map(({ fibre_id }) => fibre_id)),
    ],
    'article_carried_materials',
  )
  return { yarns: new Set(row?.yarns), fibres: new Set(row?.fibres) }
}

/**
 * Copies a colourway with its sizes, and with its composition if all of its fibres are still active. SKUs get new codes
 * and no GTIN, which belongs to the original.
 */
const carriedColourway = (
  colourway: MadeColourway,
  copiedParts: unknown,
  usable: Awaited<ReturnType<typeof readUsable>>,
) => ({
  ...pick(colourway, ['code', 'name_en', 'name_zh', 'pantone_ref', 'active']),
  yarn_id: usable.yarns.has(colourway.yarn_id ?? 0) ? colourway.yarn_id : null,
  fibres: colourway.fibres.every(({ fibre_id }) => usable.fibres.has(fibre_id))
    ? colourway.fibres.map(({ component, fibre_id, pct, recycled, organic }) => ({
        ...{ component, fibre_id, pct },
        ...{ recycled, organic },
      }))
    : [],
  skus: copiedParts === 'colourways' ? [] : colourway.skus.map(({ size_id, active }) => ({ size_id, active })),
})

const pick = (from: object, names: readonly string[]) => {
  const columns = new Set(columnsOf(articles).flatMap(([name, { options }]) => (options.readOnly ? [name] : [])))
  return Object.fromEntries(
    Object.entries(from).filter(
      ([name, value]) => names.includes(name) && !columns.has(name) && !Array.isArray(value) && value !== null,
    ),
  )
}
