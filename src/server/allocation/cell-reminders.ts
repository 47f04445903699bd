import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { gatherMail } from '#server/jobs/mail.ts'
import { rowRefusal } from '#server/kit/api/bulk.ts'
import { route } from '#server/kit/api/route.ts'
import { conflict, forbidden, notFound, type Refusal } from '#server/kit/errors.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { onceEach } from '#server/plugins/batch.ts'
import { keyOf } from '#server/plugins/idempotency.ts'
import { renderText } from '#server/texts.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { type LineKind, lineKindAreas } from '#shared/trade/line-kinds.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { mostCells, type ReminderResult, type Reminders } from '#shared/trade/readiness-matrix.ts'
import { readMissingOf } from './settle-lines'

/**
 * `POST /api/<lines>/readiness/remind`: mails suppliers about requirements that wait for them, at most once a day for
 * each line and kind. A trial answers who would get a mail.
 */
export const cellReminderRoute = (app: FastifyInstance, kit: Kit, lines: Area) => {
  const kinds = lineKindAreas(kit.register.areas)
  route(
    app,
    {
      method: 'POST',
      url: `/api/${lines.name}/readiness/remind`,
      tags: ['PO lines'],
      summary: 'Reminds suppliers of what waits for them, of each line and kind once a day; a trial says whom',
      mayCall: ({ role }) => isOfficeRole(role) && kinds.some(({ plan }) => plan.allocate.includes(role)),
      keyed: true,
      body: remindBody,
      answer: remindersAnswer,
      refusals: [403, 409, 422],
    },
    async (request, { body: { cells, trial } }): Promise<Reminders> => {
      const { me } = request
      const command: Command = { kit, lines, kinds, request }
      const refused = ({ line, kinds: lineKinds }: LineToRemind, error: unknown): ReminderResult[] =>
        lineKinds.map((kind) => resultOf(command, { line, kind, line_title: null }, error))
      const plan = async () => byLine(cells)
      if (trial) return tryReminders(command, await plan())
      const { results } = (await onceEach<LineToRemind, ReminderResult[]>(kit.db, keyOf(request), {
        plan,
        write: (line, keep) =>
          kit.write(me, 'remind', (work) => remind(command, work, line, keep), { requestId: request.id }),
        refused,
      })) as { results: ReminderResult[][] }
      return { recipients: [], results: results.flat() }
    },
  )
}

interface Command {
  kit: Kit
  lines: Area
  kinds: readonly LineKind[]
  request: FastifyRequest
}

interface LineToRemind {
  line: number
  kinds: string[]
}

const byLine = (cells: readonly { line: number; kind: string }[]): LineToRemind[] => {
  const lines = new Map<number, Set<string>>()
  for (const { line, kind } of cells) lines.set(line, (lines.get(line) ?? new Set()).add(kind))
  return [...lines].map(([line, kinds]) => ({ line, kinds: [...kinds] }))
}

/** Answers who would get a mail, and why cells cannot be reminded of, without writing. */
const tryReminders = async (command: Command, lines: readonly LineToRemind[]): Promise<Reminders> => {
  const results: ReminderResult[] = []
  const recipients = new Map<number, Reminders['recipients'][number]>()
  const reminders = await readCells(command, command.kit.db, lines, utcDay(new Date().toISOString()))
  for (const { line, kind, refusal, goods, people } of reminders) {
    results.push(resultOf(command, { line, kind, line_title: goods?.line_title ?? null }, refusal))
    if (refusal || !goods) continue
    const recipient = recipients.get(goods.supplier_id) ?? {
      supplier: { id: goods.supplier_id, title: goods.supplier },
      people: people.map(({ name, email }) => ({ name, email })),
      cells: 0,
    }
    recipients.set(goods.supplier_id, { ...recipient, cells: recipient.cells + 1 })
  }
  return { recipients: [...recipients.values()], results }
}

