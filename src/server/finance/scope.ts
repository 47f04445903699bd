import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal, ReadScope } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { slot } from '#server/kit/read/sql.ts'
import { isRecordDate, today } from '#shared/base/dates.ts'
import { currencyDigits } from '#shared/base/money.ts'

/** The pages of finance; roles that may open a page may call its routes. */
export const financePages = {
  overview: '/app/finance',
  ageing: '/app/finance/ageing',
  statement: '/app/finance/statement',
} as const

export const mayOpen =
  (kit: Kit, page: keyof typeof financePages) =>
  ({ role }: Principal): boolean =>
    kit.can(role, `page:${financePages[page]}`, 'open') && kit.can(role, 'invoices', 'read')

/** SQL: invoice `i` is in the caller's scope and, if the slot `supplier` is set, of that supplier. */
export const invoicesSeen = (kit: Kit, readScope: ReadScope): RawBuilder<boolean> =>
  sql<boolean>`(${kit.selects.inScope(kit.register.get('invoices'), readScope, 'i')}
    and (${slot('supplier')}::bigint is null or i.supplier_id = ${slot('supplier')}::bigint))`

/** The slot values that statements of finance share: those of the caller, supplier, day and base currency. */
export const financeValues = async (kit: Kit, me: Principal, supplier?: number) => ({
  ...callerValues(me),
  supplier: supplier ?? null,
  day: today(),
  ...baseOf(await kit.settings()),
})

const baseOf = ({ base_currency }: Record<string, unknown>) => {
  const base = String(base_currency ?? '')
  return { base, digits: currencyDigits(base) }
}

/** The supplier; throws 404 if it is out of the caller's scope. */
export const supplierSeen = async (kit: Kit, me: Principal, id: number) => {
  const [supplier] = await kit.repository('suppliers').find(kit.db, me, [id])
  if (!supplier) throw notFound()
  return supplier
}

/** An amount owed in one currency, with the query of the list of its invoices. */
export const sumAnswer = z.object({
  currency: z.string(),
  count: z.int(),
  amount: z.string().describe('In the currency; credit and debit notes are taken off.'),
  query: z.string().describe('Of `GET /api/invoices`, and of the page of that list.'),
})

/** The amount in the base currency. `unrated` counts invoices without an exchange rate, which are left out. */
export const baseAnswer = z.object({ amount: z.string(), unrated: z.int() })

export const supplierParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'messages.not_a_number')
  .transform(Number)
  .meta({ type: 'integer', pattern: undefined })

export const dayParam = z.string().refine(isRecordDate).meta({ format: 'date' })
