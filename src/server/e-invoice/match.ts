import type { Queryable } from '#server/db/types.ts'
import type { Principal } from '#server/kit/principal.ts'
import { quoted } from '#shared/base/quoted.ts'
import { shippedStates } from '#shared/trade/booking-terms.ts'
import type { KnownRate, OrderLine } from '#shared/trade/einvoice/draft.ts'
import { type EInvoice, type Party, vatPrefixOf } from '#shared/trade/einvoice/model.ts'

export interface KnownSupplier {
  id: number
  supplier_name: string
  country: string
  tax_id: string | null
  code: string
  names: readonly string[]
}

const plain = (text: string | null | undefined) => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** How a supplier is recognised in the seller of a file: by tax number, our code, or name; null by nothing. */
export const recognisedBy = (seller: Party, supplier: KnownSupplier): 'tax_id' | 'code' | 'name' | null => {
  const ids = [seller.vatId, seller.taxId].map(plain).filter(Boolean)
  const own = plain(supplier.tax_id)
  const known = ['', supplier.country, vatPrefixOf(supplier.country)].map((prefix) => prefix + own)
  if (own && ids.some((id) => known.includes(id))) return 'tax_id'
  if (seller.id && plain(seller.id) === plain(supplier.code)) return 'code'
  return plain(seller.name) && supplier.names.some((name) => plain(name) === plain(seller.name)) ? 'name' : null
}

/** Whether both have a tax number, and not the same. */
export const isOtherCompany = (seller: Party, supplier: KnownSupplier) =>
  Boolean(plain(supplier.tax_id)) &&
  Boolean(seller.vatId || seller.taxId) &&
  recognisedBy(seller, supplier) !== 'tax_id'

/** The suppliers that the caller sees, as far as they may be the seller; `id` alone where one is chosen. */
export const findSuppliers = async (on: Queryable, me: Principal, id: number | null): Promise<KnownSupplier[]> => {
  const rows = await on.query<Omit<KnownSupplier, 'names'> & { names: (string | null)[] }>(
    `select id, supplier_name, country, tax_id, code,
       array[supplier_name, company_legal_name_en, company_legal_name_zh] as names
     from suppliers where archived_at is null and ($1::bigint is null or id = $1) order by id`,
    [id],
    'einvoice_suppliers',
  )
  const seen =
    me.portfolio === null || me.supplier_id !== null ? rows : rows.filter((row) => me.portfolio?.includes(row.id))
  return seen.map((row) => ({ ...row, names: row.names.flatMap((name) => name ?? []) }))
}

/** Lines of the supplier's orders with these numbers, as `ordersNamed` has them. */
export const findOrderLines = async (on: Queryable, supplier: number, orders: readonly string[]) =>
  orders.length === 0
    ? []
    : on.query<OrderLine>(
        `select l.id, l.line_title, l.line_no, l.purchase_order_id, o.po_no, a.article_no as article,
           coalesce((select jsonb_agg(jsonb_build_object('size_id', k.size_id, 'sku', k.sku, 'gtin', k.gtin))
             from skus k where k.colourway_id = l.colourway_id), '[]') as skus
         from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
         where o.supplier_id = $1 and o.status in ('issued', 'change_proposed', 'confirmed', 'closed', 'completed')
           and upper(regexp_replace(o.po_no, '[^[:alnum:]]', '', 'g')) = any($2::text[])
         order by l.id limit 2000`,
        [supplier, orders],
        'einvoice_order_lines',
      )

export interface KnownBooking {
  id: number
  booking_no: string
  is_named: boolean
}

/** Shipped bookings with these lines: one whose B/L the file names, then the one with the most of the lines. */
export const findBookings = (on: Queryable, supplier: number, lines: readonly number[], { documents }: EInvoice) =>
  on.query<KnownBooking>(
    `select b.id, b.booking_no,
       coalesce(array[upper(b.hbl_no), upper(b.mbl_no), upper(b.awb_no)] && $3::text[], false) as is_named
     from bookings b join booking_lines x on x.booking_id = b.id
     where b.supplier_id = $1 and x.po_line_id = any($2::bigint[]) and b.status in (${quoted(shippedStates)})
     group by b.id order by is_named desc, count(*) desc, b.id desc limit 20`,
    [supplier, lines, documents.map(({ number }) => number.toUpperCase())],
    'einvoice_bookings',
  )

export interface VerifiedAccount {
  id: number
  currency: string
  numbers: readonly string[]
}

/** The verified accounts of a supplier; their numbers are compared, and never answered. */
export const findAccounts = async (on: Queryable, supplier: number): Promise<VerifiedAccount[]> => {
  const rows = await on.query<{ id: number; currency: string; iban: string | null; account_no: string | null }>(
    `select id, currency, iban, account_no from supplier_bank_accounts
     where supplier_id = $1 and status = 'active' and archived_at is null order by id desc`,
    [supplier],
    'einvoice_accounts',
  )
  return rows.map(({ id, currency, iban, account_no }) => ({
    id,
    currency,
    numbers: [iban, account_no].map(plain).filter(Boolean),
  }))
}

export const isAccount = (account: VerifiedAccount, number: string) => account.numbers.includes(plain(number))

export const findRates = (on: Queryable) =>
  on.query<KnownRate>(
    `select id, rate_pct::text, category, rounding, country, valid_from::text, valid_to::text from tax_rates
     where status = 'active' order by id`,
    [],
    'einvoice_rates',
  )

/** The invoice of the supplier that a credit note names. */
export const findCorrected = async (on: Queryable, supplier: number, number: string | undefined) => {
  const [row] = await on.query<{ id: number; invoice_date: string }>(
    `select id, invoice_date::text from invoices where supplier_id = $1 and upper(invoice_no) = upper($2) and status not in ('rejected', 'void')
     order by id desc limit 1`,
    [supplier, number ?? ''],
    'einvoice_corrected',
  )
  return row ?? null
}
