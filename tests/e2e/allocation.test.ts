import { expect, it } from 'vitest'
import { choose, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber, issuedOrder, type MadeOrder } from '../kit/e2e-orders'

const stage = openStage()
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const lineOf = async ({ id }: MadeOrder) => {
  const { lines } = await stage.ask<{ lines: { id: number }[] }>('office', `purchase-orders/${id}`)
  return lines[0]?.id ?? 0
}

it('an administrator is told of a month over capacity, and allocates what is not approved with a reason', async () => {
  const order = await issuedOrder(stage, freshNumber('FACT'))
  const name = `Works ${order.po_no}`
  const factory = await stage.ask<{ id: number }>('admin', 'factories', {
    name_en: name,
    country: 'CN',
    capacity_per_month: 100,
    suppliers: [{ supplier_id: 60 }],
  })
  const page = await stage.open('admin', `/apps/purchase_order/${order.id}`)
  await page.getByRole('button', { name: 'Allocate factory' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Allocate factory' })
  await choose(dialog, 'Factory', name)
  await see(dialog.getByText('You may still allocate it with a reason for the exception.'))
  await see(dialog.getByText('Not possible'))
  await dialog.getByRole('textbox', { name: 'Reason for the exception' }).fill('The audit is booked for Monday')
  await see(dialog.getByText(/20 more than its 100 a month/))
  await faultless(page, 'the allocation')
  await dialog.getByRole('button', { name: 'Allocate 1 line' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await see(page.getByRole('link', { name }))
  const [made] = await stage.ask<{ status: string; over_capacity: boolean }[]>(
    'office',
    `factory-allocations?factory_id=${factory.id}`,
  )
  expect(made).toMatchObject({ status: 'approved', over_capacity: true })
})

it('an issued order has its calendar: the supplier and production fill it, and what is late is told at the top', async () => {
  const order = await issuedOrder(stage, freshNumber('PLAN'))
  const line = await lineOf(order)
  type Task = { id: number; version: number; code: string; status: string }
  const tasks = async () => {
    const all = await stage.ask<Task[]>('office', `tna-tasks?po_line_id=${line}&_end=100`)
    return new Map(all.map((task) => [task.code, task]))
  }
  const known = await tasks()
  expect(known.get('po_issued')).toMatchObject({ status: 'done' })
  const cloth = known.get('fabric_booked')
  if (!cloth) throw new Error('The usual template has no cloth to book.')

  const plan = `/apps/dashboards/project?purchase_order_id=${order.id}`
  const agent = await stage.open('agent', `${plan}&view=table`)
  await agent.getByRole('button', { name: 'Finish: Yarn / fabric booked' }).click()
  const dialog = agent.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Done on' }).fill(yesterday)
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await agent.getByRole('button', { name: 'Finish: Yarn / fabric booked' }).waitFor({ state: 'detached' })
  expect((await tasks()).get('fabric_booked')).toMatchObject({ status: 'done' })
  await stage.ask('agent', 'wip-reports', {
    po_line_id: line,
    stage: 'cutting',
    report_date: yesterday,
    cumulative_qty: 40,
  })
  expect((await tasks()).get('cutting_start')).toMatchObject({ status: 'done' })

  const pack = (await tasks()).get('packing_complete')
  await stage.ask('agent', `tna-tasks/${pack?.id}/moves/revise`, {
    version: pack?.version,
    expected_date: '2027-03-25',
    reason: 'The line is full',
  })
  const office = await stage.open('office', `${plan}&late=1`)
  await see(office.getByText(/^Held up by: .*\(Supplier\)$/))
  await see(office.getByRole('link', { name: 'Packing complete' }))
  await faultless(office, 'the plan')
  const { delivery_risk_reasons } = await stage.ask<{ delivery_risk_reasons: string[] }>('office', `po-lines/${line}`)
  expect(delivery_risk_reasons).toEqual(['task_late'])

  // An agent sees the own lines only.
  const { lines } = await stage.ask<{ lines: { supplier_id: number }[] }>('agent', 'tna-tasks/plan')
  expect(new Set(lines.map(({ supplier_id }) => supplier_id))).toEqual(new Set([60]))
})

it('the board of production is drawn without a fault', async () => {
  const page = await stage.open('office', '/apps/factory_managment/manufacturing_status')
  await see(page.getByRole('group', { name: 'Lines by the week they are due' }))
  await faultless(page, 'the board')
  await page.getByRole('region').getByRole('link').first().click()
  await reach(page, /^\/apps\/sales\/po_line_approval\/\d+$/)
})
