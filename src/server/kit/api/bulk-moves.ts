import type { FastifyInstance } from 'fastify'
import { workOf } from '#server/kit/create-kit.ts'
import { invalid } from '#server/kit/errors.ts'
import type { Work } from '#server/kit/kit.ts'
import { readDocuments } from '#server/kit/read/select.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { offeredMoves } from '#server/kit/write/verdicts.ts'
import { languageOf, renderText } from '#server/texts.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import type { Language } from '#shared/kit/text.ts'
import type { FittingMove, FittingMoves } from '#shared/kit/wire/bulk.ts'
import { type AreaRoutes, requireRead } from './area-route'
import { bulkTarget, type Key, keysById, keysOfFilter } from './bulk-target'

/**
 * `POST /api/<area>/bulk/moves`: the moves that are possible for the chosen records, with the ids of those records.
 * Writes nothing.
 */
export const bulkMovesRoute = (app: FastifyInstance, routes: AreaRoutes) => {
  const { kit, base } = routes
  app.post(`${base}/bulk/moves`, async (request): Promise<FittingMoves> => {
    const { me } = request
    requireRead(routes, request)
    const parsed = bulkTarget.safeParse(request.body ?? {}, { reportInput: true })
    if (!parsed.success) throw invalid(issueTexts(parsed.error))
    const { rows, filter = '' } = parsed.data
    const keys = rows
      ? await keysById(
          routes,
          me,
          rows.map(({ id }) => id),
        )
      : await keysOfFilter(routes, me, filter)
    const work = { ...(await workOf(kit, me, 'read', kit.db)), isBulk: true, isOffer: true }
    const isExact = keys.length <= maxExact
    const language = languageOf(request.headers['accept-language'])
    const moves = isExact ? await movesByGuards(routes, work, keys, language) : movesByState(routes, work, keys)
    return {
      rows: keys.map(({ id, version }) => ({ id, version })),
      isExact,
      moves: moves
        .filter(({ ids }) => ids.length > 0)
        .map((move) => ({ ...move, ids: move.ids.toSorted((a, b) => a - b) })),
    }
  })
}

/** Moves by right, state and guards, as a single move is checked. */
const movesByGuards = async (
  routes: AreaRoutes,
  work: Work,
  keys: readonly Key[],
  language: Language,
): Promise<FittingMove[]> => {
  const { kit, area } = routes
  const fittingMoves = new Map(
    permittedMoves(routes, work).map((name) => [name, { ids: [] as number[], cautions: new Map<string, number>() }]),
  )
  const candidates = keys.filter((key) => [...fittingMoves.keys()].some((name) => fitsState(routes, work, name, key)))
  for (let start = 0; start < candidates.length; start += documentsAtOnce) {
    const ids = candidates.slice(start, start + documentsAtOnce).map(({ id }) => id)
    // Documents are read with all fields, which guards may need; the answer contains only the moves that fit.
    for (const { id, record } of await readDocuments(work.tx, kit.selects, area, ids)) {
      const moves = await offeredMoves(kit, work, area, kit.rules(area.name), JSON.parse(record) as AnyRecord)
      for (const { name, allowed, warnings = [] } of moves) {
        const fittingMove = allowed && fittingMoves.get(name)
        if (!fittingMove) continue
        fittingMove.ids.push(id)
        for (const text of new Set(warnings.map((warning) => renderText(warning, language))))
          fittingMove.cautions.set(text, (fittingMove.cautions.get(text) ?? 0) + 1)
      }
    }
  }
  return [...fittingMoves].map(([name, { ids, cautions }]) => ({
    name,
    ids,
    cautions: [...cautions].map(([text, count]) => ({ text, count })),
  }))
}

/** Moves by right and state only, if there are too many records to run their guards. */
const movesByState = (routes: AreaRoutes, work: Work, keys: readonly Key[]): FittingMove[] => {
  const cautioned = routes.kit.rules(routes.area.name).cautions ?? {}
  return permittedMoves(routes, work).map((name) => ({
    name,
    ids: keys.filter((key) => fitsState(routes, work, name, key)).map(({ id }) => id),
    cautions: name in cautioned ? null : [],
  }))
}

const permittedMoves = ({ kit, area }: AreaRoutes, { me }: Work): string[] =>
  Object.keys(area.lifecycle?.moves ?? {}).filter((name) => mayMove(rightsOf(kit, me).can, area, name, {}) !== 'role')

const fitsState = ({ kit, area }: AreaRoutes, { me }: Work, name: string, key: Key): boolean =>
  mayMove(rightsOf(kit, me).can, area, name, key) === 'allowed'

/** The number of records up to which guards are run, since each needs its whole document. */
const maxExact = 200
const documentsAtOnce = 50
