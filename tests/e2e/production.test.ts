import { expect, it } from 'vitest'
import { blank, openStage, reach, see } from '../kit/e2e'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()
const page = '/apps/factory_managment/manufacturing_status'

it('an operative reports from a phone in Chinese, and the office sees the board move', async () => {
  const { id, po_no } = await issuedOrder(stage, freshNumber('WIP'))
  const { lines } = await stage.ask<{ lines: { id: number }[] }>('office', `purchase-orders/${id}`)
  const line = lines[0]?.id

  const phone = await stage.open('staff', `${page}/new?line=${line}`, { phone: true, language: 'zh' })
  await see(phone.getByRole('heading', { level: 1, name: `${po_no} / 10` }))
  const cutting = phone.getByRole('textbox', { name: '裁剪 / 织片：累计完成' })
  await cutting.fill('90')
  await phone.getByRole('button', { name: '物料到厂：全部 120' }).click()
  await phone.getByRole('button', { name: '保存报告' }).click()
  await see(phone.getByRole('heading', { level: 1, name: '选择订单行' }))

  // The next day fewer are said to be cut: that wants a reason.
  await phone.goto(`${page}/new?line=${line}`)
  await see(phone.getByText('已完成 90 / 120'))
  expect(await phone.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth))).toBe(0)

  const office = await stage.open('office', `${page}?week=2027-03-08&find=${po_no}`)
  const week = office.getByRole('region', { name: 'Week 10' })
  await see(week.getByText('Cutting / knitting 90 of 120'))
  await week.getByRole('link', { name: `${po_no} / 10`, exact: true }).click()
  await reach(office, `/apps/sales/po_line_approval/${line}`)
  await see(office.getByRole('region', { name: 'Production by stage' }).getByText('90 · 75%'))
})

it('a quantity that shrinks is not accepted unsaid', async () => {
  const { id } = await issuedOrder(stage, freshNumber('WIP'))
  const { lines } = await stage.ask<{ lines: { id: number }[] }>('office', `purchase-orders/${id}`)
  const line = lines[0]?.id
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await stage.ask('agent', 'wip-reports', {
    po_line_id: line,
    stage: 'cutting',
    report_date: yesterday,
    cumulative_qty: 90,
  })
  const desk = await stage.open('agent', `${page}/new?line=${line}`)
  await desk.getByRole('textbox', { name: 'Cutting / knitting: cumulative' }).fill('80')
  await desk.getByRole('button', { name: 'Save report' }).click()
  await see(desk.getByText('Fewer than the 90 reported before. If this is correct, enter the reason'))
  await desk.getByRole('textbox', { name: 'Cutting / knitting: reason for fewer' }).fill('Ten went back to the table')
  await desk.getByRole('button', { name: 'Save report' }).click()
  await see(desk.getByRole('heading', { level: 1, name: 'Choose a line' }))
  const [report] = await stage.ask<{ cumulative_qty: number; correction_reason: string }[]>(
    'office',
    `wip-reports?po_line_id=${line}&_sort=report_date&_order=desc&_end=1`,
  )
  expect(report).toMatchObject({ cumulative_qty: 80, correction_reason: 'Ten went back to the table' })
})

it('the board asks for its lines alone, the reports for theirs as soon as the page is there', async () => {
  const office = await stage.open('office', blank)
  let requests: string[] = []
  office.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // Counts of what is offered to choose from have no rows.
    if (pathname.startsWith('/api/wip-reports') && searchParams.get('_end') !== '0') requests.push(pathname)
  })
  for (const address of [page, `${page}?as=table`]) {
    requests = []
    await office.goto(address)
    await see(office.getByRole('link', { name: / \/ \d+$/ }))
    expect([address, ...requests]).toEqual([address, '/api/wip-reports/board'])
  }
  requests = []
  await office.goto(`${page}?stage=cutting`)
  await see(office.getByRole('gridcell'))
  expect(requests).toEqual(['/api/wip-reports'])
})
