import type { Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { SheetColumn } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { ledgerStates } from '#shared/trade/invoice-terms.ts'
import type { JournalBatch } from '#shared/trade/payables.ts'
import {
  type Accounts,
  invoiceRows,
  type JournalAccount,
  type JournalRow,
  journalAccounts,
  type PostedInvoice,
  type PostedPayment,
  paymentRows,
} from './journal-rows'

/** A range of days, both inclusive. */
export interface Period {
  from: string
  to: string
}

/** A row of the journal with its document. */
interface PostedRow extends Omit<JournalRow, 'what'> {
  posting: string
  line_no: number
  posted_on: string
  kind: string
  document_no: string
  invoice_no: string
  supplier_code: string
  supplier_name: string
  what: string
  currency: string
  base_currency: string
  reference: string | null
}

/** The rows of a period that are in no batch yet, or with `all` every row. */
export const journalRows = async (kit: Kit, on: Queryable, period: Period, all = false): Promise<PostedRow[]> => {
  const settings = await kit.settings(on)
  const base = String(settings.base_currency)
  const accounts = Object.fromEntries(
    journalAccounts.map((name) => [name, String(settings[`account_${name}`])]),
  ) as Accounts
  const documents = await on.query<StoredInvoice>(invoicesText, [period.from, period.to, all], 'journal_invoices')
  const payments = await on.query<StoredPayment>(paymentsText, [period.from, period.to, all], 'journal_payments')
  return [
    ...documents.map((document) => ({
      document,
      rows: invoiceRows(document, accounts, base, document.kind === 'void'),
    })),
    ...payments.map((document) => ({ document, rows: paymentRows(document, accounts, base) })),
  ]
    .sort(
      (a, b) =>
        compareTexts(a.document.posted_on, b.document.posted_on) ||
        a.document.rank - b.document.rank ||
        a.document.position - b.document.position,
    )
    .flatMap(({ document, rows }) => rows.map((row, index) => postedOf(document, row, index + 1, base)))
}

/** Creates a batch of all rows of the period that are in no batch yet; null if there are none. */
export const createBatch = async (
  kit: Kit,
  me: Principal,
  period: Period,
  tx: Queryable,
): Promise<JournalBatch | null> => {
  // Lock the table, so that concurrent exports cannot put a row into two batches.
  await tx.query('lock table journal_batches in exclusive mode')
  const rows = await journalRows(kit, tx, period)
  if (rows.length === 0) return null
  const [batch] = await tx.query<JournalBatch & { id: number }>(
    `insert into journal_batches (batch_no, from_date, to_date, documents_qty, rows_qty, created_by, created_by_name)
     select coalesce(max(batch_no), 0) + 1, $1::date, $2::date, $3, $4, $5, $6 from journal_batches
     returning id, ${batchColumns}`,
    [period.from, period.to, new Set(rows.map(({ posting }) => posting)).size, rows.length, me.id, me.name],
    'journal_batch',
  )
  if (!batch) throw new Error('Inserting the journal batch returned no row')
  const { id, ...answer } = batch
  await tx.query(
    `insert into journal_rows (journal_batch_id, ${rowNames.join()})
     select $1, ${rowNames.join()} from jsonb_to_recordset($2::jsonb) as x(n integer, ${rowNames.map((name) => `${name} ${types[name] ?? 'text'}`).join()})
     order by n`,
    [id, JSON.stringify(rows.map((row, n) => ({ ...row, n })))],
    'journal_batch_rows',
  )
  return answer
}

/** The latest 100 batches, newest first. */
export const readBatches = (on: Queryable): Promise<JournalBatch[]> =>
  on.query<JournalBatch>(
    `select ${batchColumns} from journal_batches order by batch_no desc limit 100`,
    [],
    'journal_batches',
  )

/** The rows of a batch as they were exported; null if there is no such batch. */
export const batchRows = async (
  on: Queryable,
  batchNo: number,
): Promise<{ batch: JournalBatch; rows: PostedRow[] } | null> => {
  const [batch] = await on.query<JournalBatch>(
    `select ${batchColumns} from journal_batches where batch_no = $1`,
    [batchNo],
    'journal_batch_of',
  )
  if (!batch) return null
  const rows = await on.query<PostedRow>(
    `select ${rowNames.map((name) => (name === 'posted_on' ? 'r.posted_on::text' : `r.${name}`)).join()}
     from journal_rows r join journal_batches b on b.id = r.journal_batch_id where b.batch_no = $1 order by r.id`,
    [batchNo],
    'journal_rows_of',
  )
  return { batch, rows }
}

const batchColumns = 'batch_no, from_date::text, to_date::text, documents_qty, rows_qty, created_at, created_by_name'

/** The columns of the file. Headings are the same in every language, because programs read them. */
export const journalColumns: readonly SheetColumn[] = [
  { heading: 'date', kind: 'date' },
  { heading: 'kind', kind: 'text' },
  { heading: 'document', kind: 'text' },
  { heading: 'invoice_no', kind: 'text' },
  { heading: 'supplier_code', kind: 'text' },
  { heading: 'supplier', kind: 'text' },
  { heading: 'account', kind: 'text' },
  { heading: 'what', kind: 'text' },
  { heading: 'debit', kind: 'decimal' },
  { heading: 'credit', kind: 'decimal' },
  { heading: 'currency', kind: 'text' },
  { heading: 'base_debit', kind: 'decimal' },
  { heading: 'base_credit', kind: 'decimal' },
  { heading: 'base_currency', kind: 'text' },
  { heading: 'reference', kind: 'text' },
]

export const journalCells = (row: PostedRow): Cell[] => [
  ...[row.posted_on, row.kind, row.document_no, row.invoice_no, row.supplier_code, row.supplier_name],
  ...[row.account, row.what, row.debit, row.credit, row.currency],
  ...[row.base_debit, row.base_credit, row.base_currency, row.reference],
]

interface StoredDocument {
  posting: string
  position: number
  /** Sorts invoices before payments and reversals of the same day. */
  rank: number
  posted_on: string
  kind: string
  document_no: string
  invoice_no: string
  supplier_code: string
  supplier_name: string
  reference: string | null
}
type StoredInvoice = StoredDocument & PostedInvoice
type StoredPayment = StoredDocument & PostedPayment

const postedOf = (
  document: StoredDocument & { currency: string },
  row: JournalRow,
  line_no: number,
  base_currency: string,
): PostedRow => {
  const { posting, posted_on, kind, document_no, invoice_no, supplier_code, supplier_name, reference, currency } =
    document
  const { what, ...amounts } = row
  return {
    ...{ posting, line_no, posted_on, kind, document_no, invoice_no, supplier_code, supplier_name },
    ...amounts,
    ...{ what: what satisfies JournalAccount, currency, base_currency, reference },
  }
}

const rowNames = [
  ...['posting', 'line_no', 'posted_on', 'kind', 'document_no', 'invoice_no', 'supplier_code', 'supplier_name'],
  ...['account', 'what', 'debit', 'credit', 'currency', 'base_debit', 'base_credit', 'base_currency', 'reference'],
] as const
const types: Readonly<Record<string, string>> = { line_no: 'integer', posted_on: 'date' }

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

// $1 and $2 are the first and the last day; $3 says whether rows of batches are included.
const notExported = `($3::boolean or not exists (select 1 from journal_rows r where r.posting = x.posting))`

const documentColumns = `coalesce(i.internal_no, i.invoice_no) as document_no, i.invoice_no, s.code as supplier_code,
  s.supplier_name, i.type, i.currency, i.fx_rate::text`

/** Approved invoices by the day of their approval, and reversals of void ones by the day on which they became void. */
const invoicesText = `
  select x.*, i.id as position, ${documentColumns}, i.net::text, i.tax::text, i.total::text, i.claim_no as reference,
    coalesce((select json_agg(json_build_object('kind', c.kind, 'charge_amount', c.charge_amount::text, 'of',
        case when c.kind = 'deposit_deduction' and d.tax <> 0 and d.total > 0 and coalesce(t.rate_pct, 0) = 0
          then json_build_object('net', d.net::text, 'total', d.total::text) end) order by c.id)
      from invoice_charges c left join invoices d on d.id = c.deposit_id left join tax_rates t on t.id = c.tax_rate_id where c.invoice_id = i.id), '[]') as charges
  from (
    select id, 'invoice:' || id as posting, 1 as rank, 'invoice' as kind, (approved_at at time zone 'UTC')::date::text as posted_on
    from invoices where approved_at is not null and status in (${[...ledgerStates, 'void'].map((state) => `'${state}'`).join()})
    union all
    select i.id, 'void:' || i.id, 3, 'void', (v.at at time zone 'UTC')::date::text
    from invoices i cross join lateral (
      select coalesce((select max(h.at) from history h where h.area = 'invoices' and h.record_id = i.id and h.to_status = 'void'),
        i.updated_at) as at) v
    where i.status = 'void' and i.approved_at is not null) x
  join invoices i on i.id = x.id join suppliers s on s.id = i.supplier_id
  where i.type <> 'proforma' and x.posted_on between $1 and $2 and ${notExported}`

/** Payments by their date, including set-offs of notes. The bank account is that of the payment run. */
const paymentsText = `
  select x.*, p.id as position, 2 as rank, ${documentColumns}, p.paid_amount::text, coalesce(p.discount, 0)::text as discount,
    coalesce(p.payment_run_no, p.reference) as reference, a.ledger_account as bank_account
  from (
    select p.id, 'payment:' || p.id as posting,
      coalesce(p.paid_on, (p.created_at at time zone 'UTC')::date)::text as posted_on,
      case when i.type in ('credit_note', 'debit_note') then 'set_off' when p.paid_amount < 0 then 'reversal' else 'payment' end as kind
    from invoice_payments p join invoices i on i.id = p.invoice_id) x
  join invoice_payments p on p.id = x.id join invoices i on i.id = p.invoice_id join suppliers s on s.id = i.supplier_id
  left join payment_runs u on u.run_no = p.payment_run_no left join paying_accounts a on a.id = u.paying_account_id
  where i.type <> 'proforma' and x.posted_on between $1 and $2 and ${notExported}`
