import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { agree, choose, openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks } from '../kit/e2e-axe'
import { turnedPhoto } from '../kit/e2e-files'
import { freshNumber, issuedOrder, linesOfArticle } from '../kit/e2e-orders'

const stage = openStage()
const folder = '/apps/sample_management'
const count = 30

it('samples are planned for thirty lines, travel in one parcel, and one needs a second round', {
  timeout: 300_000,
}, async () => {
  const { id, po_no } = await issuedOrder(stage, freshNumber('SAMPLES'), {
    lines: await linesOfArticle(stage, count, 100),
  })

  // The office sees what every line gets, and requests it.
  const office = await stage.open('office', `${folder}/sample_request?plan=1`)
  await choose(office, 'Add the open lines of an order', po_no)
  await see(office.getByRole('button', { name: `Remove ${po_no} / 10`, exact: true }))
  expect(await office.getByRole('button', { name: /^Remove / }).count()).toBe(count)
  await faultless(office, 'samples by plan')
  await choose(office, 'Deliver to', 'London')
  const request = office.getByRole('button', { name: /^Request \d+ samples$/ })
  const requested = Number((await request.textContent())?.replace(/\D/g, ''))
  expect(requested).toBeGreaterThan(count)
  await request.click()
  await see(office.getByText(`${requested} samples requested`))
  await reach(office, new RegExp(`^${folder}/request-table`))
  await faultless(office, 'sample requests')

  // The supplier acknowledges two of them on the phone, and sends both in one parcel.
  const list = `${folder}/sample_fulfilment_table?purchase_order_id=${id}&_sort=due_date`
  const phone = await stage.open('agent', list, { phone: true, language: 'zh' })
  const cards = phone.getByRole('list', { name: '样品交付' }).getByRole('listitem')
  await see(cards.first())
  await faultless(phone, 'samples on a phone')
  const addresses: string[] = []
  for (const index of [0, 1]) {
    const link = cards.nth(index).getByRole('link').first()
    addresses.push((await link.getAttribute('href'))?.split('?')[0] ?? '')
  }
  for (const address of addresses) {
    await phone.goto(address)
    await agree(phone.getByRole('main'), phone, '确认')
    await see(phone.getByText('已确认').first())
  }
  const ids = addresses.map((address) => address.split('/').at(-1))
  await phone.goto(`${folder}/sample_fulfillment?ids=${ids.join()}`)
  await phone.getByRole('textbox', { name: '快递公司' }).fill('顺丰速运')
  await phone.getByRole('textbox', { name: /运单号/ }).fill('020-12345674')
  // A photo as the phone takes it: large, on its side, with its place.
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'front.jpg', mimeType: 'image/jpeg' },
      buffer: await turnedPhoto(),
    })
  const labels = phone.getByRole('button', { name: '标签', exact: true })
  await labels.click()
  const [printed] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('menuitem', { name: /62/ }).click(),
  ])
  expect(printed.suggestedFilename()).toMatch(/^sample-labels-/)
  await see(phone.getByRole('button', { name: '寄出 2 个样品' }))
  await faultless(phone, 'a parcel on a phone')
  await phone.getByRole('button', { name: '寄出 2 个样品' }).click()
  await see(phone.getByText(/校验位/).first())
  await phone.getByRole('textbox', { name: /运单号/ }).fill('020-12345675')
  await phone.getByRole('button', { name: '寄出 2 个样品' }).click()
  await see(phone.getByText('已寄出 2 个样品'))
  const sent = await stage.ask<{ type: string; url: string }[]>('office', `files?area=sample-requests&record=${ids[0]}`)
  expect(sent).toMatchObject([{ type: 'image/jpeg' }])
  const photo = await fetch(new URL(sent[0]?.url ?? '', stage.address)).then((answer) => answer.arrayBuffer())
  const { width, height, exif } = await sharp(Buffer.from(photo)).metadata()
  expect({ width, height, exif }).toEqual({ width: 1536, height: 2048, exif: undefined })

  // The office receives and rejects one of them, with what is to be changed.
  await office.goto(addresses[0] ?? '')
  await agree(office.getByRole('main'), office, 'Receive', (dialog) =>
    dialog.getByRole('textbox', { name: 'Received on' }).fill(today()),
  )
  await agree(office.getByRole('main'), office, 'Evaluate', async (dialog) => {
    await dialog.getByText('Rejected', { exact: true }).click()
    await dialog.getByRole('textbox', { name: /^Fit/ }).fill('Chest 2 cm too wide.')
  })
  await see(office.getByText('Chest 2 cm too wide.').first())
  await agree(office.getByRole('main'), office, 'Request next round', (dialog) =>
    dialog.getByRole('textbox', { name: 'Due' }).fill('2027-06-01'),
  )
  const rounds = office.getByRole('region', { name: 'Rounds' })
  await rounds.getByRole('link', { name: 'Round 2' }).click()
  await see(office.getByRole('heading', { level: 1, name: /Round 2$/ }))
  await faultless(office, 'the second round')

  // The second round is sent from its own page, and approved.
  const second = new URL(office.url()).pathname
  await phone.goto(second)
  await agree(phone.getByRole('main'), phone, '确认')
  await see(phone.getByRole('link', { name: '寄出样品' }))
  await phone.getByRole('link', { name: '寄出样品' }).click()
  await phone.getByRole('textbox', { name: '快递公司' }).fill('顺丰速运')
  await phone.getByRole('textbox', { name: /运单号/ }).fill('SF1234567890')
  await phone.getByRole('button', { name: '寄出 1 个样品' }).click()
  await see(phone.getByText('已寄出 1 个样品'))
  await office.reload()
  await agree(office.getByRole('main'), office, 'Receive', (dialog) =>
    dialog.getByRole('textbox', { name: 'Received on' }).fill(today()),
  )
  await agree(office.getByRole('main'), office, 'Evaluate', (dialog) =>
    dialog.getByText('Approved', { exact: true }).click(),
  )
  await see(office.getByRole('main').getByText('Approved', { exact: true }).first())
  await faultlessInBothLooks(office, 'an approved sample')
})

