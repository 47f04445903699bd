import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import { invalid, malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { formats, tableFile } from '#server/kit/read/export.ts'
import { asDownload, binary, disconnectSignal, fileName, pageOf } from '#server/labels/answers.ts'
import { isPaperLanguage, printPaper, tonguesOf } from '#server/paper/papers.ts'
import { keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { languageOf } from '#server/texts.ts'
import type { SheetColumn } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { textOf } from '#shared/kit/text.ts'
import { statementPaper } from '#shared/trade/statement-paper.ts'
import { ageingAnswer, readAgeing } from './ageing'
import { ageingTable, statementTable } from './files'
import { batchRows, createBatch, journalCells, journalColumns, journalRows, readBatches } from './journal'
import { overviewAnswer, readOverview } from './overview'
import { dayParam, mayOpen, supplierParam, supplierSeen } from './scope'
import { readStatement, statementAnswer, statementQuery } from './statement'

/** `/api/finance/…`: payables, statements and journal over all invoices in the caller's scope. */
export const financeRoutes = (app: FastifyInstance, { kit }: { kit: Kit }) => {
  overviewRoutes(app, kit)
  statementRoutes(app, kit)
  journalRoutes(app, kit)
}

const overviewRoutes = (app: FastifyInstance, kit: Kit) => {
  const ofSupplier = z.strictObject({ supplier_id: supplierParam.optional() })

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/overview',
      tags,
      summary: 'What is due, what is stuck and why, days to approve, and the cash needed by week',
      description: 'For admin and Office. Each figure has the conditions of the list whose invoices it counts.',
      mayCall: mayOpen(kit, 'overview'),
      query: ofSupplier,
      answer: { description: 'The figures of today.', schema: overviewAnswer },
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { query: { supplier_id } }) => {
      if (supplier_id) await supplierSeen(kit, me, supplier_id)
      return readOverview(kit, me, supplier_id)
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/ageing',
      tags,
      summary: 'What is owed to each supplier in each currency, by days past the due date',
      mayCall: mayOpen(kit, 'ageing'),
      query: ofSupplier,
      answer: {
        description: 'A row for each supplier and currency, by the name of the supplier.',
        schema: ageingAnswer,
      },
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { query: { supplier_id } }) => {
      if (supplier_id) await supplierSeen(kit, me, supplier_id)
      return readAgeing(kit, me, supplier_id)
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/ageing/export',
      tags,
      summary: 'The ageing as CSV or a workbook',
      mayCall: mayOpen(kit, 'ageing'),
      query: ofSupplier.extend({ format: fileFormat }),
      responses: file,
      refusals: [400, 401, 403, 404],
    },
    async (request, { query: { supplier_id, format } }, reply) => {
      if (supplier_id) await supplierSeen(kit, request.me, supplier_id)
      const ageing = await readAgeing(kit, request.me, supplier_id)
      const { columns, rows } = ageingTable(ageing, languageOf(request.headers['accept-language']))
      return send(reply, format, fileName('ageing', ageing.day), columns, rows)
    },
  )
}

const statementRoutes = (app: FastifyInstance, kit: Kit) => {
  const mayCall = mayOpen(kit, 'statement')

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/statement',
      tags,
      summary: 'A supplier’s account: opening balance, invoices, notes, payments, set-offs, closing balance',
      description: 'Agents get the own one. Without a period: the last three months.',
      mayCall,
      query: statementQuery,
      answer: { description: 'An account for each currency.', schema: statementAnswer },
      refusals: [400, 401, 403, 404],
    },
    async ({ me }, { query }) => readStatement(kit, me, query),
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/statement/export',
      tags,
      summary: 'The statement as CSV or a workbook',
      mayCall,
      query: statementQuery.extend({ format: fileFormat }),
      responses: file,
      refusals: [400, 401, 403, 404],
    },
    async (request, { query: { format, ...query } }, reply) => {
      const statement = await readStatement(kit, request.me, query)
      const { columns, rows } = statementTable(statement, languageOf(request.headers['accept-language']))
      return send(reply, format, statementName(statement), columns, rows)
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/statement.pdf',
      tags,
      summary: 'The statement as a PDF',
      description: 'Without a language: that of the request.',
      mayCall,
      query: statementQuery.extend({
        language: z
          .string()
          .meta({ enum: ['en', 'zh', 'both'] })
          .optional(),
      }),
      responses: { 200: { description: 'The PDF', content: binary('application/pdf') } },
      refusals: [400, 401, 403, 404, 429, 503],
    },
    async (request, { query: { language = languageOf(request.headers['accept-language']), ...query } }, reply) => {
      if (!isPaperLanguage(language)) throw malformed('language', textOf('paper.unknown_language'))
      const tongues = tonguesOf(language)
      const statement = await readStatement(kit, request.me, query)
      const { company_name } = await kit.settings()
      const paper = statementPaper(statement, { tongues, company: String(company_name ?? '') })
      const content = await printPaper(paper, tongues, request.me.id, disconnectSignal(reply))
      const name = [statementName(statement), ...tongues.map((tongue) => tongue.language)].join('-')
      return asDownload(reply, 'application/pdf', `${name}.pdf`).send(content)
    },
  )
}

