import { expect, it } from 'vitest'
import { plainPdf } from '#server/seeds/demo/evidence.ts'
import { entry, go, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { draftOrder, freshNumber, type MadeOrder } from '../kit/e2e-orders'

const stage = openStage()
const compositions = '/apps/yarn/fiber_allocation'

/** An order of three lines of one article that the demo's agent has to answer. */
const orderOfThree = async (): Promise<MadeOrder> => {
  const [article] = await stage.ask<{ id: number }[]>('office', 'articles?article_no=ALW1001&_end=1')
  const colourways = await stage.ask<{ id: number }[]>('office', `colourways?article_id=${article?.id}&_sort=id&_end=3`)
  const lines = [0, 1, 2].map((index) => ({
    article_id: article?.id,
    colourway_id: colourways[index % colourways.length]?.id,
    qty: 100 + index,
    unit_price: '3.10',
  }))
  let order = await draftOrder(stage, freshNumber('FIBRE'), { lines })
  for (const [who, move] of [
    ['office', 'submit'],
    ['admin', 'approve'],
    ['admin', 'issue'],
  ] as const)
    order = await stage.ask(who, `purchase-orders/${order.id}/moves/${move}`, { version: order.version })
  return order
}

it('an agent declares three compositions on a phone, in Chinese, with certificates, and is rejected once', async () => {
  const order = await orderOfThree()
  const { results } = await stage.ask<{ results: { id: number }[] }>('office', 'fibre-allocations/allocate', {
    order: order.id,
    values: {},
  })
  const ids = results.map(({ id }) => id)
  expect(ids).toHaveLength(3)

  const phone = await stage.open('agent', `${compositions}/parts?order=${order.id}`, { phone: true, language: 'zh' })
  await phone.getByRole('checkbox', { name: '选择全部订单行' }).check()
  await phone.getByRole('button', { name: '粘贴文本' }).click()
  const paste = phone.getByRole('dialog')
  await paste.getByRole('textbox').fill('面料 棉60% 聚酯纤维40%')
  await see(paste.getByText('棉', { exact: false }))
  await faultless(phone, 'a pasted composition on a phone', '[role="dialog"]')
  await paste.getByRole('button', { name: /^采用/ }).click()
  await paste.waitFor({ state: 'hidden' })
  await expect.poll(() => phone.getByText('棉60% 聚酯纤维40%').count()).toBe(3)
  await faultless(phone, 'compositions by part on a phone')

  // The first is of organic cotton, which a standard and two certificates prove.
  await go(phone, `${compositions}/${ids[0]}/edit`)
  await phone.getByRole('checkbox', { name: '有机' }).first().check()
  await phone.getByText('OCS（有机）').click()
  await entry(phone, /范围证书编号/).fill('CU-812044')
  await entry(phone, /范围证书有效期至/).fill('2027-12-31')
  await entry(phone, /交易证书编号/).fill('TC-40218')
  await phone.getByRole('button', { name: '保存修改' }).click()
  await reach(phone, `${compositions}/${ids[0]}`)
  await faultless(phone, 'a composition on a phone')

  for (const [index, id] of ids.entries()) {
    if (index > 0) await go(phone, `${compositions}/${id}`)
    const kinds = index === 0 ? ['检测报告', '范围证书（SC）', '交易证书（TC）'] : ['检测报告']
    for (const kind of kinds) {
      const [chooser] = await Promise.all([
        phone.waitForEvent('filechooser'),
        phone.getByRole('button', { name: `上传${kind}` }).click(),
      ])
      await chooser.setFiles({
        name: `${kind}.pdf`,
        mimeType: 'application/pdf',
        buffer: await plainPdf([`Document ${kinds.indexOf(kind) + 1} of ${id}`]),
      })
      await see(phone.getByRole('list', { name: '需要上传的文件' }).getByText(`${kind}：已上传`))
    }
    await phone.getByRole('button', { name: '提交申报' }).click()
    const dialog = phone.getByRole('dialog', { name: '提交申报' })
    await dialog.getByRole('button', { name: '提交申报' }).click()
    await see(phone.getByRole('main').getByText('待核实', { exact: true }))
  }

  const read = (id = 0) => stage.ask<{ version: number; status: string }>('office', `fibre-allocations/${id}`)
  await stage.ask('office', `fibre-allocations/${ids[0]}/moves/reject`, {
    version: (await read(ids[0])).version,
    comment: '检测报告与面料不符',
  })
  await go(phone, `${compositions}/${ids[0]}`)
  await see(phone.getByRole('alert').getByText('检测报告与面料不符'))
  await phone.getByRole('button', { name: '重新提交' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: '重新提交' }).click()
  await see(phone.getByRole('main').getByText('待核实', { exact: true }))

  const office = await stage.open('office', `${compositions}/parts?group=to_verify&order=${order.id}`)
  await office.getByRole('checkbox', { name: 'Select all lines' }).check()
  await office.getByRole('button', { name: /^Verify/ }).click()
  await expect
    .poll(async () => (await Promise.all(ids.map(read))).map(({ status }) => status))
    .toEqual(['approved', 'approved', 'approved'])
})

it('the office builds a care instruction and allocates it to forty lines in fewer than twelve clicks', async () => {
  const page = await stage.open('office', '/apps/care_instruction_database')
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.evaluate(() =>
    addEventListener('pointerdown', () => (Reflect.get(window, 'countClick') as () => void)(), true),
  )
  const name = freshNumber('Jersey')
  await page.getByRole('link', { name: 'New care instruction' }).click()
  await entry(page, 'Name').fill(name)
  await entry(page, /^Name \(Chinese\)/).fill('棉汗布')
  for (const [family, symbol] of [
    [/^Washing/, 'Wash at 40 °C or below'],
    [/^Bleaching/, 'Do not bleach'],
    [/^Tumble/, 'Tumble dry, low temperature'],
    [/^Ironing/, 'Iron at 150 °C or below'],
    [/^Dry cleaning/, 'Do not dry clean'],
  ] as const)
    await page
      .getByRole('radiogroup', { name: family })
      .getByRole('radio', { name: symbol, exact: true })
      .click({ force: true })
  await faultless(page, 'the builder of care instructions')
  await page.getByRole('button', { name: 'Create care instruction' }).click()
  await see(page.getByRole('heading', { level: 1, name: new RegExp(name) }))
  // An administrator activates it; the page of the office follows.
  const [draft] = await stage.ask<{ id: number; version: number }[]>('admin', `care-instructions?q=${name}&_end=1`)
  await stage.ask('admin', `care-instructions/${draft?.id}/moves/activate`, { version: draft?.version })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('link', { name: 'Allocate to lines' }).click()
  await see(page.getByRole('row', { name: /PO-/ }))
  await page.getByRole('checkbox', { name: /Select all/ }).click()
  await page.getByRole('button', { name: 'Allocate care instruction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Allocate care instruction' })
  await see(dialog.getByRole('combobox', { name: 'Care instruction' }))
  await page.keyboard.type(name)
  await see(page.getByRole('option', { name: new RegExp(name) }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await see(dialog.getByRole('list', { name: 'Result for each line' }))
  await faultless(page, 'a care instruction for many lines', '[role="dialog"]')
  await dialog.getByRole('button', { name: /^Allocate \d+ lines/ }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(clicks).toBeLessThan(12)
  const allocations = await stage.ask<unknown[]>('office', `care-allocations?care_instruction_id=${draft?.id}&_end=100`)
  expect(allocations.length).toBeGreaterThanOrEqual(40)
})
