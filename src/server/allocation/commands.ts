import type { FastifyRequest } from 'fastify'
import { rowRefusal } from '#server/kit/api/bulk.ts'
import { workOf } from '#server/kit/create-kit.ts'
import { conflict, notFound, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type AnyRecord, type Area, columnsOf, type Register, tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type AllocationPlan, isLineOpen, validStateOf } from '#shared/trade/allocation.ts'
import { splitLike } from '#shared/trade/allocation-rules.ts'
import { readLines, versionsInUse } from './lines'
import { warningsOf } from './warnings'

/** An area of allocations with the kit and its plan, as commands over lines need them. */
export interface Allocations {
  kit: Kit
  area: Area
  plan: AllocationPlan
}

type Values = Record<string, unknown>

/** An allocation that a command is to create at one line. */
export interface LineRequest {
  line: number
  /** The type of the allocation, for plans with an allocation of each type. */
  type?: string
  /** The title of the record, for the same plans. */
  record?: string
  values?: Values
  /** Why the request cannot be tried. Plain data, because the plan is stored with the idempotency key. */
  refusal?: Pick<Refusal, 'status' | 'code' | 'text' | 'errors'>
}

export interface TitledRequest extends Omit<LineRequest, 'line'> {
  po_line_id: number
  line_title: string | null
}

/** The result of one request, or of its trial. */
export interface LineResult {
  po_line_id: number
  line_title: string | null
  type?: string
  record?: string
  ok: boolean
  status: number
  id?: number
  code?: string
  message?: string
  errors?: Record<string, string[]>
  warnings?: string[]
}

/**
 * The ids of the named lines, or of the open lines of an order. Throws 404 for an order out of scope, 409 if no line of it
 * is open.
 */
export const linesOf = async (
  { kit, plan }: Allocations,
  me: Principal,
  { order, lines = [] }: { order?: number; lines?: number[] },
): Promise<number[]> => {
  if (order === undefined) return [...new Set(lines)]
  const [document] = await kit.repository(plan.orders).find(kit.db, me, [order])
  if (!document) throw notFound()
  const rows = await kit.db.query<{ id: number }>(
    `select id from ${tableOf(plan.lines)} where purchase_order_id = $1 order by line_no, id`,
    [order],
  )
  const ids = rows.map(({ id }) => id)
  const open = new Set((await readLines(kit.db, plan, ids)).filter(isLineOpen).map(({ id }) => id))
  if (open.size === 0) throw conflict('guard', textOf('problems.allocations.no_open_line'))
  return ids.filter((id) => open.has(id))
}

/** Requests for the same values on each line; with `replace` each replaces the present allocation of its line. */
export const allocateRequests = async (
  allocations: Allocations,
  lines: readonly number[],
  { values, replace }: { values: Values; replace: boolean },
): Promise<LineRequest[]> => {
  const present = replace ? await presentAllocations(allocations, lines, values) : new Map<number, number[]>()
  return lines.map((line) => ({ line, ...replacing(values, present.get(line)) }))
}

/** The ids of allocations for the same units, or of the same type, by line. */
const presentAllocations = async (allocations: Allocations, lines: readonly number[], values: Values) => {
  const { kit, area, plan } = allocations
  const [condition, value] = replaceable(plan, values)
  const rows = await kit.db.query<{ id: number; po_line_id: number }>(
    `select id, po_line_id from ${tableOf(area)}
     where po_line_id = any($1::bigint[]) and status in ('approved', 'allocated', 'acknowledged', 'submitted', 'outdated')
       ${condition && `and ${condition}`} order by id`,
    [lines, ...(condition ? [value] : [])],
  )
  const present = new Map<number, number[]>()
  for (const { id, po_line_id } of rows) present.set(po_line_id, [...(present.get(po_line_id) ?? []), id])
  return present
}

/** SQL condition (with the parameter `$2`) and its value for the allocations that a new one would replace. */
const replaceable = ({ shared, typed, library }: AllocationPlan, values: Values): [string, unknown] => {
  if (shared) return [`${shared.by} = $2`, values[shared.by] ?? shared.main]
  if (!typed || !library) return ['', null]
  const id = Number(values[library.by])
  return [
    `${typed.by} = (select ${typed.by} from ${tableOf(library.area)} where id = $2::bigint)`,
    Number.isSafeInteger(id) ? id : null,
  ]
}

