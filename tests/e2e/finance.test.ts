import { expect, it } from 'vitest'
import { addDays, today } from '#shared/base/dates.ts'
import type { PayablesOverview } from '#shared/trade/payables.ts'
import { entry, openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks, faultlessInThisLook } from '../kit/e2e-axe'

const stage = openStage()

it('the office sees what is due and follows each number to its invoices; the agent takes the own statement along', {
  timeout: 240_000,
}, async () => {
  const overview = await stage.ask<PayablesOverview>('admin', 'finance/overview')
  const shown = overview.due.filter(({ count }) => count > 0)
  expect(shown.length).toBeGreaterThan(0)
  const page = await stage.open('admin', '/app/finance')
  const main = page.getByRole('main')
  await see(main.getByRole('region', { name: 'Cash needed by week' }))
  await see(main.getByRole('img', { name: /^Cash needed by week in/ }).or(main.locator('svg').first()))
  await faultless(page, 'payables, English, dark')

  // Each number says as many as the list that it leads to.
  for (const figure of [...overview.due, ...overview.stuck, ...overview.exceptions, ...overview.weeks]) {
    const { count } = await stage.ask<{ count: number }>('admin', `invoices/totals?${figure.query}`)
    expect([figure.query, count]).toEqual([figure.query, figure.count])
  }
  const [first] = shown
  const title = {
    overdue: 'Overdue',
    this_week: 'Until Sunday',
    next_weeks: 'Following four weeks',
    later: 'Later',
    unknown: 'No due date yet',
  }[first?.name ?? 'later']
  await main.getByRole('article', { name: title }).getByRole('link').first().click()
  await reach(page, /^\/apps\/invoice\?/)
  await see(main.getByRole('heading', { level: 1, name: 'Invoice' }))
  await page.goBack()

  // What nobody exported yet becomes a batch, and a file.
  await main.getByRole('button', { name: 'Journal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accounting journal' })
  await entry(dialog, 'From').fill(addDays(today(), -700))
  await entry(dialog, 'To').fill(today())
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Create batch' }).click()
  expect((await file).suggestedFilename()).toMatch(/^journal-\d+\.csv$/)
  await see(dialog.getByRole('button', { name: /^Download batch \d+$/ }).first())
  await faultless(page, 'the journal', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Create batch' }).click()
  await see(dialog.getByText('Every row of this period is already in a batch.'))
  await dialog.getByRole('button', { name: 'Close' }).click()

  // From the ages to the statement of a supplier.
  const ageing = await stage.open('office', '/app/finance/ageing')
  await see(ageing.getByRole('rowheader').first())
  await faultlessInBothLooks(ageing, 'ageing')
  await ageing.getByRole('rowheader').getByRole('link').first().click()
  await reach(ageing, /^\/app\/finance\/statement\?supplier_id=\d+$/)
  await see(ageing.getByRole('region', { name: /往来账$/ }).first())
  await faultlessInThisLook(ageing, 'statement, Chinese, light')

  const agent = await stage.open('agent', '/app/finance/statement', { phone: true, language: 'zh' })
  await see(agent.getByRole('region', { name: /往来账$/ }).first())
  await faultless(agent, 'the own statement on a phone')
  await agent.getByRole('button', { name: '下载' }).click()
  const paper = agent.waitForEvent('download')
  await agent.getByRole('menuitem', { name: 'PDF，中文' }).click()
  expect((await paper).suggestedFilename()).toMatch(/^statement-.*-zh\.pdf$/)

  const phone = await stage.open('office', '/app/finance', { phone: true })
  await see(phone.getByRole('region', { name: 'Cash needed by week' }))
  await faultless(phone, 'payables on a phone')
})