/** Mails the people of a line's supplier about the kinds that may be reminded of, and stores the reminders. */
const remind = async (
  command: Command,
  work: Work,
  line: LineToRemind,
  keep: (tx: Queryable, results: ReminderResult[]) => Promise<void>,
): Promise<ReminderResult[]> => {
  const { tx, me, now } = work
  // Lock the line, so that a concurrent reminder sees this one.
  await tx.query(`select id from ${tableOf(command.lines)} where id = $1 for update`, [line.line], 'remind_lock')
  const reminders = await readCells(command, tx, [line], utcDay(now))
  const due = reminders.filter(({ refusal }) => !refusal).map(({ kind }) => kind)
  const [first] = reminders
  if (due.length > 0 && first?.goods) {
    await tx.query(
      `insert into readiness_reminders (po_line_id, kind, side, sent_on, sent_by)
       select $1, k.kind, 'supplier', $3::date, $4 from unnest($2::text[]) as k(kind)`,
      [line.line, due, utcDay(now), me.id || null],
      'remind_keep',
    )
    const documents = await missingDocuments(command, tx, line.line, due)
    for (const { name, email, language } of first.people) {
      const params = {
        name,
        company: String(work.context.settings.company_name),
        line: String(first.goods.line_title ?? line.line),
        article: first.goods.article,
        kinds: kindNames(command.lines, due, documents, language),
        id: line.line,
      }
      const digest = { line: 'readiness', list: '/apps/readiness' }
      await gatherMail(tx, { mail: 'readiness_reminder', to: email, language, params }, digest)
    }
  }
  const results = reminders.map(({ line, kind, refusal, goods }) =>
    resultOf(command, { line, kind, line_title: goods?.line_title ?? null }, refusal),
  )
  await keep(tx, results)
  return results
}

/** The documents that the supplier has to attach, by kind; empty for kinds without types. */
const missingDocuments = async (
  { kinds }: Command,
  tx: Queryable,
  line: number,
  due: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const documents = new Map<string, string[]>()
  for (const kind of kinds)
    if (due.includes(kind.plan.kind)) documents.set(kind.plan.kind, await readMissingOf(tx, kind, line, 'supplier'))
  return documents
}

/** The kinds as text, with the names of missing documents: `Composition, Attachments (Test report)`. */
const kindNames = (
  lines: Area,
  kinds: readonly string[],
  documents: ReadonlyMap<string, string[]>,
  language: Language,
) => {
  const comma = renderText(textOf('kit.comma'), language)
  return kinds
    .map((name) => {
      const kind = textOf(`areas.${lines.name}.choices.office_turn.${name}`)
      const missing = documents.get(name) ?? []
      if (missing.length === 0) return renderText(kind, language)
      const names = missing.map((document) => renderText(textOf(`files.kinds.${document}`), language)).join(comma)
      return renderText(textOf('mail.readiness_reminder.documents', { kind, documents: names }), language)
    })
    .join(comma)
}

interface Goods {
  id: number
  line_title: string | null
  supplier_id: number
  supplier: string
  article: string
  is_issued: boolean
  supplier_turn: string[]
}

/** A line and kind with the data of its reminder; `refusal` says why it cannot be sent. */
interface CellReminder {
  line: number
  kind: string
  goods?: Goods
  people: readonly Recipient[]
  refusal?: Refusal
}

