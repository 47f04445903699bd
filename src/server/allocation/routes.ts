import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { rowRefusal } from '#server/kit/api/bulk.ts'
import {
  fieldErrors,
  flag,
  idempotencyKey,
  input,
  list,
  maybeText,
  number,
  object,
  ok,
  query,
  refusals,
  text,
} from '#server/kit/api/description.ts'
import { workOf } from '#server/kit/create-kit.ts'
import { conflict, forbidden, invalid, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { maxValues } from '#shared/kit/list-query.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type AllocationPlan, allocationTerms, isLineOpen } from '#shared/trade/allocation.ts'
import { splitLike } from '#shared/trade/allocation-rules.ts'
import type { AllocationKind } from './kind'
import { readLines } from './lines'
import { warningsOf } from './warnings'

type Values = Record<string, unknown>

/**
 * Commands over the lines of an order, or over lines that were chosen: allocate one record to all of them, copy what the
 * article's last order had. Each line in a transaction of its own, and a result for each; a trial writes nothing.
 */
export const allocationRoutes = (
  app: FastifyInstance,
  kit: Kit,
  area: Area,
  plan: AllocationPlan,
  fits: AllocationKind<unknown>['fits'],
) => {
  const repository = kit.repository(area.name)

  // What is chosen from is said beforehand, so that nobody picks what is refused afterwards.
  app.get(`/api/${area.name}/candidates`, async (request) => {
    requireCreate(request)
    const { me } = request
    const ids = await linesOf(me, parsed(candidatesQuery, request.query))
    const seen = await kit.repository(plan.lines).find(kit.db, me, ids)
    // Of no supplier at all every record would do, those out of the caller's sight too.
    if (seen.length === 0) throw notFound()
    const lines = await readLines(
      kit.db,
      plan,
      seen.map(({ id }) => id),
    )
    const suppliers = [...new Set(lines.map(({ supplier_id }) => supplier_id))]
    const fitting = fits ? await fits(kit, me, suppliers) : null
    // A list is asked for so many by their numbers at most.
    return { suppliers: suppliers.length, ids: fitting && fitting.length <= maxValues ? fitting : null }
  })

  app.post(`/api/${area.name}/allocate`, async (request) => {
    requireCreate(request)
    const { trial, replace, values, ...target } = parsed(allocateBody, request.body)
    return run(request, trial, async () => {
      const lines = await linesOf(request.me, target)
      const present = replace ? await presentOf(lines, values) : new Map<number, number[]>()
      return lines.map((line) => ({ line, ...replacing(values, present.get(line)) }))
    })
  })

  app.post(`/api/${area.name}/copy-last`, async (request) => {
    requireCreate(request)
    const { trial, ...target } = parsed(copyBody, request.body)
    return run(request, trial, async () => lastOf(await linesOf(request.me, target)))
  })

  function requireCreate({ me }: FastifyRequest) {
    if (!kit.can(me.role, area.name, 'create')) throw forbidden()
  }

  /** The lines that are meant: those named, or the open ones of an order; all in the caller's scope. */
  async function linesOf(
    me: Principal,
    { order, lines = [] }: { order?: number; lines?: number[] },
  ): Promise<number[]> {
    if (order === undefined) return [...new Set(lines)]
    const [found] = await kit.repository(plan.orders).find(kit.db, me, [order])
    if (!found) throw notFound()
    const rows = await kit.db.query<{ id: number }>(
      `select id from ${tableOf(plan.lines)} where purchase_order_id = $1 order by line_no, id`,
      [order],
    )
    const all = await readLines(
      kit.db,
      plan,
      rows.map(({ id }) => id),
    )
    const open = new Set(all.filter(isLineOpen).map(({ id }) => id))
    const ids = rows.map(({ id }) => id).filter((id) => open.has(id))
    if (ids.length === 0) throw conflict('guard', textOf('problems.allocations.no_open_line'))
    return ids
  }

  /** What stands on these lines for the same units, by line. */
  async function presentOf(lines: readonly number[], values: Values) {
    const { shared } = plan
    const rows = await kit.db.query<{ id: number; po_line_id: number }>(
      `select id, po_line_id from ${tableOf(area)}
       where po_line_id = any($1::bigint[]) and status in ('approved', 'allocated', 'acknowledged', 'submitted', 'outdated')
         ${shared ? `and ${shared.by} = $2` : ''} order by id`,
      [lines, ...(shared ? [values[shared.by] ?? shared.main] : [])],
    )
    const present = new Map<number, number[]>()
    for (const { id, po_line_id } of rows) present.set(po_line_id, [...(present.get(po_line_id) ?? []), id])
    return present
  }

  /** What each line's article had in the supplier's last order of it, shared out as it was there. */
  async function lastOf(lines: readonly number[]): Promise<Wish[]> {
    const { shared, by } = plan
    const rows = await kit.db.query<{ line: number; record: number; stage: string | null; qty: number | null }>(
      `select n.id as line, a.${by} as record, ${shared ? `a.${shared.by}` : 'null'} as stage,
         ${shared ? `a.${shared.qty}` : 'null'} as qty
       from ${tableOf(plan.lines)} n
       join ${tableOf(plan.orders)} o on o.id = n.purchase_order_id
       cross join lateral (
         select l.id from ${tableOf(plan.lines)} l join ${tableOf(plan.orders)} e on e.id = l.purchase_order_id
         where l.article_id = n.article_id and e.supplier_id = o.supplier_id and l.purchase_order_id <> o.id
           and exists (select 1 from ${tableOf(area)} x where x.po_line_id = l.id and x.status = 'approved')
         order by e.order_date desc nulls last, l.id desc limit 1) last
       join ${tableOf(area)} a on a.po_line_id = last.id and a.status = 'approved'
       where n.id = any($1::bigint[]) order by n.id, a.id`,
      [lines],
    )
    const sizes = new Map((await readLines(kit.db, plan, lines)).map(({ id, qty }) => [id, qty]))
    return lines.flatMap((line): Wish[] => {
      const own = rows.filter((row) => row.line === line)
      if (own.length === 0) return [{ line, refusal: conflict('guard', textOf('problems.allocations.no_earlier')) }]
      return own.map(({ record, stage, qty }) => {
        const beside = own.filter((row) => row.stage === stage)
        const shares = splitLike(
          sizes.get(line) ?? 0,
          beside.map((row) => Number(row.qty ?? 0)),
        )
        const share =
          beside.length > 1 && qty !== null ? shares[beside.findIndex((row) => row.record === record)] : null
        return {
          line,
          values: {
            [by]: record,
            ...(shared ? { [shared.by]: stage, ...(share ? { [shared.qty]: share } : {}) } : {}),
          },
        }
      })
    })
  }

  /** Writes what is wanted, once for a key; a trial only says what would become of it, as often as it is asked. */
  async function run(request: FastifyRequest, trial: boolean, wish: () => Promise<Wish[]>) {
    const { me } = request
    const language = languageOf(request.headers['accept-language'])
    const rendered = (texts: readonly Text[]) => texts.map((text) => renderText(text, language))
    const plan = async () => withTitles(me, await wish())
    if (trial) return { results: await tried(me, await plan(), rendered, refused) }
    return onceEach<Wanted, Result>(kit.db, keyOf(request), {
      plan,
      write: async (wanted, keep) => {
        const { values, refusal, ...line } = wanted
        if (refusal) throw revived(refusal)
        return kit.write(
          me,
          'create',
          async (work) => {
            const [made] = await repository.create(work, [{ ...values, po_line_id: line.po_line_id }])
            const warnings = rendered(warningsOf(work, line.po_line_id))
            const result = { ...line, ok: true, status: 201, id: Number(made?.id), warnings }
            await keep(work.tx, result)
            return result
          },
          { requestId: request.id },
        )
      },
      refused,
    })

    function refused({ po_line_id, line_title }: Wanted, error: unknown): Result {
      const { id: _id, ...refusal } = rowRefusal(area, 0, error, request)
      return { po_line_id, line_title, ...refusal }
    }
  }

  /** What stands against each, and is worth saying, without writing. */
  async function tried(
    me: Principal,
    wanted: readonly Wanted[],
    rendered: (texts: readonly Text[]) => string[],
    refused: (wanted: Wanted, error: unknown) => Result,
  ): Promise<Result[]> {
    const work = { ...(await workOf(kit, me, 'create', kit.db)), isTrial: true }
    const tryable = wanted.filter(({ refusal }) => !refusal)
    const examined = await repository.examine(
      work,
      tryable.map(({ po_line_id, values }) => ({ values: { ...values, po_line_id } })),
    )
    return wanted.map((one) => {
      const { po_line_id, line_title, refusal } = one
      if (refusal) return refused(one, revived(refusal))
      const errors = examined[tryable.indexOf(one)]?.errors ?? {}
      const isGood = Object.keys(errors).length === 0
      return {
        po_line_id,
        line_title,
        ok: isGood,
        status: isGood ? 200 : 422,
        ...(isGood ? {} : { errors: mapTexts(errors, rendered) }),
        warnings: rendered(warningsOf(work, po_line_id)),
      }
    })
  }

  /** What is wanted, with what the lines are called; a line out of sight is as one that is not there, whatever stands on it. */
  async function withTitles(me: Principal, wishes: readonly Wish[]): Promise<Wanted[]> {
    const found = await kit.repository(plan.lines).find(kit.db, me, [...new Set(wishes.map(({ line }) => line))])
    const titles = new Map(found.map((line) => [line.id, String(line.line_title ?? line.id)]))
    const unseen = new Set(wishes.map(({ line }) => line).filter((line) => !titles.has(line)))
    return [
      ...wishes
        .filter(({ line }) => titles.has(line))
        .map(({ line, ...wish }) => ({ po_line_id: line, line_title: titles.get(line) ?? null, ...wish })),
      ...[...unseen].map((line) => ({ po_line_id: line, line_title: null, refusal: notFound() })),
    ]
  }
}

/** What is asked for one line. */
interface Wish {
  line: number
  values?: Values
  /** Why nothing can be tried for it; plain data, since it is kept with the request's key. */
  refusal?: Pick<Refusal, 'status' | 'code' | 'text' | 'errors'>
}

interface Wanted extends Omit<Wish, 'line'> {
  po_line_id: number
  line_title: string | null
}

const revived = ({ status, code, text, errors }: NonNullable<Wish['refusal']>) =>
  new Refusal(status, code, text, errors)

interface Result {
  po_line_id: number
  line_title: string | null
  ok: boolean
  status: number
  id?: number
  code?: string
  message?: string
  errors?: Record<string, string[]>
  warnings?: string[]
}

/** A line shared out between several is not changed in one go: whose place it takes would be a guess. */
const replacing = (values: Values, present: readonly number[] = []): Pick<Wish, 'values' | 'refusal'> =>
  present.length > 1
    ? { refusal: conflict('guard', textOf('problems.allocations.several_present')) }
    : { values: { ...values, ...(present.length === 1 ? { replaces_id: present[0] } : {}) } }

const mapTexts = (errors: Record<string, Text[]>, rendered: (texts: readonly Text[]) => string[]) =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [path, rendered(texts)]))

