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
import { type AllocationPlan, isLineOpen, standingState } from '#shared/trade/allocation.ts'
import { splitLike } from '#shared/trade/allocation-rules.ts'
import { readLines, versionsInUse } from './lines'
import { warningsOf } from './warnings'

/** An area of allocations, with what commands over its lines need. */
export interface Allocations {
  kit: Kit
  area: Area
  plan: AllocationPlan
}

type Values = Record<string, unknown>

/** What a command is to allocate to one line. */
export interface LineRequest {
  line: number
  /** The type of a line that it is for, and the title of the record, where a line has an allocation of each type. */
  type?: string
  record?: string
  values?: Values
  /** Why nothing can be tried for it; plain data, since it is kept with the request's key. */
  refusal?: Pick<Refusal, 'status' | 'code' | 'text' | 'errors'>
}

export interface TitledRequest extends Omit<LineRequest, 'line'> {
  po_line_id: number
  line_title: string | null
}

/** What became, or would become, of one request. */
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

/** The lines that are named, or the open ones of an order; all in the caller's scope. */
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

/** Requests for the same values on each line; with `replace` they take the place of what is allocated there. */
export const allocateRequests = async (
  allocations: Allocations,
  lines: readonly number[],
  { values, replace }: { values: Values; replace: boolean },
): Promise<LineRequest[]> => {
  const present = replace ? await presentAllocations(allocations, lines, values) : new Map<number, number[]>()
  return lines.map((line) => ({ line, ...replacing(values, present.get(line)) }))
}

/** What is allocated to these lines for the same units, or of the same type, by line. */
const presentAllocations = async (allocations: Allocations, lines: readonly number[], values: Values) => {
  const { kit, area, plan } = allocations
  const [condition, value] = samePlace(plan, values)
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

/** Which allocations of a line the new one stands in the place of: SQL with one parameter, `$2`, and its value. */
const samePlace = ({ shared, typed, library }: AllocationPlan, values: Values): [string, unknown] => {
  if (shared) return [`${shared.by} = $2`, values[shared.by] ?? shared.main]
  if (!typed || !library) return ['', null]
  const id = Number(values[library.by])
  return [
    `${typed.by} = (select ${typed.by} from ${tableOf(library.area)} where id = $2::bigint)`,
    Number.isSafeInteger(id) ? id : null,
  ]
}

/** A line shared out between several is not changed in one go: whose place it takes would be a guess. */
const replacing = (values: Values, present: readonly number[] = []): Pick<LineRequest, 'values' | 'refusal'> =>
  present.length > 1
    ? { refusal: conflict('guard', textOf('problems.allocations.several_present')) }
    : { values: { ...values, ...(present.length === 1 ? { replaces_id: present[0] } : {}) } }

/**
 * What each line's article had in the supplier's last order of it, shared out as it was there: in the line's own colour,
 * if it was ordered. What an allocation itself states holds for its colour: an older order of that comes first.
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
    [lines, standingState(plan)],
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

/** Whether the earlier line `l` is of the colour of the line `n`. */
export const sameColour = '(l.colourway_id is not distinct from n.colourway_id)'

interface EarlierAllocation {
  line: number
  earlier: number
  record: number | null
  stage: string | null
  qty: number | null
}

/** What earlier allocations state, by id: a copy begins with it. */
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

/** The fields of a document as input of a new one: rows without ids and without what the portal sets. */
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
 * Allocates, each line in a transaction of its own and once for a key, and answers a result for each. A trial only
 * answers what would become of it.
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
  const refused = ({ values: _values, refusal: _refusal, ...line }: TitledRequest, error: unknown): LineResult => {
    const { id: _id, ...refusal } = rowRefusal(area, 0, error, request)
    return { ...line, ...refusal }
  }
  const plan = async () => withTitles(allocations, me, await requests())
  if (trial) return { results: await tryRequests(allocations, me, await plan(), { render, refused }) }
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
    refused,
  })
}

interface ResultTexts {
  render: (texts: readonly Text[]) => string[]
  refused: (request: TitledRequest, error: unknown) => LineResult
}

/** The result of each request, without writing. */
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

/** The requests with the titles of their lines; a line out of the caller's scope is answered like one that does not exist. */
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

/** A refusal that was kept as plain data. */
export const revived = ({ status, code, text, errors }: NonNullable<LineRequest['refusal']>) =>
  new Refusal(status, code, text, errors)