const journalRoutes = (app: FastifyInstance, kit: Kit) => {
  const mayCall = ({ role }: Principal) => role === 'admin' && kit.can(role, 'invoices', 'read')

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/journal.csv',
      tags,
      summary: 'The journal: double entries of approved and void invoices, payments and set-offs',
      description:
        'With `batch`: the rows of a batch, always the same file. With `from` and `to`: the rows of the period that no batch has, or with `all=true` every row.',
      mayCall,
      query: z.strictObject({
        batch: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number)
          .meta({ type: 'integer', pattern: undefined })
          .optional(),
        from: dayParam.optional(),
        to: dayParam.optional(),
        all: z.enum(['true', 'false']).optional(),
      }),
      responses: { 200: { description: 'The file', content: binary(formats.csv.type) } },
      refusals: [400, 401, 403, 404],
    },
    async (_request, { query: { batch, from, to, all } }, reply) => {
      if (batch !== undefined) {
        const exported = await batchRows(kit.db, batch)
        if (!exported) throw notFound()
        return send(reply, 'csv', fileName('journal', batch), journalColumns, exported.rows.map(journalCells))
      }
      const period = { from: from ?? '', to: to ?? '' }
      for (const name of ['from', 'to'] as const)
        if (!period[name]) throw malformed(name, textOf('finance.journal.no_period'))
      if (period.from > period.to) throw malformed('to', textOf('finance.journal.bad_period'))
      const rows = await journalRows(kit, kit.db, period, all === 'true')
      return send(reply, 'csv', fileName('journal', period.from, period.to), journalColumns, rows.map(journalCells))
    },
  )

  route(
    app,
    {
      method: 'GET',
      url: '/api/finance/journal/batches',
      tags,
      summary: 'Batches of the journal, the latest first',
      mayCall,
      answer: { description: 'At most 100.', schema: z.object({ batches: z.array(batchAnswer) }) },
      refusals: [401, 403],
    },
    async () => ({ batches: await readBatches(kit.db) }),
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/finance/journal/batches',
      tags,
      summary: 'Take the rows of a period that no batch has into a new one',
      mayCall,
      body: z.strictObject({ from: dayParam, to: dayParam }),
      keyed: true,
      answer: { status: 201, description: 'The batch.', schema: batchAnswer },
      refusals: [400, 401, 403, 409, 422],
    },
    async (request, { body: { from, to } }, reply) => {
      if (from > to) throw invalid({ to: [textOf('finance.journal.bad_period')] })
      const done = await once(kit.db, keyOf(request), async (tx) => {
        const batch = await createBatch(kit, request.me, { from, to }, tx)
        if (!batch) throw invalid({ to: [textOf('finance.journal.nothing')] })
        return { status: 201, body: batch }
      })
      return reply.code(done.status).send(payloadOf(done))
    },
  )
}

const tags = ['Finance'] as const

const fileFormat = z.enum(['csv', 'xlsx']).default('xlsx')

const file = {
  200: {
    description: 'The file',
    content: Object.assign({}, ...Object.values(formats).map(({ type }) => binary(type))),
  },
}

const batchAnswer = z.object({
  batch_no: z.int(),
  from_date: z.iso.date(),
  to_date: z.iso.date(),
  documents_qty: z.int(),
  rows_qty: z.int(),
  created_at: z.string(),
  created_by_name: z.string(),
})

const statementName = ({ supplier, from, to }: { supplier: { code: string }; from: string; to: string }) =>
  fileName('statement', supplier.code, from, to)

const send = (
  reply: FastifyReply,
  format: keyof typeof formats,
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly Cell[])[],
) => {
  const stream = tableFile(format, name, columns, pageOf(rows))
  reply.raw.once('close', () => stream.destroy())
  return asDownload(reply, formats[format].type, `${name}.${format}`).send(stream)
}
