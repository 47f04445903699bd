import type { Doc, Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'

/** The company's own bank accounts; the numbers are valid by their countries' rules, but not in use. */
export const demoPayingAccounts = [
  {
    ...{
      name: 'Main account USD',
      account_holder: 'Alderwick & Fenmoor Retail Ltd',
      bank_country: 'GB',
      currency: 'USD',
    },
    ...{ iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L', ledger_account: '1210' },
  },
  {
    ...{
      name: 'Main account GBP',
      account_holder: 'Alderwick & Fenmoor Retail Ltd',
      bank_country: 'GB',
      currency: 'GBP',
    },
    ...{ iban: 'GB82WEST12345698765432', bic: 'NWBKGB2L', ledger_account: '1200' },
  },
  {
    ...{ name: 'Euro account', account_holder: 'Alderwick & Fenmoor Retail GmbH', bank_country: 'DE', currency: 'EUR' },
    ...{ iban: 'DE89370400440532013000', bic: 'COBADEFF', ledger_account: '1220' },
  },
  {
    ...{ name: 'Former dollar account', account_holder: 'Alderwick & Fenmoor Retail Ltd', bank_country: 'US' },
    ...{ currency: 'USD', account_no: '000123456789', clearing_code: '021000021', status: 'retired' },
  },
]

type State = 'settled' | 'sent' | 'released' | 'submitted' | 'draft' | 'cancelled'

/** The payment runs, oldest invoices first; `days` is how many days ago the run was proposed. */
const plan: readonly { state: State; days: number }[] = [
  // The next run pays the invoices of this cancelled one.
  { state: 'cancelled', days: 20 },
  { state: 'settled', days: 12 },
  { state: 'sent', days: 3 },
  { state: 'released', days: 1 },
  { state: 'submitted', days: 1 },
  { state: 'draft', days: 0 },
]

const ways: Record<State, readonly string[]> = {
  settled: ['submit', 'release', 'send', 'settle'],
  sent: ['submit', 'release', 'send'],
  released: ['submit', 'release'],
  submitted: ['submit'],
  draft: [],
  cancelled: ['cancel'],
}

interface OpenInvoice {
  id: number
  balance: string
  currency: string
  account: number
}

/** Creates a payment run in every state, of approved invoices whose suppliers have a verified account; most stay open. */
export const demoPaymentRuns = async (
  { onSent: _onSent, ...work }: Work,
  day: string,
  create: (area: string, records: readonly Record<string, unknown>[]) => Promise<Doc[]>,
): Promise<void> => {
  const invoices = await work.tx.query<OpenInvoice>(
    `select i.id, i.balance::text as balance, i.currency, p.id as account
     from invoices i join paying_accounts p on p.currency = i.currency and p.status = 'active'
     where i.status in ('approved', 'part_paid') and i.type in ('commercial', 'deposit') and i.balance > 0
       and exists (select 1 from supplier_bank_accounts a
         where a.supplier_id = i.supplier_id and a.currency = i.currency and a.status = 'active')
     order by i.due_date, i.id`,
  )
  const [first] = invoices
  if (!first) return
  const ofCurrency = invoices.filter(({ currency }) => currency === first.currency)
  const count = Math.max(1, Math.floor(ofCurrency.length / (plan.length + 2)))
  for (const [index, { state, days }] of plan.entries()) {
    const place = Math.max(0, index - 1)
    const own = ofCurrency.slice(place * count, (place + 1) * count)
    if (own.length > 0) await runOf(work, { state, day, days, first, own }, create)
  }
  await nameHands(work)
}

const runOf = async (
  work: Work,
  { state, day, days, first, own }: { state: State; day: string; days: number; first: OpenInvoice; own: OpenInvoice[] },
  create: (area: string, records: readonly Record<string, unknown>[]) => Promise<Doc[]>,
) => {
  const at = (hour: number): Work => ({ ...work, now: `${addDays(day, -days)}T0${hour}:20:00.000Z` })
  const [run] = await create('payment-runs', [
    {
      ...{ currency: first.currency, paying_account_id: first.account, due_until: addDays(day, 7) },
      execution_date: addDays(day, 2),
      items: own.map(({ id, balance }) => ({ invoice_id: id, pay_amount: balance })),
    },
  ])
  const id = Number(run?.id)
  const repository = work.kit.repository('payment-runs')
  let version = Number(run?.version)
  for (const [step, move] of ways[state].entries()) {
    const then = { ...at(step + 2), action: move }
    if (move === 'send')
      version = Number((await repository.edit({ ...then, action: 'bank_file' }, id, { exported_at: then.now })).version)
    version = Number((await repository.move(then, id, move, { version, ...answers(move, day, days) })).version)
  }
  if (state === 'settled' || state === 'cancelled')
    await work.tx.query('update payment_runs set execution_date = $2, due_until = $2 where id = $1', [
      id,
      addDays(day, 2 - days),
    ])
  await work.tx.query(`update payment_runs set created_at = $2 where id = $1`, [id, at(1).now])
}

const answers = (move: string, day: string, days: number): Record<string, unknown> =>
  move === 'settle'
    ? { paid_on: addDays(day, 2 - days), bank_reference: 'FT26331-004711' }
    : move === 'cancel'
      ? { reason: 'The supplier asked for a later payment.' }
      : {}

/** Names an office account as the one that proposes the runs, and an administrator as the one that releases and sends them. */
const nameHands = async ({ tx }: Work) => {
  await tx.query(
    `update payment_runs r set proposed_by = o.id, submitted_by = case when r.submitted_at is not null then o.id end,
       released_by = case when r.released_at is not null then a.id end,
       exported_by = case when r.exported_at is not null then a.id end,
       sent_by = case when r.sent_at is not null then a.id end,
       confirmed_by = case when r.status = 'settled' then a.id end
     from users o, users a where o.email = 'office@demo.test' and a.email = 'admin2@demo.test'`,
  )
  await tx.query(
    `update history h set actor_id = u.id, actor_name = u.full_name, actor_role = u.type
     from users u where h.document_area = 'payment-runs'
       and u.email = case when h.action in ('create', 'submit', 'cancel') then 'office@demo.test' else 'admin2@demo.test' end`,
  )
}
