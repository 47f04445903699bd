import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()

const area = '/apps/shipping_management'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A confirmed order of the demo's supplier with one line of 48 and 72 units, 24 in a carton, made by an approved factory. */
const confirmedOrder = async () => {
  const po_no = freshNumber('BOOKED')
  const [article] = await stage.ask<{ id: number; size_scale_id: number }[]>('office', 'articles?article_no=ALW1001')
  const sizes = await stage.ask<{ id: number; label: string }[]>(
    'office',
    `sizes?size_scale_id=${article?.size_scale_id}`,
  )
  const [colourway] = await stage.ask<{ id: number }[]>('office', `colourways?article_id=${article?.id}&_end=1`)
  const [port] = await stage.ask<{ id: number }[]>('office', 'ports?code=CNNGB')
  const idOf = (label: string) => sizes.find((size) => size.label === label)?.id
  const { id } = await issuedOrder(stage, po_no, {
    ex_factory_date: day(30),
    ship_window_start: day(20),
    ship_window_end: day(40),
    port_of_loading_id: port?.id,
    lines: [
      {
        article_id: article?.id,
        colourway_id: colourway?.id,
        qty: 120,
        unit_price: '3.10',
        units_per_carton: 24,
        pack_type: 'solid',
        sizes: [
          { size_id: idOf('S'), qty: 48 },
          { size_id: idOf('M'), qty: 72 },
        ],
      },
    ],
  })
  const { version } = await stage.ask<{ version: number }>('agent', `purchase-orders/${id}`)
  await stage.ask('agent', `purchase-orders/${id}/moves/acknowledge`, { version })
  const [line] = await stage.ask<{ id: number }[]>('office', `po-lines?purchase_order_id=${id}`)
  const [factory] = await stage.ask<{ id: number; name_en: string }[]>('agent', 'factories?status=approved&_end=1')
  await stage.ask('office', 'factory-allocations', { po_line_id: line?.id, factory_id: factory?.id })
  return { id, po_no, line: line?.id ?? 0, factory: factory?.name_en ?? '' }
}

