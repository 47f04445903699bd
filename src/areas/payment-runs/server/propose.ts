import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { isRecordDate } from '#shared/base/dates.ts'
import { signOf } from '#shared/trade/invoice-terms.ts'
import { discountOn, proposeItems } from '#shared/trade/payment-run.ts'
import { paymentRuns } from '../area'
import { type PayableNow, readDue } from './payables'

const day = z.string().refine(isRecordDate)
const body = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  due_until: day.describe('Invoices that are due by this day.'),
  execution_date: day.describe('The day on which the bank is to pay; discounts count by it.'),
})

const titledReference = z.object({ id: z.int(), title: z.string() })
const facts = {
  invoice: titledReference,
  supplier: titledReference,
  invoice_type: z.string(),
  due_date: z.string().nullable(),
  open_amount: z.string().describe('With the sign of the invoice.'),
}
const proposalSchema = z.object({
  items: z.array(
    z.object({
      ...facts,
      pay_amount: z.string(),
      discount: z.string(),
      most_discount: z.string().describe('What may be deducted if all is paid.'),
      account: z.string().nullable(),
    }),
  ),
  left_out: z
    .array(z.object({ ...facts, reason: z.enum(['no_account', 'nothing_to_set_off']) }))
    .describe('What cannot be paid, and why.'),
  more: z.boolean().describe('There are more than one run takes.'),
})

/** `POST /api/payment-runs/propose`: previews the items of a run without writing anything. */
export const proposeRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'POST',
      url: `/api/${paymentRuns.name}/propose`,
      tags: [paymentRuns.name],
      summary: 'Propose what a payment run would pay',
      mayCall: ({ role }) => kit.can(role, paymentRuns.name, 'create'),
      body,
      answer: { description: 'The proposal', schema: proposalSchema },
      refusals: [401, 403, 422],
    },
    async ({ me }, { body: { currency, due_until, execution_date } }) => {
      const { payables, more } = await readDue(kit, kit.db, me, { currency, due_until })
      const proposed = new Map(
        proposeItems(
          payables.filter(({ account_id }) => account_id !== null),
          execution_date,
          currency,
        ).map((item) => [item.invoice_id, item]),
      )
      const left_out = payables.filter(({ invoice_id }) => !proposed.has(invoice_id))
      return {
        items: payables.flatMap((payable) => {
          const item = proposed.get(payable.invoice_id)
          if (!item) return []
          const { pay_amount, discount } = item
          const most_discount = discountOn(payable, execution_date, currency)
          return [{ ...factsOf(payable), pay_amount, discount, most_discount, account: payable.account }]
        }),
        left_out: left_out.map((payable) => ({
          ...factsOf(payable),
          reason: payable.account_id === null ? 'no_account' : 'nothing_to_set_off',
        })),
        more,
      }
    },
  )

const factsOf = ({ invoice_id, invoice_no, supplier_id, supplier, invoice_type, due_date, balance }: PayableNow) => ({
  invoice: { id: invoice_id, title: invoice_no },
  supplier: { id: supplier_id, title: supplier },
  invoice_type,
  due_date,
  open_amount: signOf(invoice_type) < 0 ? `-${balance}` : balance,
})
