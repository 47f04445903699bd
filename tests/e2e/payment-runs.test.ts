import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { agree, choose, entry, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'

const stage = openStage()

const area = '/apps/payment_runs'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Run {
  id: number
  version: number
  status: string
  run_no: string
  paid_out: string
  items: { invoice_id: number; end_to_end_id: string; pay_amount: string }[]
}

it('a run is proposed, released by somebody else, given to the bank, and its answer recorded', {
  timeout: 300_000,
}, async () => {
  const office = await stage.open('office', `${area}/new`)
  await see(office.getByText('Choose currency, due date and execution date to see what is due.'))
  await choose(office, 'Currency', 'USD')
  await entry(office, 'Due until').fill(day(120))
  await entry(office, 'Execution date').fill(day(3))
  await choose(office, 'Paying account', 'Main account USD')
  const proposal = office.getByRole('region', { name: 'Proposal' })
  const invoices = proposal.getByRole('group')
  await see(invoices.first())
  await faultless(office, 'a proposal')
  // Half of the first is paid; another one waits, where there is one.
  const amount = entry(invoices.first(), 'To pay')
  const half = String(Math.floor(Number((await amount.inputValue()).replaceAll(',', '')) / 2))
  await amount.fill(half)
  if ((await invoices.count()) > 1) await invoices.nth(1).getByRole('checkbox').uncheck({ force: true })
  await office.getByRole('button', { name: /^Create/ }).click()
  await reach(office, /\/apps\/payment_runs\/\d+$/)
  const id = Number(office.url().split('/').at(-1))
  await see(office.getByRole('heading', { name: 'Invoices', exact: true }))
  await faultless(office, 'a draft of a run')
  await agree(office.getByRole('main'), office, 'Submit')
  await see(office.getByText('To release', { exact: true }).first())

  const admin = await stage.open('admin', `${area}/${id}`)
  await agree(admin.getByRole('main'), admin, 'Release')
  await admin.getByRole('button', { name: 'Bank file' }).click()
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('menuitem', { name: 'ISO 20022 (pain.001)' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('pain.001.001.09')
  await agree(admin.getByRole('main'), admin, 'Mark as sent')

  const { items, run_no } = await stage.ask<Run>('admin', `payment-runs/${id}`)
  const ids = [...new Set(items.map(({ end_to_end_id }) => end_to_end_id))]
  const rows = ids.map((end_to_end_id, index) =>
    index === 0 ? `${end_to_end_id},paid,${day(0)},BANK-77,` : `${end_to_end_id},failed,${day(0)},,Account closed`,
  )
  await admin.getByRole('button', { name: 'Read bank’s answer' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: `${run_no}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['end_to_end_id,status,date,reference,reason', ...rows].join('\n')),
  })
  await see(dialog.getByText('Will be paid').first())
  await faultless(admin, 'the answer of the bank')
  await dialog.getByRole('button', { name: /^Record \d+ result/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await see(admin.getByText('Settled', { exact: true }).first())
  await faultless(admin, 'a settled run')

  const phone = await stage.open('admin', `${area}/${id}`, { phone: true, language: 'zh', mode: 'light' })
  await see(phone.getByRole('heading', { name: '发票', exact: true }))
  await faultless(phone, 'a run on a phone in Chinese')
  await phone.goto(`${area}/new`)
  await see(phone.getByText('选择币种、到期截止日和执行日期后显示到期发票。'))
  await faultless(phone, 'a proposal on a phone in Chinese')

  const paid = await stage.ask<{ payments: { payment_run_no: string }[] }>('office', `invoices/${items[0]?.invoice_id}`)
  expect(paid.payments.at(-1)?.payment_run_no).toBe(run_no)
})
