import sharp from 'sharp'
import { expect, it } from 'vitest'
import { agree, choose, openStage, patience, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { turnedPhoto } from '../kit/e2e-files'
import { freshNumber, issuedOrder, linesOfArticle } from '../kit/e2e-orders'

const stage = openStage()

const area = '/apps/quality_assurance'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('a final inspection fails, is corrected by the supplier on a phone, and passes when it is repeated', {
  timeout: 240_000,
}, async () => {
  const { id } = await issuedOrder(stage, freshNumber('QUALITY'), { lines: await linesOfArticle(stage, 1, 2400) })
  const [line] = await stage.ask<{ id: number }[]>('office', `po-lines?purchase_order_id=${id}`)

  // From the line: its supplier and quantity follow, and the plan is computed.
  const office = await stage.open('office', `${area}/new?po_line_id=${line?.id}`)
  await office.getByRole('combobox', { name: 'Type', exact: true }).selectOption('final')
  await expect.poll(() => office.getByRole('combobox', { name: 'Supplier' }).inputValue()).not.toBe('')
  await office.getByRole('textbox', { name: 'Planned date' }).fill(day(0))
  await faultless(office, 'a new activity')
  await office.getByRole('button', { name: /^(Create|Save)/ }).click()
  await reach(office, new RegExp(`^${area}/\\d+$`))
  const address = new URL(office.url()).pathname
  const main = office.getByRole('main')
  await see(main.getByText(/^125 units of 2,400/))
  await agree(main, office, 'Schedule')
  await main.getByRole('button', { name: 'Start', exact: true }).click()

  // On a phone the network goes in the middle, and the tab is closed: twelve units are more than the plan accepts.
  const phoneOfOffice = await stage.open('office', address, { phone: true })
  await phoneOfOffice.getByRole('link', { name: 'Inspect', exact: true }).click()
  await reach(phoneOfOffice, new RegExp(`^${address}/inspect`))
  await phoneOfOffice.getByRole('textbox', { name: 'Cartons' }).fill('60')
  await phoneOfOffice.getByRole('button', { name: 'Draw cartons' }).click()
  await see(phoneOfOffice.getByText(/^Open these 8: \d/))
  const openSeam = phoneOfOffice.getByRole('button', { name: 'One more: Open seam' })
  for (let units = 0; units < 4; units += 1) await openSeam.click()
  await see(phoneOfOffice.getByText('Everything has been sent'))
  await faultless(phoneOfOffice, 'an inspection on a phone')
  await expect
    .poll(() => phoneOfOffice.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(1)
  await phoneOfOffice.context().setOffline(true)
  for (let units = 0; units < 8; units += 1) await openSeam.click()
  await phoneOfOffice.getByRole('textbox', { name: 'Position of Open seam' }).fill('left side')
  await phoneOfOffice.locator('input[type=file]').setInputFiles({
    ...{ name: 'seam.jpg', mimeType: 'image/jpeg' },
    buffer: await turnedPhoto(),
  })
  await see(phoneOfOffice.getByText('1 photo', { exact: true }))
  await see(phoneOfOffice.getByText(/^No connection\./))
  await see(phoneOfOffice.getByText('Failed').first())
  await phoneOfOffice.getByRole('button', { name: 'Place of Open seam on a drawing' }).click()
  await phoneOfOffice.getByRole('button', { name: 'Point at Open seam on the drawing' }).click()
  // A check fails without a network, the rest passes.
  const checks = phoneOfOffice.getByRole('region', { name: 'Checklist' })
  await checks.getByRole('group', { name: 'Carton passes the drop test' }).getByRole('button', { name: 'Fail' }).click()
  await checks.getByRole('textbox', { name: 'Comment on Carton passes the drop test' }).fill('Corner burst')
  await checks.getByRole('button', { name: /^Pass the other \d+$/ }).click()
  await see(checks.getByText('Every check has an answer.'))
  await phoneOfOffice.getByRole('textbox', { name: 'Factory: name' }).fill('Chen Wei')
  const pad = await phoneOfOffice.getByRole('img', { name: 'Factory: signature' }).boundingBox()
  if (pad) await phoneOfOffice.mouse.move(pad.x + 20, pad.y + 20)
  await phoneOfOffice.mouse.down()
  if (pad) await phoneOfOffice.mouse.move(pad.x + 160, pad.y + 60, { steps: 8 })
  await phoneOfOffice.mouse.up()
  await see(phoneOfOffice.getByRole('button', { name: 'Clear the signature: Factory' }))
  await phoneOfOffice.getByRole('textbox', { name: 'Packed %' }).fill('100')
  await phoneOfOffice.getByRole('button', { name: 'Complete inspection' }).click()
  await see(phoneOfOffice.getByText(/as soon as the connection is back/))
  const context = phoneOfOffice.context()
  await phoneOfOffice.close()
  // The page opens without a network, too, with all that was entered.
  const reopened = await context.newPage()
  await reopened.goto(`${address}/inspect`)
  await see(reopened.getByText(/^No connection\./))
  await see(reopened.getByText('1 photo', { exact: true }))
  await context.setOffline(false)
  // Entries, the photo and the completion travel one after the other.
  await reopened.waitForURL(`**${address}`, { timeout: 3 * patience })
  const files = await stage.ask<{ type: string; url: string }[]>(
    'office',
    `files?area=qa-activities&record=${address.split('/').at(-1)}`,
  )
  expect(files).toMatchObject([{ type: 'image/jpeg' }])
  const sent = await fetch(new URL(files[0]?.url ?? '', stage.address)).then((answer) => answer.arrayBuffer())
  const { width, height, exif } = await sharp(Buffer.from(sent)).metadata()
  expect({ width, height, exif }).toEqual({ width: 1536, height: 2048, exif: undefined })
  await office.reload()
  await see(main.getByText('12 · too many'))
  await see(main.getByRole('region', { name: 'Signatures' }).getByText('Chen Wei'))
  await see(main.getByRole('region', { name: 'Places of defects' }).getByRole('img', { name: 'Top, front' }))
  await see(main.getByText('Failed').first())
  await agree(main, office, 'Require rework', async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Corrective action plan due' }).fill(day(5))
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Open side seams.')
  })

  // The supplier comes from the line.
  const phone = await stage.open('agent', `/apps/sales/po_line_approval/${line?.id}`, { phone: true, language: 'zh' })
  await phone.getByRole('region', { name: '质检' }).getByRole('link', { name: '终期检验' }).click()
  await reach(phone, new RegExp(`^${address}$`))
  await see(phone.getByText('Open side seams.').first())
  await faultless(phone, 'a failed inspection on a phone')
  await agree(phone.getByRole('main'), phone, '提交整改计划', async (dialog) => {
    for (const name of ['根本原因', '纠正措施', '预防措施'])
      await dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill('拷边机送布齿磨损，已更换。')
    await dialog.getByRole('textbox', { name: '整改完成日期' }).fill(day(1))
  })
  await see(phone.getByText('待审').first())

  await office.reload()
  await main.getByRole('button', { name: 'Accept plan', exact: true }).click()
  await agree(main, office, 'Schedule re-inspection')
  const again = office.getByRole('region', { name: 'Re-inspection', exact: true })
  await again.getByRole('link', { name: 'Re-inspection' }).click()
  await see(office.getByRole('heading', { level: 1, name: /Re-inspection$/ }))
  await main.getByRole('button', { name: 'Start', exact: true }).click()
  await main.getByRole('link', { name: 'Inspect', exact: true }).click()
  await office.getByRole('button', { name: /^Pass the other \d+$/ }).click()
  await see(office.getByText('Everything has been sent'))
  await office.goBack()
  await agree(main, office, 'Complete', async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Inspected on' }).fill(day(0))
    await dialog.getByRole('textbox', { name: 'Packed %' }).fill('100')
  })
  await see(main.getByText('Passed').first())
  await main.getByRole('button', { name: 'Accept goods', exact: true }).click()
  await see(main.getByText('Accepted', { exact: true }).first())
  await faultless(office, 'an accepted re-inspection')
})