const target = {
  order: z.int().positive().optional(),
  lines: z.array(z.int().positive()).min(1).max(200).optional(),
  trial: z.boolean().default(false),
}
const oneTarget = ({ order, lines }: { order?: number; lines?: number[] }) =>
  (order === undefined) !== (lines === undefined)
const allocateBody = z
  .strictObject({ ...target, values: z.record(z.string(), z.unknown()), replace: z.boolean().default(false) })
  .refine(oneTarget, { path: ['lines'] })
const copyBody = z.strictObject(target).refine(oneTarget, { path: ['lines'] })
const whole = z.coerce.number().int().positive()
const candidatesQuery = z
  .strictObject({
    order: whole.optional(),
    lines: z
      .string()
      .transform((text): unknown[] => text.split(','))
      .pipe(z.array(whole).min(1).max(200))
      .optional(),
  })
  .refine(oneTarget, { path: ['lines'] })

const parsed = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const result = schema.safeParse(given ?? {}, { reportInput: true })
  if (!result.success) throw invalid(issueTexts(result.error))
  return result.data
}

/** Those routes as the description of the API says them. */
export const allocationPaths = (area: Area): Record<string, unknown> => {
  const result = {
    po_line_id: number,
    line_title: maybeText,
    ok: flag,
    status: number,
    id: number,
    code: text,
    message: text,
    errors: fieldErrors,
    warnings: list(text),
  }
  const { po_line_id: _line, ok: _ok, status: _status, ...optional } = result
  const answer = object({ results: list(object(result, Object.keys(optional))) })
  const command = (summary: string, schema: z.ZodType) => ({
    post: {
      tags: [area.name],
      summary,
      parameters: [idempotencyKey],
      ...input(schema),
      responses: { ...ok('A result for each line', answer), ...refusals(403, 404, 409, 422) },
    },
  })
  return {
    [`/api/${area.name}/candidates`]: {
      get: {
        tags: [area.name],
        summary: 'Records that may be allocated to all of these lines, or to all open lines of an order',
        parameters: [
          query('order', number, { description: 'An order' }),
          query('lines', text, { description: 'Lines: 12,13' }),
        ],
        responses: {
          ...ok(
            'How many suppliers the lines have, and the records; null: any that may be used',
            object({ suppliers: number, ids: { type: ['array', 'null'], items: number } }),
          ),
          ...refusals(403, 404, 422),
        },
      },
    },
    [`/api/${area.name}/allocate`]: command(
      `Allocates one record to many lines, or to all open lines of an order; values: ${allocationTerms(area).join(', ')}`,
      allocateBody,
    ),
    [`/api/${area.name}/copy-last`]: command(
      'Allocates what the article had in the last order of the supplier',
      copyBody,
    ),
  }
}