const chooseFactory = async (page: Page, label: string, name: string) => {
  const input = page.getByRole('combobox', { name: label })
  if ((await input.inputValue()) !== '') return
  await input.fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

it('goods are booked on a phone in Chinese, get space, an instruction and a ship', { timeout: 240_000 }, async () => {
  const { po_no, factory, line } = await confirmedOrder()
  const phone = await stage.open('agent', '/apps/new-booking', { phone: true, language: 'zh' })
  await phone.getByRole('textbox', { name: '订单号、订单行或款号' }).fill(po_no)
  await phone
    .getByRole('checkbox')
    .and(phone.getByLabel(new RegExp(`^${po_no}`)))
    .check()
  await faultless(phone, 'order lines of a booking on a phone')
  await phone.getByRole('button', { name: '下一步：数量与装箱' }).click()
  await see(phone.getByText('已装箱 0/120 件'))
  await phone.getByRole('button', { name: '按订单装箱' }).click()
  await see(phone.getByText('已装箱 120/120 件'))
  const measures = phone.getByRole('group', { name: '所有纸箱的尺寸与重量' })
  for (const [label, value] of [
    ['长（厘米）', '60'],
    ['宽（厘米）', '40'],
    ['高（厘米）', '30'],
    ['毛重（千克）', '9'],
    ['净重（千克）', '8'],
  ] as const)
    await measures.getByLabel(label).fill(value)
  await measures.getByRole('button', { name: '应用到全部' }).click()
  await see(phone.getByText(/^5 箱，120 件，毛重 45 千克，0\.36 立方米$/))
  await faultless(phone, 'cartons of a booking on a phone')
  await phone.getByRole('button', { name: '下一步：货物与日期' }).click()
  await phone.getByRole('combobox', { name: '装运方式' }).selectOption('lcl')
  await chooseFactory(phone, '工厂', factory)
  await phone.getByRole('textbox', { name: '货好日期' }).fill(day(28))
  await phone.getByRole('textbox', { name: '要求离港' }).fill(day(33))
  await phone.getByRole('textbox', { name: '货物描述' }).fill("Men's knitted T-shirts, 100% cotton")
  await see(phone.getByText(/^按重量或体积计费：0\.36 W\/M$/))
  await phone.getByRole('button', { name: '下一步：文件' }).click()
  await phone.getByRole('button', { name: '下一步：核对' }).click()
  // Requirements of the line are open, which the office should know.
  const reason = phone.getByRole('textbox', { name: '例外原因' })
  if (await reason.isVisible()) await reason.fill('已与采购确认')
  await see(phone.getByText('资料齐全。'))
  await phone.getByRole('button', { name: '保存并提交' }).click()
  await reach(phone, /^\/apps\/new-booking\/booking_success/)
  await see(phone.getByText('后续步骤'))
  const number = (await phone.getByRole('heading', { level: 1 }).innerText()).split(' ')[0] ?? ''
  expect(number).toMatch(/^BK-\d{4}-\d{6}$/)
  await faultless(phone, 'a submitted booking')
  const [made] = await stage.ask<{ id: number }[]>('office', `bookings?booking_no=${number}`)
  const address = `${area}/${made?.id}`

  // The office sees it among those to approve, and gives it a ship.
  const office = await stage.open('office', `${area}?status=submitted`)
  await see(office.getByText(number))
  await office.goto(address)
  const main = office.getByRole('main')
  await see(main.getByText(`${po_no} / 10`))
  await agree(main, office, 'Approve')
  await main.getByRole('button', { name: 'Confirm carrier' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Carrier' }).fill('Meridian Line')
  await dialog.getByRole('textbox', { name: 'Vessel' }).fill('CORAL MERIDIAN')
  await dialog.getByRole('textbox', { name: 'ETD' }).fill(day(33))
  await dialog.getByRole('textbox', { name: 'ETA' }).fill(day(63))
  await dialog.getByRole('button', { name: 'Confirm carrier' }).click()
  await see(main.getByText('Confirmed').first())
  await faultless(office, 'a confirmed booking')

  // The instruction has the packing list as it is; the goods are handed over and leave.
  const agent = await stage.open('agent', address)
  await agree(agent.getByRole('main'), agent, 'Submit shipping instruction')
  await office.reload()
  await agree(main, office, 'Accept shipping instruction')
  await main.getByRole('button', { name: 'Receive cargo' }).click()
  await office.getByRole('dialog').getByRole('textbox', { name: 'Received on' }).fill(day(0))
  await office.getByRole('dialog').getByRole('button', { name: 'Receive cargo' }).click()
  await main.getByRole('button', { name: 'Ship', exact: true }).click()
  const ship = office.getByRole('dialog')
  await ship.getByRole('textbox', { name: 'Sailed on' }).fill(day(0))
  await ship.getByRole('textbox', { name: 'House B/L' }).fill('HVL70001')
  await ship.getByRole('textbox', { name: 'ETA' }).fill(day(30))
  await ship.getByRole('button', { name: 'Ship', exact: true }).click()
  await see(main.getByText('Shipped').first())
  const shipped = await stage.ask<{ shipped_qty: number; goods_state: string }>('office', `po-lines/${line}`)
  expect(shipped).toMatchObject({ shipped_qty: 120, goods_state: 'left' })
})

it('a packing list with faults is previewed before it takes the place of the cartons', {
  timeout: 120_000,
}, async () => {
  const { po_no } = await confirmedOrder()
  const page = await stage.open('agent', '/apps/new-booking')
  await page.getByRole('textbox', { name: 'Order, line or style' }).fill(po_no)
  await page
    .getByRole('checkbox')
    .and(page.getByLabel(new RegExp(`^${po_no}`)))
    .check()
  await page.getByRole('button', { name: 'Next: Units and cartons' }).click()
  const file = (text: string) => ({ name: 'packing.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const head = 'Carton,Size,Pcs/ctn,Measurement,GW,NW'
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file(`${head}\n1-2,S,24,60x40x30,9,8\n3-5,M,many,60x40x30,9,8\n6,XXXL,24,,,`))
  await see(page.getByText(/^Row 3 · Pcs\/ctn · /))
  await see(page.getByText(/^Row 4 · Size · /))
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await see(page.getByText(/^No cartons yet\./))
  await input.setInputFiles(file(`${head}\n1-2,S,24,60x40x30,9,8\n3-5,M,24,60x40x30,9,8`))
  await page.getByRole('button', { name: 'Use 2 rows' }).click()
  await see(page.getByText('120 of 120 units in cartons'))
  await faultless(page, 'a packing list')
  // More than the order has is refused where it is typed.
  await page.getByRole('textbox', { name: 'S', exact: true }).fill('9999')
  await page.getByRole('button', { name: 'Review' }).click()
  await see(page.getByText(/of this size can still be booked/))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await reach(page, new RegExp(`^${area}/\\d+$`))
  await see(page.getByText('Draft').first())
})