it('pieces are measured on a phone without a network, and pasted at a desk', async () => {
  const { id, points } = await measuredInspection()
  const address = `${area}/${id}`
  const phone = await stage.open('office', `${address}/inspect`, { phone: true, language: 'zh' })
  const pieces = phone.getByRole('region', { name: '尺寸' })
  await see(pieces.getByText('尚未测量'))
  await phone.context().setOffline(true)
  await pieces
    .getByRole('gridcell', { name: /第 1 件/ })
    .first()
    .click()
  for (const length of ['1', '2']) {
    await phone.keyboard.type(length)
    await phone.keyboard.press('Enter')
  }
  await see(pieces.getByText('已测 1 件，超差 1 件'))
  await see(phone.getByText(/^没有网络/))
  await faultless(phone, 'measurements of an inspection on a phone')
  const context = phone.context()
  await phone.close()
  await context.setOffline(false)
  const reopened = await context.newPage()
  await reopened.goto(`${address}/inspect`)
  await see(reopened.getByText('已全部发送'))
  await see(reopened.getByText('已测 1 件，超差 1 件'))

  const office = await stage.open('office', address)
  const region = office.getByRole('region', { name: 'Measurements' })
  await see(region.getByText('1 piece measured, 1 out of tolerance'))
  const cell = region.getByRole('gridcell', { name: /, Piece 2/ }).first()
  await cell.click()
  const block = points.map(({ spec_mm }) => String(Number(spec_mm) / 10)).join('\n')
  await cell.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, block)
  await see(region.getByText('2 pieces measured, 1 out of tolerance'))
  await region.getByRole('button', { name: 'Save measurements' }).click()
  await see(office.getByText('Measurements saved'))
  await faultless(office, 'measurements of an inspection')
})