/** Refuses lines with several allocations: which of them to replace would be a guess. */
const replacing = (values: Values, present: readonly number[] = []): Pick<LineRequest, 'values' | 'refusal'> =>
  present.length > 1
    ? { refusal: conflict('guard', textOf('problems.allocations.several_present')) }
    : { values: { ...values, ...(present.length === 1 ? { replaces_id: present[0] } : {}) } }

/**
 * Copies the allocations of the line's article from the supplier's last order of it, with the same shares, from the
 * line's own colourway if it was ordered. Plans with content prefer an older order of the same colourway to a later one
 * of another, because content is stated for a colourway.
 */
export const copyRequests = async (
  allocations: Allocations,
  me: Principal,
  lines: readonly number[],
): Promise<LineRequest[]> => {
  const { kit, area, plan } = allocations
  const { shared, library, content } = plan
  const rows = await kit.db.query<EarlierAllocation>(
    `select n.id as line, a.id as earlier, ${library ? `a.${library.by}` : 'null'} as record, ${shared ? `a.${shared.by}` : 'null'} as stage,
       ${shared ? `a.${shared.qty}` : 'null'} as qty
     from ${tableOf(plan.lines)} n
     join ${tableOf(plan.orders)} o on o.id = n.purchase_order_id
     cross join lateral (
       select l.id from ${tableOf(plan.lines)} l join ${tableOf(plan.orders)} e on e.id = l.purchase_order_id
       where l.article_id = n.article_id and e.supplier_id = o.supplier_id and l.purchase_order_id <> o.id
         and exists (select 1 from ${tableOf(area)} x where x.po_line_id = l.id and x.status = $2)
       order by ${content.length > 0 ? `${sameColour} desc, ` : ''}e.order_date desc nulls last, e.id desc, ${sameColour} desc,
         l.id desc
       limit 1) last
     join ${tableOf(area)} a on a.po_line_id = last.id and a.status = $2
     where n.id = any($1::bigint[]) order by n.id, a.id`,
    [lines, validStateOf(plan)],
  )
  const contents = await contentOf(
    allocations,
    me,
    content,
    rows.map(({ earlier }) => earlier),
  )
  const inUse = await versionsInUse(
    kit.db,
    plan.library,
    rows.flatMap(({ record }) => record ?? []),
  )
  const quantities = new Map((await readLines(kit.db, plan, lines)).map(({ id, qty }) => [id, qty]))
  return lines.flatMap((line): LineRequest[] => {
    const earlierAllocations = rows.filter((row) => row.line === line)
    if (earlierAllocations.length === 0)
      return [{ line, refusal: conflict('guard', textOf('problems.allocations.no_earlier')) }]
    return earlierAllocations.map(({ earlier, record, stage, qty }) => {
      const ofStage = earlierAllocations.filter((row) => row.stage === stage)
      const shares = splitLike(
        quantities.get(line) ?? 0,
        ofStage.map((row) => Number(row.qty ?? 0)),
      )
      const share =
        ofStage.length > 1 && qty !== null ? shares[ofStage.findIndex((row) => row.record === record)] : null
      const staged = shared ? { [shared.by]: stage, ...(share ? { [shared.qty]: share } : {}) } : {}
      const allocated = library ? { [library.by]: inUse.get(record ?? 0) ?? record } : {}
      return { line, values: { ...allocated, ...contents.get(earlier), ...staged } }
    })
  })
}

/** SQL: whether the earlier line `l` has the same colourway as the new line `n`. */
export const sameColour = '(l.colourway_id is not distinct from n.colourway_id)'

interface EarlierAllocation {
  line: number
  earlier: number
  record: number | null
  stage: string | null
  qty: number | null
}

/** The content fields of earlier allocations by id, as initial values of the copies. */
const contentOf = async (
  { kit, area }: Allocations,
  me: Principal,
  content: readonly string[],
  ids: readonly number[],
) => {
  if (content.length === 0 || ids.length === 0) return new Map<number, Values>()
  const documents = await kit.repository(area.name).find(kit.db, me, ids)
  return new Map(documents.map((document) => [document.id, contentIn(kit.register, area, document, content)]))
}

