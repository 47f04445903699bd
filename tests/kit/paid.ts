import type { Portal } from './portal'

const far = '2099-01-01'

/** The account from which the runs of a test pay. */
const accountOf = async ({ db, make }: Portal): Promise<number> => {
  const [known] = await db.query<{ id: number }>(
    `select id from paying_accounts where currency = 'USD' order by id limit 1`,
  )
  if (known) return known.id
  const [made] = await make('paying-accounts', [
    {
      name: 'Runs',
      account_holder: 'Test Retail Ltd',
      bank_country: 'GB',
      currency: 'USD',
      iban: 'GB29NWBK60161331926819',
    },
  ])
  return Number(made?.id)
}

const runOf = async (portal: Portal, items: object[]): Promise<number> => {
  const [run] = await portal.make('payment-runs', [
    { currency: 'USD', due_until: far, execution_date: far, paying_account_id: await accountOf(portal), items },
  ])
  return Number(run?.id)
}

/** A run without invoices, whose moves touch no other record. */
export const giveEmptyRun = (portal: Portal): Promise<number> => runOf(portal, [])

/** A draft of a run for each supplier, with one invoice of it. */
export const givePaymentRuns = async (portal: Portal, suppliers: readonly number[]): Promise<void> => {
  for (const supplier_id of suppliers) {
    const [invoice] = await portal.make('invoices', [
      {
        ...{ invoice_no: `RUN-${supplier_id}`, type: 'deposit', supplier_id, invoice_date: '2026-01-05' },
        ...{ currency: 'USD', status: 'approved', lines: [{ description: 'Goods', qty: 1, unit_price: '10' }] },
      },
    ])
    await runOf(portal, [{ invoice_id: invoice?.id, pay_amount: '10' }])
  }
}
