import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { workOf } from '#server/kit/create-kit.ts'
import { forbidden, invalid } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { listValues, readDocuments, shapeOf } from '#server/kit/read/select.ts'
import { run } from '#server/kit/read/sql.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { languageOf, renderText } from '#server/texts.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import type { Rules } from '#shared/kit/rules.ts'
import { boundedArray, issueTexts } from '#shared/kit/schema.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { offeredMoves } from './verdicts'

/** Records that one bulk request changes at most. */
export const maxBulk = 1000

/** Which records a bulk request is about: by id and version, or all that match a filter and how many those were. */
export const bulkTarget = z.union([
  z.strictObject({
    rows: boundedArray(
      z.array(z.strictObject({ id: z.int().positive(), version: z.int().positive() })).min(1),
      maxBulk,
    ),
    filter: z.undefined().optional(),
    count: z.undefined().optional(),
  }),
  z.strictObject({ filter: z.string().max(4000), count: z.int().min(1), rows: z.undefined().optional() }),
])

/** A chosen record as it is now. */
interface Key {
  id: number
  version: number
  status?: string
  archived_at: unknown
}

/** `POST /api/<area>/bulk/moves`: which moves fit how many of the chosen records; it writes nothing. */
export const bulkMovesRoute = (
  app: FastifyInstance,
  area: Area,
  { kit, lists }: { kit: Kit & { rules(area: string): Rules }; lists: Lists },
) => {
  app.post(`/api/${area.name}/bulk/moves`, async (request) => {
    const { me } = request
    if (!kit.can(me.role, area.name, 'read')) throw forbidden()
    const parsed = bulkTarget.safeParse(request.body ?? {}, { reportInput: true })
    if (!parsed.success) throw invalid(issueTexts(parsed.error))
    const keys = await chosenKeys(parsed.data, me)
    const work = await workOf(kit, me, 'read', kit.db)
    const isExact = keys.length <= maxJudged
    const language = languageOf(request.headers['accept-language'])
    const moves = isExact ? await judged(work, keys, language) : byState(work, keys)
    return { rows: keys.map(({ id, version }) => ({ id, version })), isExact, moves }
  })

  async function chosenKeys({ rows, filter = '' }: z.infer<typeof bulkTarget>, me: Principal): Promise<Key[]> {
    const { shape, values } = rows ? byIds(rows.map(({ id }) => id)) : lists.listing(area, me, filter)
    const keys = await run<Key>(kit.db, kit.selects.keys(area, readScopeOf(me), shape), {
      ...values,
      ...callerValues(me),
      after: 0,
      size: maxBulk + 1,
    })
    if (keys.length > maxBulk) throw invalid({ filter: [textOf('messages.bulk_too_many', { max: maxBulk })] })
    return keys
  }

  function byIds(ids: readonly number[]) {
    const query = {
      filters: [{ field: 'id', op: '_in' as const, values: ids.map(String) }],
      sort: [],
      start: 0,
      end: 0,
    }
    return { shape: shapeOf(query, false, area), values: listValues(query, area, null) }
  }

  /** By role, state and guards, as the move itself would be judged, and of how many what should be known before. */
  async function judged(work: Work, keys: readonly Key[], language: Language) {
    const fits = new Map(
      offered(work).map((name) => [name, { ids: [] as number[], cautions: new Map<string, number>() }]),
    )
    const candidates = keys.filter((key) => [...fits.keys()].some((name) => fitsState(work, name, key)))
    for (let start = 0; start < candidates.length; start += documentsAtOnce) {
      const ids = candidates.slice(start, start + documentsAtOnce).map(({ id }) => id)
      // Guards may ask for what the caller does not see; the caller learns only which moves fit.
      for (const { id, record } of await readDocuments(work.tx, kit.selects, area, ids))
        for (const { name, allowed, warnings = [] } of await offeredMoves(
          kit,
          work,
          area,
          kit.rules(area.name),
          JSON.parse(record) as AnyRecord,
        )) {
          const fit = allowed && fits.get(name)
          if (!fit) continue
          fit.ids.push(id)
          for (const text of new Set(warnings.map((warning) => renderText(warning, language))))
            fit.cautions.set(text, (fit.cautions.get(text) ?? 0) + 1)
        }
    }
    return fitting(
      [...fits].map(([name, { ids, cautions }]) => ({
        name,
        ids,
        cautions: [...cautions].map(([text, count]) => ({ text, count })),
      })),
    )
  }

  /** By role and state alone: too many to ask the guards of each before anybody has decided anything. */
  function byState(work: Work, keys: readonly Key[]) {
    const cautioned = kit.rules(area.name).cautions ?? {}
    return fitting(
      offered(work).map((name) => ({
        name,
        ids: keys.filter((key) => fitsState(work, name, key)).map(({ id }) => id),
        // Nobody has looked.
        cautions: name in cautioned ? null : [],
      })),
    )
  }

  function offered({ me }: Work): string[] {
    return Object.keys(area.lifecycle?.moves ?? {}).filter(
      (name) => mayMove(rightsOf(kit, me).can, area, name, {}) !== 'role',
    )
  }

  function fitsState({ me }: Work, name: string, key: Key): boolean {
    return mayMove(rightsOf(kit, me).can, area, name, key) === 'allowed'
  }

  function fitting<F extends { ids: number[] }>(fits: readonly F[]): F[] {
    return fits.filter(({ ids }) => ids.length > 0).map((fit) => ({ ...fit, ids: fit.ids.sort((a, b) => a - b) }))
  }
}

/** So many records are judged by their guards as well; each costs reading its whole document. */
const maxJudged = 200
const documentsAtOnce = 50