it('the photo of a round stands beside that of the round before', async () => {
  const [sample] = await stage.ask<{ id: number }[]>('office', 'sample-requests?round=2&_sort=id&_end=1')
  const page = await stage.open('office', `${folder}/sample_detail/${sample?.id}`)
  const photos = page.getByRole('region', { name: 'Photos' })
  await see(photos.getByText('0 open comments'))
  await photos.getByText('Beside the last round').click()
  for (const round of ['Round 1', 'Round 2']) await see(photos.getByText(round, { exact: true }))
  await expect.poll(() => photos.locator('img, canvas').count()).toBeGreaterThan(1)
  await faultless(page, 'photos of two rounds')
})

const today = () => new Date().toISOString().slice(0, 10)

it('a sample is measured by its supplier on a phone, and by the office from a spreadsheet', async () => {
  const made = await acknowledged()
  const { measures, move } = made
  expect(measures.length).toBeGreaterThan(1)
  const [first] = measures

  const phone = await stage.open('agent', `${folder}/sample_detail/${made.id}`, { phone: true, language: 'zh' })
  const ownCells = phone.getByRole('gridcell', { name: /供应商自测/ })
  await ownCells.first().click()
  await phone.keyboard.type(String(Number(first?.spec_mm) / 10))
  await phone.keyboard.press('Enter')
  await phone.keyboard.type('1')
  await phone.keyboard.press('Enter')
  await see(phone.getByText('供应商：已测 2 处，超差 1 处'))
  await faultless(phone, 'measurements on a phone')
  await phone.getByRole('button', { name: '保存尺寸' }).click()
  await see(phone.getByText('尺寸已保存'))

  await move('agent', 'dispatch', parcel())
  await move('office', 'receive', { received_date: today(), condition: 'good' })
  const office = await stage.open('office', `${folder}/sample_detail/${made.id}`)
  const cell = office.getByRole('gridcell', { name: /, Ours:/ }).first()
  await cell.click()
  const block = measures.map(({ spec_mm }, at) => String(Number(spec_mm) / 10 + (at === 0 ? 30 : 0))).join('\n')
  await cell.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)
  await see(office.getByText(`Ours: ${measures.length} measured, 1 out of tolerance`))
  await see(office.getByRole('gridcell', { name: /, Our difference: \+30, out of tolerance$/ }))
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => office.getByText(/^Ours: /).count()).toBe(0)
  await office.getByRole('button', { name: 'Redo' }).click()
  await office.getByRole('button', { name: 'Save measurements' }).click()
  await see(office.getByText('Measurements saved'))
  await office.getByRole('button', { name: 'Evaluate', exact: true }).click()
  await see(office.getByText(`1 of ${measures.length} measurements are out of tolerance`))
  await office.keyboard.press('Escape')
  await faultlessInBothLooks(office, 'measurements')
})