/** An inspection that has begun, of a line of the demo data whose specification has a table; its points in the first size. */
const measuredInspection = async () => {
  const known = await stage.ask<Activity[]>('office', 'qa-activities?status=accepted&type=final&_sort=id&_end=20')
  const line = known.find(({ measured_qty }) => measured_qty > 0)
  if (!line) throw new Error('No inspection of the demo data has measurements.')
  const { id } = await stage.ask<Activity>('office', 'qa-activities', {
    ...{ type: 'inline', po_line_id: line.po_line_id, supplier_id: line.supplier_id, planned_date: day(0) },
  })
  const move = async (name: string, values: object = {}) => {
    const { version } = await stage.ask<Activity>('office', `qa-activities/${id}`)
    return stage.ask<Activity>('office', `qa-activities/${id}/moves/${name}`, { version, ...values })
  }
  await move('schedule', { planned_date: day(0) })
  const { measures } = await move('start')
  return { id, points: measures.filter(({ size_id }) => size_id === measures[0]?.size_id) }
}

interface Activity {
  id: number
  version: number
  po_line_id: number
  supplier_id: number
  measured_qty: number
  measures: { spec_mm: string; size_id: number }[]
}

it('activities are planned from the milestones of an order, once', async () => {
  const { id, po_no } = await issuedOrder(stage, freshNumber('MILESTONE'), {
    lines: await linesOfArticle(stage, 2, 500),
  })
  const page = await stage.open('office', area)
  await page.getByRole('link', { name: 'Plan from milestones' }).click()
  await reach(page, `${area}/plan`)
  await choose(page, 'Add the open lines of an order', po_no)
  await see(page.getByRole('button', { name: `Remove ${po_no} / 10`, exact: true }))
  await see(page.getByText('Final inspection').first())
  await faultless(page, 'activities by milestones')
  await page.getByRole('button', { name: 'Plan 10 activities' }).click()
  await see(page.getByText('10 activities planned'))
  expect(await stage.ask<unknown[]>('office', `qa-activities?purchase_order_id=${id}&_end=50`)).toHaveLength(10)
  const [line] = await stage.ask<{ id: number }[]>('office', `po-lines?purchase_order_id=${id}`)
  await page.goto(`${area}/plan?lines=${line?.id}`)
  await see(page.getByText('already planned').first())
  expect(await page.getByRole('button', { name: 'Plan 0 activities' }).isDisabled()).toBe(true)
})

it('an address with the handle of a label lists the activities that have it', async () => {
  const [label] = await stage.ask<{ id: number; handle: string }[]>('office', 'labels?_end=1')
  const page = await stage.open('office', `${area}/all/${label?.handle}`)
  await reach(page, new RegExp(`^${area}\\?label_id=${label?.id}`))
  await see(page.getByRole('heading', { level: 1, name: 'QA Control Activities' }))
  await page.goto(`${area}/all/no-such-label`)
  await see(page.getByRole('heading', { name: /not found/i }))
})

it('charts of defects lead to the inspections behind each bar', async () => {
  const page = await stage.open('office', area)
  await page.getByRole('link', { name: 'Defect charts' }).click()
  await reach(page, new RegExp(`^${area}/defects`))
  const kinds = page.getByRole('region', { name: 'By kind' })
  await see(kinds.getByRole('link').first())
  await faultless(page, 'charts of defects')
  const name = (await kinds.getByRole('link').first().textContent()) ?? ''
  await page.getByRole('button', { name: '12 months' }).click()
  await reach(page, new RegExp(`^${area}/defects\\?months=12`))
  await kinds.getByRole('link', { name, exact: true }).click()
  await reach(page, new RegExp(`^${area}\\?.*defect_code_id=\\d+`))
  await see(page.getByRole('button', { name: new RegExp(`With defect.*${name}`) }).first())
})

it('the inspection calendar shows a month, of everybody or of one inspector', async () => {
  const page = await stage.open('office', area)
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await reach(page, new RegExp(`^${area}/calendar`))
  await see(page.getByText(/^\d+ activit(y|ies) this month$/).first())
  await faultless(page, 'the inspection calendar')
  await page.getByRole('button', { name: 'Previous month' }).click()
  await reach(page, new RegExp(`^${area}/calendar\\?month=20`))
  await page.getByRole('button', { name: 'This month' }).click()
  await reach(page, `${area}/calendar`)
  const inspector = page.getByRole('combobox', { name: 'Inspector' })
  await inspector.fill('Oliver')
  await page.getByRole('option', { name: /Oliver Bennett/ }).click()
  await reach(page, new RegExp(`^${area}/calendar\\?inspector_id=\\d+`))
  await page.getByRole('table').getByRole('link').first().click()
  await reach(page, new RegExp(`^${area}(/\\d+|\\?)`))
})
