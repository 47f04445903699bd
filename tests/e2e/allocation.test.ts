import { expect, it } from 'vitest'
import { choose, go, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber, issuedOrder, type MadeOrder } from '../kit/e2e-orders'

const stage = openStage()
const list = '/apps/po_allocation'
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const lineOf = async ({ id }: MadeOrder) => {
  const { lines } = await stage.ask<{ lines: { id: number }[] }>('office', `purchase-orders/${id}`)
  return lines[0]?.id ?? 0
}

it('an agent proposes a factory on the phone, the office decides on many, and the line and the capacity show it', async () => {
  const [first, second] = [await issuedOrder(stage, freshNumber('FACT')), await issuedOrder(stage, freshNumber('FACT'))]
  const [factory] = await stage.ask<{ id: number; name_en: string }[]>(
    'agent',
    'factories?status=approved&_sort=id&_end=1',
  )
  if (!factory) throw new Error('The demo’s Agent has no approved factory.')

  const phone = await stage.open('agent', `/apps/purchase_order/${first.id}`, { phone: true })
  await phone.getByRole('button', { name: 'Propose factory' }).first().click()
  const dialog = phone.getByRole('dialog', { name: 'Propose factory' })
  await choose(dialog, 'Factory', factory.name_en)
  await see(dialog.getByRole('list', { name: 'Result for each line' }).getByText(`${first.po_no} / 10`))
  await faultless(phone, 'the proposal on a phone')
  await dialog.getByRole('button', { name: 'Propose for 1 line' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await stage.ask('agent', 'factory-allocations', { po_line_id: await lineOf(second), factory_id: factory.id })
  // The second order is called off before anybody decides.
  const { version } = await stage.ask<MadeOrder>('office', `purchase-orders/${second.id}`)
  await stage.ask('office', `purchase-orders/${second.id}/moves/cancel`, { version, reason: 'Programme dropped' })

  const office = await stage.open('office', `${list}?purchase_order_id_in=${first.id},${second.id}`)
  for (const { po_no } of [first, second])
    await office
      .getByRole('row', { name: new RegExp(po_no) })
      .getByRole('checkbox')
      .check()
  await faultless(office, 'the allocations')
  // The line of the second order is cancelled: the bar says that approval fits one of the two.
  const bar = office.getByRole('region', { name: 'Selected records' })
  await bar.getByRole('button', { name: 'Approve (1 of 2)' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await office.getByRole('dialog').waitFor({ state: 'hidden' })

  const line = await lineOf(first)
  await go(office, `/apps/sales/po_line_approval/${line}`)
  await see(office.getByRole('heading', { level: 1, name: `${first.po_no} / 10` }))
  await see(office.getByRole('link', { name: factory.name_en }))
  const now = await stage.ask<{ factory_readiness: string; factory_id: number }>('office', `po-lines/${line}`)
  expect(now).toMatchObject({ factory_readiness: 'ok', factory_id: factory.id })
  await go(office, `${list}/capacity`)
  await see(office.getByRole('row', { name: new RegExp(factory.name_en) }))
  await faultless(office, 'the capacity')
})

it('an administrator is told of a month over capacity, and allocates what is not approved with a reason', async () => {
  const order = await issuedOrder(stage, freshNumber('FACT'))
  const name = `Works ${order.po_no}`
  const factory = await stage.ask<{ id: number }>('admin', 'factories', {
    name_en: name,
    country: 'CN',
    capacity_per_month: 100,
    business_licence_no: 'BL-1',
    business_licence_expiry: '2099-12-31',
    suppliers: [{ supplier_id: 60 }],
  })
  const page = await stage.open('admin', `/apps/purchase_order/${order.id}`)
  await page.getByRole('button', { name: 'Allocate factory' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Allocate factory' })
  await choose(dialog, 'Factory', name)
  await see(dialog.getByText('You can still allocate it if you enter a reason for the exception.'))
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