/** Reads what a reminder of each cell needs. Lines out of the caller's scope have no goods and are refused with 404. */
const readCells = async (
  { kit, lines: area, kinds, request: { me } }: Command,
  on: Queryable,
  lines: readonly LineToRemind[],
  day: string,
): Promise<CellReminder[]> => {
  const ids = (
    await kit.repository(area.name).find(
      on,
      me,
      lines.map(({ line }) => line),
    )
  ).map(({ id }) => id)
  const goods = await on.query<Goods>(
    `select l.id, l.line_title, o.supplier_id, s.supplier_name as supplier, a.article_no as article,
       o.issued_at is not null as is_issued, l.supplier_turn
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     join suppliers s on s.id = o.supplier_id join articles a on a.id = l.article_id where l.id = any($1::bigint[])`,
    [ids],
    'remind_goods',
  )
  const reminded = await remindedOn(on, kinds, ids, day)
  const people = new Map<number, readonly Recipient[]>()
  for (const supplier of new Set(goods.map(({ supplier_id }) => supplier_id)))
    people.set(supplier, uniqueByAddress(await supplierPeople(on, supplier)))
  const goodsOf = new Map(goods.map((row) => [row.id, row]))
  return lines.flatMap(({ line, kinds: lineKinds }) =>
    lineKinds.map((kind): CellReminder => {
      const lineGoods = goodsOf.get(line)
      const cell = { line, kind, goods: lineGoods, people: people.get(lineGoods?.supplier_id ?? 0) ?? [] }
      return { ...cell, refusal: refusalOf(cell, me, kinds, reminded) }
    }),
  )
}

const refusalOf = (
  { line, kind, goods, people }: Omit<CellReminder, 'refusal'>,
  me: Principal,
  kinds: readonly LineKind[],
  reminded: ReadonlySet<string>,
): Refusal | undefined => {
  if (!goods) return notFound()
  if (!kinds.find(({ plan }) => plan.kind === kind)?.plan.allocate.includes(me.role)) return forbidden()
  if (!goods.is_issued) return conflict('guard', textOf('problems.po-lines.not_issued'))
  if (!goods.supplier_turn.includes(kind)) return conflict('not_due', textOf('problems.po-lines.not_suppliers_turn'))
  if (reminded.has(`${line} ${kind}`)) return conflict('reminded', textOf('problems.allocations.reminded_today'))
  return people.length === 0 ? conflict('guard', textOf('problems.po-lines.nobody_to_remind')) : undefined
}

/** The cells with a reminder on that day, by this command or by the move of an allocation: `<line> <kind>`. */
const remindedOn = async (on: Queryable, kinds: readonly LineKind[], ids: readonly number[], day: string) => {
  const statements = kinds
    .filter(({ area }) => area.lifecycle?.moves.remind)
    .map(
      ({ area, plan }) =>
        `union select po_line_id, '${plan.kind}' from ${tableOf(area)}
         where po_line_id = any($1::bigint[]) and (reminded_at at time zone 'UTC')::date = $2::date`,
    )
  const rows = await on.query<{ po_line_id: number; kind: string }>(
    `select po_line_id, kind from readiness_reminders
     where po_line_id = any($1::bigint[]) and side = 'supplier' and sent_on = $2::date ${statements.join(' ')}`,
    [ids, day],
    'remind_earlier',
  )
  return new Set(rows.map(({ po_line_id, kind }) => `${po_line_id} ${kind}`))
}

const resultOf = (
  { lines, request }: Command,
  { line, ...named }: { line: number; kind: string; line_title: string | null },
  refusal: unknown,
): ReminderResult => {
  const cell = { po_line_id: line, ...named }
  if (!refusal) return { ...cell, ok: true, status: 200 }
  const { status, code, message } = rowRefusal(lines, line, refusal, request)
  return { ...cell, ok: false, status, code, message }
}

/** The UTC day of a moment; the `remind` move of allocations counts by UTC days too. */
const utcDay = (moment: string) => moment.slice(0, 10)

const remindBody = z.strictObject({
  cells: z
    .array(z.strictObject({ line: z.int().positive(), kind: z.enum(readinessKinds) }))
    .min(1)
    .max(mostCells),
  trial: z.boolean().default(false),
})

const remindersAnswer = {
  description: 'Who is written to (of a trial), and a result for each line and kind',
  schema: z.object({
    recipients: z.array(
      z.object({
        supplier: z.object({ id: z.int(), title: z.string() }),
        people: z.array(z.object({ name: z.string(), email: z.string() })),
        cells: z.int().describe('Lines and kinds that they are reminded of'),
      }),
    ),
    results: z.array(
      z.object({
        po_line_id: z.int(),
        line_title: z.string().nullable(),
        kind: z.string(),
        ok: z.boolean(),
        status: z.int(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
}
