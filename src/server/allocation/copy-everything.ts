import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { rowRefusal } from '#server/kit/api/bulk.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, Refusal } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { isLineOpen, readinessField } from '#shared/trade/allocation.ts'
import { allocatedKinds } from '#shared/trade/line-kinds.ts'
import { closedStates, readinessKinds } from '#shared/trade/readiness.ts'
import { neededTypes } from '#shared/trade/requirement-profiles.ts'
import {
  type Allocations,
  copyRequests,
  type LineRequest,
  type LineResult,
  linesOf,
  revived,
  type TitledRequest,
  tryRequests,
  withTitles,
} from './commands'
import { fillRequests, isFillable } from './fill'
import { readAllocations, readLines } from './lines'
import { typesOf } from './matrix'
import { commandTarget, isOneTarget, lineResult } from './routes'
import { warningsOf } from './warnings'

/**
 * `POST /api/<lines>/readiness/copy-last`: copies to lines the allocations of their articles in the supplier's last
 * order, for all kinds that the caller may allocate. One transaction a line: it gets everything that may be copied, or
 * nothing.
 */
export const copyEverythingRoute = (app: FastifyInstance, kit: Kit, lines: Area) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${lines.name}/readiness/copy-last`,
      tags: ['PO lines'],
      summary:
        'Allocates what the articles had in the last order of the supplier, of all kinds; a trial writes nothing',
      mayCall: ({ role }) => kindsOf(kit, role, lines).length > 0,
      keyed: true,
      body: z.strictObject(commandTarget).refine(isOneTarget, { path: ['lines'] }),
      answer: {
        description: 'A result for each line and kind, of a kind with types for each type',
        schema: z.object({ results: z.array(z.object({ kind: z.enum(readinessKinds).optional(), ...lineResult })) }),
      },
      refusals: [403, 404, 409, 422],
    },
    async (request, { body: { trial, ...target } }): Promise<{ results: KindResult[] }> => {
      const command = commandOf(kit, request, lines)
      const plan = () => planLines(command, target)
      if (trial) return { results: await tryLines(command, await plan()) }
      const answer = (await onceEach<PlannedLine, KindResult[]>(kit.db, keyOf(request), {
        plan,
        write: (line, keep) => copyLine(command, line, keep),
        refused: (line, error) => line.requests.map((planned) => command.refused(planned, error)),
      })) as { results: KindResult[][] }
      return { results: answer.results.flat() }
    },
  )

type KindResult = LineResult & { kind?: string }
type KindRequest = TitledRequest & { kind: string }

/** A line with the allocations that it is to get. */
interface PlannedLine {
  id: number
  requests: KindRequest[]
}

interface Command {
  kit: Kit
  me: Principal
  requestId: string
  kinds: Allocations[]
  areaOf: (kind: string) => Area
  render: (texts: readonly Text[]) => string[]
  refused: (request: TitledRequest & { kind?: string }, error: unknown) => KindResult
}

/** The kinds whose allocations this role may create. */
const kindsOf = (kit: Kit, role: Principal['role'], lines: Area): Allocations[] =>
  allocatedKinds(kit.register.areas)
    .filter(({ area, plan }) => plan.lines === lines.name && kit.can(role, area.name, 'create'))
    .map(({ area, plan }) => ({ kit, area, plan }))

const commandOf = (kit: Kit, request: FastifyRequest, lines: Area): Command => {
  const language = languageOf(request.headers['accept-language'])
  const kinds = kindsOf(kit, request.me.role, lines)
  const areaOf = (kind: string) => kinds.find(({ plan }) => plan.kind === kind)?.area ?? lines
  return {
    kit,
    me: request.me,
    requestId: request.id,
    kinds,
    areaOf,
    render: (texts) => texts.map((text) => renderText(text, language)),
    refused: ({ values: _values, refusal: _refusal, ...line }, error) => {
      const { id: _id, ...refusal } = rowRefusal(areaOf(line.kind ?? ''), 0, error, request)
      return { ...line, ...refusal }
    },
  }
}

/** Plans the allocations of each line, kind by kind; a kind without one gets a refusal with the reason. */
const planLines = async (
  { kit, me, kinds }: Command,
  target: { order?: number; lines?: number[] },
): Promise<PlannedLine[]> => {
  const [first] = kinds
  if (!first) return []
  const ids = await linesOf(first, me, target)
  const visible = new Map((await kit.repository(first.plan.lines).find(kit.db, me, ids)).map((line) => [line.id, line]))
  const open = new Set(
    (await readLines(kit.db, first.plan, [...visible.keys()])).filter(isLineOpen).map(({ id }) => id),
  )
  const planned = new Map<number, KindRequest[]>(ids.map((id) => [id, []]))
  for (const allocations of kinds) {
    const { kind } = allocations.plan
    const needing = ids.filter(
      (id) => open.has(id) && visible.get(id)?.[readinessField(allocations.plan)] !== 'not_required',
    )
    const closedLines = ids.filter((id) => visible.has(id) && !open.has(id))
    const closed = closedLines.map(
      (line): LineRequest => ({ line, refusal: refusalOf('problems.allocations.line_closed') }),
    )
    const requests = [...(await requestsOf(allocations, me, needing, (id) => visible.get(id))), ...closed]
    for (const { po_line_id, ...request } of await withTitles(allocations, me, requests))
      planned.get(po_line_id)?.push({ kind, po_line_id, ...request })
  }
  // Lines that do not exist or are out of scope get one refusal, not one for each kind.
  const unknown = await withTitles(
    first,
    me,
    ids.filter((id) => !visible.has(id)).map((line) => ({ line })),
  )
  for (const { po_line_id, ...request } of unknown)
    planned.set(po_line_id, [{ kind: first.plan.kind, po_line_id, ...request }])
  return ids.map((id) => ({ id, requests: planned.get(id) ?? [] })).filter(({ requests }) => requests.length > 0)
}

/** The requests of one kind for these lines; existing allocations stay and are answered with a refusal. */
const requestsOf = async (
  allocations: Allocations,
  me: Principal,
  ids: readonly number[],
  lineOf: (id: number) => Readonly<Record<string, unknown>> | undefined,
): Promise<LineRequest[]> => {
  const { kit, area, plan } = allocations
  if (ids.length === 0) return []
  const live = (await readAllocations(kit.db, area, ids)).filter(({ status }) => !closedStates.has(status))
  if (!isFillable(plan)) {
    const present = new Set(live.map(({ po_line_id }) => po_line_id))
    const copied = ids.filter((id) => !present.has(id))
    return [
      ...(copied.length > 0 ? await copyRequests(allocations, me, copied) : []),
      ...[...present].map((line): LineRequest => ({ line, refusal: refusalOf(presentText, 'present') })),
    ]
  }
  const { by } = plan.typed
  const isNeeded = (line: number, type: string) =>
    neededTypes((lineOf(line)?.requirements ?? []) as readonly string[], plan.kind).includes(type)
  const present = new Set(live.map((allocation) => `${allocation.po_line_id} ${allocation[by]}`))
  const cells = ids.flatMap((line) => typesOf(area.fields[by]).map((type) => ({ line, type })))
  const empty = cells.filter(({ line, type }) => !present.has(`${line} ${type}`))
  const filled = cells.filter(({ line, type }) => present.has(`${line} ${type}`))
  return [
    // A missing earlier allocation is only reported for types that the line needs.
    ...(empty.length > 0 ? await fillRequests(allocations, plan, 'last_order', empty) : []).filter(
      ({ line, type, refusal }) => refusal?.code !== 'none' || isNeeded(line, type ?? ''),
    ),
    ...filled.map((cell): LineRequest => ({ ...cell, refusal: refusalOf(presentText, 'present') })),
  ]
}

const presentText = 'problems.allocations.present'

/** A refusal as plain data, because the plan is stored with the idempotency key. */
const refusalOf = (key: string, code = 'guard'): NonNullable<LineRequest['refusal']> => {
  const { status, text, errors } = conflict(code, textOf(key))
  return { status, code, text, errors }
}

const tryLines = async (command: Command, lines: readonly PlannedLine[]): Promise<KindResult[]> => {
  const { me, kinds, render, refused } = command
  const results = new Map<KindRequest, KindResult>()
  for (const allocations of kinds) {
    const requests = lines.flatMap((line) => line.requests.filter(({ kind }) => kind === allocations.plan.kind))
    const tried = await tryRequests(allocations, me, requests, { render, refused })
    for (const [index, request] of requests.entries()) results.set(request, tried[index] as KindResult)
  }
  return lines.flatMap((line) => line.requests.map((request) => results.get(request) as KindResult))
}

/** Creates the allocations of one line and stores the results with the idempotency key in the same transaction. */
const copyLine = (
  command: Command,
  { id, requests }: PlannedLine,
  keep: (tx: Queryable, results: KindResult[]) => Promise<void>,
): Promise<KindResult[]> => {
  const { kit, me, requestId, kinds } = command
  return kit.write(
    me,
    'create',
    async (work) => {
      await lockOrder(work, kinds[0] as Allocations, id)
      const results: KindResult[] = []
      for (const request of requests) results.push(await copyKind(command, work, request))
      await keep(work.tx, results)
      return results
    },
    { requestId },
  )
}

/** Locks the order once for all kinds, because locking kind by kind could deadlock with a concurrent command. */
const lockOrder = ({ tx }: Work, { plan }: Allocations, line: number) =>
  tx.query(
    `select id from ${tableOf(plan.orders)}
     where id = (select purchase_order_id from ${tableOf(plan.lines)} where id = $1) for update`,
    [line],
    'copy_lock_order',
  )

/** Creates the allocation of one kind in a savepoint, so that a refusal does not undo the other kinds of the line. */
const copyKind = async (command: Command, work: Work, request: KindRequest): Promise<KindResult> => {
  const { values, refusal, ...line } = request
  if (refusal) return command.refused(request, revived(refusal))
  await work.tx.query('savepoint copied_kind')
  try {
    const [made] = await command.kit
      .repository(command.areaOf(line.kind).name)
      .create(work, [{ ...values, po_line_id: line.po_line_id }])
    const warnings = command.render(warningsOf(work, line.po_line_id))
    await work.tx.query('release savepoint copied_kind')
    return { ...line, ok: true, status: 201, id: Number(made?.id), warnings }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await work.tx.query('rollback to savepoint copied_kind')
    return command.refused(request, error)
  }
}