/** Fields of a document as input for a new one: rows without ids and read-only columns. */
const contentIn = (register: Register, area: Area, document: AnyRecord, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => {
      const rowArea = area.fields[name]?.options.to
      const value = document[name]
      if (!rowArea || !Array.isArray(value)) return [name, value]
      const { by } = area.fields[name]?.options ?? {}
      const columns = columnsOf(register.get(rowArea)).filter(
        ([column, { options }]) => !options.readOnly && column !== by,
      )
      return [name, value.map((row) => Object.fromEntries(columns.map(([column]) => [column, row[column]])))]
    }),
  )

/**
 * Creates the allocations, each in its own transaction and once for an idempotency key, and answers a result for each.
 * A trial answers the same results without writing.
 */
export const runCommand = async (
  allocations: Allocations,
  request: FastifyRequest,
  { trial, requests }: { trial: boolean; requests: () => Promise<LineRequest[]> },
) => {
  const { kit, area } = allocations
  const { me } = request
  const language = languageOf(request.headers['accept-language'])
  const render = (texts: readonly Text[]) => texts.map((text) => renderText(text, language))
  const refusedResult = (
    { values: _values, refusal: _refusal, ...line }: TitledRequest,
    error: unknown,
  ): LineResult => {
    const { id: _id, ...refusal } = rowRefusal(area, 0, error, request)
    return { ...line, ...refusal }
  }
  const plan = async () => withTitles(allocations, me, await requests())
  if (trial) return { results: await tryRequests(allocations, me, await plan(), { render, refused: refusedResult }) }
  return onceEach<TitledRequest, LineResult>(kit.db, keyOf(request), {
    plan,
    write: async ({ values, refusal, ...line }, keep) => {
      if (refusal) throw revived(refusal)
      return kit.write(
        me,
        'create',
        async (work) => {
          const [made] = await kit.repository(area.name).create(work, [{ ...values, po_line_id: line.po_line_id }])
          const warnings = render(warningsOf(work, line.po_line_id))
          const result = { ...line, ok: true, status: 201, id: Number(made?.id), warnings }
          await keep(work.tx, result)
          return result
        },
        { requestId: request.id },
      )
    },
    refused: refusedResult,
  })
}

interface ResultTexts {
  render: (texts: readonly Text[]) => string[]
  refused: (request: TitledRequest, error: unknown) => LineResult
}

/** Examines the requests without writing and returns a result for each. */
export const tryRequests = async (
  { kit, area }: Allocations,
  me: Principal,
  requests: readonly TitledRequest[],
  { render, refused }: ResultTexts,
): Promise<LineResult[]> => {
  const work = { ...(await workOf(kit, me, 'create', kit.db)), isTrial: true }
  const tryable = requests.filter(({ refusal }) => !refusal)
  const examined = await kit.repository(area.name).examine(
    work,
    tryable.map(({ po_line_id, values }) => ({ values: { ...values, po_line_id } })),
  )
  return requests.map((request) => {
    const { values: _values, refusal, ...line } = request
    if (refusal) return refused(request, revived(refusal))
    const errors = Object.entries(examined[tryable.indexOf(request)]?.errors ?? {})
    const ok = errors.length === 0
    return {
      ...line,
      ok,
      status: ok ? 200 : 422,
      ...(!ok && { errors: Object.fromEntries(errors.map(([path, texts]) => [path, render(texts)])) }),
      warnings: render(warningsOf(work, line.po_line_id)),
    }
  })
}

/** Adds the titles of lines. Lines out of the caller's scope are refused with 404, like lines that do not exist. */
export const withTitles = async (
  { kit, plan }: Allocations,
  me: Principal,
  requests: readonly LineRequest[],
): Promise<TitledRequest[]> => {
  const ids = [...new Set(requests.map(({ line }) => line))]
  const lines = await kit.repository(plan.lines).find(kit.db, me, ids)
  const titles = new Map(lines.map((line) => [line.id, String(line.line_title ?? line.id)]))
  return [
    ...requests
      .filter(({ line }) => titles.has(line))
      .map(({ line, ...request }) => ({ po_line_id: line, line_title: titles.get(line) ?? null, ...request })),
    ...ids.filter((id) => !titles.has(id)).map((id) => ({ po_line_id: id, line_title: null, refusal: notFound() })),
  ]
}

/** Restores a refusal from its stored plain data. */
export const revived = ({ status, code, text, errors }: NonNullable<LineRequest['refusal']>) =>
  new Refusal(status, code, text, errors)
