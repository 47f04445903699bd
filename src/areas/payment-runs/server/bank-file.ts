import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { idParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { asPortal } from '#server/kit/as-portal.ts'
import { conflict, notFound } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { compare, currencyDigits, round } from '#shared/base/money.ts'
import { writeHead, writeRow } from '#shared/delimited/write.ts'
import { textOf } from '#shared/kit/text.ts'
import {
  type BankAccount,
  pain001,
  type Remitted,
  type Transfer,
  type TransferOrder,
} from '#shared/standards/pain001.ts'
import { swiftName } from '#shared/standards/swift-text.ts'
import { groupBy, minus, netOf } from '#shared/trade/payment-run.ts'
import { paymentRuns } from '../area'
import { changedAccounts } from './accounts'
import { itemsOf } from './complete'

interface BankFile {
  type: string
  ending: string
  write(order: TransferOrder): string
}

const files: Readonly<Record<string, BankFile>> = {
  'pain001.xml': { type: 'application/xml; charset=utf-8', ending: 'xml', write: pain001 },
  'payments.csv': { type: 'text/csv; charset=utf-8', ending: 'csv', write: paymentsCsv },
}

/**
 * `GET /api/payment-runs/:id/pain001.xml` and `payments.csv`: the payment order for the bank, available from the
 * release on. Each download is recorded.
 */
export const bankFileRoutes = (app: FastifyInstance, kit: Kit) => {
  for (const [name, file] of Object.entries(files))
    route(
      app,
      {
        method: 'GET',
        url: `/api/${paymentRuns.name}/:id/${name}`,
        tags: [paymentRuns.name],
        summary: `The transfers of a payment run for the bank (${file.ending.toUpperCase()})`,
        description: 'From the release on. The download is recorded.',
        mayCall: ({ role }) => kit.can(role, paymentRuns.name, 'move:release'),
        params: z.strictObject({ id: idParam }),
        responses: {
          200: {
            description: 'The file',
            content: { [file.type.split(';')[0] ?? '']: { schema: { type: 'string' } } },
          },
        },
        refusals: [400, 401, 403, 404, 409],
      },
      async (request, { params: { id } }, reply) => {
        const { run_no, content } = await kit.write(
          request.me,
          'bank_file',
          async (work) => {
            const order = await exportOrder(work, id)
            return { run_no: order.message_id, content: file.write(order) }
          },
          { requestId: request.id },
        )
        return reply
          .type(file.type)
          .header('content-disposition', `attachment; filename="${run_no}.${file.ending}"`)
          .header('cache-control', 'no-store')
          .send(content)
      },
    )
}

const exported: ReadonlySet<string> = new Set(['released', 'sent', 'settled'])

/** Reads the payment order of a run and records the download. */
const exportOrder = async (work: Work, id: number): Promise<TransferOrder> => {
  await work.tx.query('select id from payment_runs where id = $1 for update', [id], 'lock_payment_run')
  const repository = work.kit.repository(paymentRuns.name)
  const [run] = (await repository.find(work.tx, work.me, [id])) as Doc[]
  if (!run) throw notFound()
  if (!exported.has(String(run.status))) throw conflict('illegal_move', textOf('problems.payment-runs.not_released'))
  if (run.status === 'released') {
    const [changed] = await changedAccounts(work, run)
    if (changed) throw conflict('guard', changed.text)
  }
  const order = await orderOf(work, run)
  if (order.transfers.length === 0) throw conflict('guard', textOf('problems.payment-runs.nothing_to_transfer'))
  await repository.edit(asPortal(work, 'bank_file'), id, {
    exported_by: work.me.id || null,
    exported_at: work.now,
  })
  return order
}

const orderOf = async ({ tx, kit }: Work, run: Doc): Promise<TransferOrder> => {
  const [debtor] = await kit.repository('paying-accounts').find(tx, system, [Number(run.paying_account_id)])
  const invoices = await tx.query<{ id: number; invoice_no: string; invoice_date: string; type: string }>(
    'select id, invoice_no, invoice_date, type from invoices where id = any($1::bigint[])',
    [itemsOf(run).map(({ invoice_id }) => invoice_id)],
    'transferred_invoices',
  )
  const byId = new Map(invoices.map((invoice) => [Number(invoice.id), invoice]))
  const remittedOf = (item: Doc): Remitted => {
    const { invoice_no = '', invoice_date = null, type = '' } = byId.get(Number(item.invoice_id)) ?? {}
    const amount = String(item.pay_amount)
    return {
      ...{ invoice_no, invoice_date },
      type: type === 'credit_note' || type === 'debit_note' ? type : 'invoice',
      amount: compare(amount, '0') < 0 ? minus(amount) : amount,
      discount: String(item.discount ?? '0'),
    }
  }
  return {
    message_id: String(run.run_no),
    created_at: String(run.released_at),
    execution_date: String(run.execution_date),
    currency: String(run.currency),
    debtor: { ...accountOf(debtor ?? {}), name: swiftName(String(debtor?.account_holder)) ?? String(debtor?.name) },
    transfers: groupBy(itemsOf(run), ({ end_to_end_id }) => end_to_end_id)
      .filter((items) => compare(netOf(items), '0') > 0)
      .map((items): Transfer => {
        const [first = {}] = items
        return {
          end_to_end_id: String(first.end_to_end_id),
          amount: netOf(items),
          creditor: {
            ...accountOf({
              iban: first.creditor_iban,
              account_no: first.creditor_account_no,
              bic: first.creditor_bic,
              clearing_code: first.creditor_clearing_code,
              bank_country: first.creditor_bank_country,
            }),
            name: String(first.creditor_name),
            town: text(first.creditor_town),
            country: text(first.creditor_country),
          },
          remitted: items.map(remittedOf),
        }
      }),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const accountOf = (record: Readonly<Record<string, unknown>>): BankAccount => ({
  iban: text(record.iban),
  account_no: text(record.account_no),
  bic: text(record.bic),
  clearing_code: text(record.clearing_code),
  bank_country: text(record.bank_country),
})

const headings = [
  ...['message_id', 'end_to_end_id', 'execution_date', 'debtor', 'debtor_account', 'creditor', 'creditor_country'],
  ...['iban', 'account_no', 'bic', 'clearing_code', 'bank_country', 'currency'],
] as const

/** The same transfers as CSV, one row each. */
function paymentsCsv({ message_id, execution_date, currency, debtor, transfers }: TransferOrder): string {
  const columns = [
    ...headings.map((heading) => ({ heading })),
    { heading: 'amount', number: true },
    { heading: 'invoices' },
  ]
  const account = debtor.iban ?? debtor.account_no
  return (
    writeHead(columns) +
    transfers
      .map(({ end_to_end_id, amount, creditor, remitted }) =>
        writeRow(columns, [
          ...[message_id, end_to_end_id, execution_date, debtor.name, account, creditor.name, creditor.country],
          ...[
            creditor.iban,
            creditor.account_no,
            creditor.bic,
            creditor.clearing_code,
            creditor.bank_country,
            currency,
          ],
          round(amount, currencyDigits(currency)),
          remitted.map(({ invoice_no }) => invoice_no).join(' '),
        ]),
      )
      .join('')
  )
}