it('samples that have arrived are scanned, and received at once', async () => {
  const [first, second, third] = [await acknowledged(), await acknowledged(), await acknowledged()]
  for (const { move } of [first, second]) await move('agent', 'dispatch', parcel())
  const page = await stage.open('office', `${folder}/scan`, { phone: true })
  const photo = async (id: number) =>
    sharp(await toBuffer({ bcid: 'qrcode', text: `https://portal.example${folder}/sample_detail/${id}`, scale: 6 }))
      .extend({ top: 200, bottom: 260, left: 300, right: 140, background: '#cdbfa8' })
      .rotate(7, { background: '#cdbfa8' })
      .flatten({ background: '#ffffff' })
      .jpeg()
      .toBuffer()
  const show = async (id: number) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer: await photo(id) })
  await see(page.getByRole('heading', { level: 1, name: 'Scan arrivals' }))
  await faultless(page, 'scan arrivals')
  await show(first.id)
  await see(page.getByText(`${first.request_no} added`))
  await show(first.id)
  await see(page.getByText(`${first.request_no} is already in the list`))
  await show(third.id)
  await see(page.getByText(`${third.request_no} is not on the way: Acknowledged`))
  const typed = page.getByRole('textbox', { name: 'Request', exact: true })
  await typed.fill('https://elsewhere.example/menu')
  await typed.press('Enter')
  await see(page.getByText(/^This is not the label of a sample/))
  await typed.fill(String(second.request_no).toLowerCase())
  await typed.press('Enter')
  await see(page.getByText('2 samples arrived'))
  await faultless(page, 'scanned samples')
  await page.getByRole('button', { name: 'Receive 2 samples' }).click()
  await see(page.getByText('2 samples received'))
  for (const { id } of [first, second])
    expect(await stage.ask<Sample>('office', `sample-requests/${id}`)).toMatchObject({
      ...{ status: 'received', received_qty: 1, condition: 'good' },
    })
  // Without a camera the page says what to do instead.
  await page.getByRole('button', { name: 'Open camera' }).click()
  await see(page.getByRole('alert').filter({ hasText: /camera/ }))
})

/** A request like one of the demo data whose specification has a table, as far as the supplier acknowledges it. */
const acknowledged = async () => {
  const known = await stage.ask<Sample[]>('agent', 'sample-requests?_sort=id&_end=100')
  let like: Sample | undefined
  for (const { id, specification_id } of known) {
    if (specification_id) like = await stage.ask<Sample>('agent', `sample-requests/${id}`)
    if (like && like.measures.length > 1) break
  }
  const { id } = await stage.ask<Sample>('office', 'sample-requests', {
    ...{ sample_type_id: like?.sample_type_id, po_line_id: like?.po_line_id, article_id: like?.article_id },
    ...{ colourway_id: like?.colourway_id, supplier_id: like?.supplier_id, location_id: like?.location_id },
    ...{ specification_id: like?.specification_id, due_date: '2027-06-01' },
    sizes: [{ size_id: like?.measures[0]?.size_id, qty: 1 }],
  })
  const move = async (who: 'office' | 'agent', name: string, values: object = {}) => {
    const { version } = await stage.ask<Sample>('office', `sample-requests/${id}`)
    return stage.ask<Sample>(who, `sample-requests/${id}/moves/${name}`, { version, ...values })
  }
  await move('office', 'send')
  return { ...(await move('agent', 'acknowledge', { promised_date: '2027-05-20' })), move }
}

const parcel = () => ({ dispatch_date: today(), courier: 'DHL', awb_no: '1234567890' })

interface Sample {
  [field: string]: unknown
  id: number
  version: number
  request_no: string
  measures: { spec_mm: string; size_id: number }[]
}
