import { expect, it } from 'vitest'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
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

  // Twelve units with major defects are more than the plan accepts.
  await office.getByRole('link', { name: 'Enter defects' }).click()
  await reach(office, new RegExp(`^${address}/edit`))
  const defects = office.getByRole('region', { name: 'Defects' })
  await defects.getByRole('button', { name: /^Add/ }).click()
  await defects.getByRole('combobox', { name: /^Defect/ }).fill('Open seam')
  await office.getByRole('option', { name: /Open seam/ }).click()
  await defects.getByRole('combobox', { name: /^Severity/ }).selectOption('major')
  await defects.getByRole('textbox', { name: /^Units/ }).fill('12')
  await office.getByRole('button', { name: /^(Create|Save)/ }).click()
  await reach(office, new RegExp(`^${address}$`))
  await see(main.getByText('12 · too many'))
  await agree(main, office, 'Complete', (dialog) => dialog.getByRole('textbox', { name: 'Packed %' }).fill('100'))
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
  await agree(main, office, 'Complete', async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Inspected on' }).fill(day(0))
    await dialog.getByRole('textbox', { name: 'Packed %' }).fill('100')
  })
  await see(main.getByText('Passed').first())
  await main.getByRole('button', { name: 'Accept goods', exact: true }).click()
  await see(main.getByText('Accepted', { exact: true }).first())
  await faultless(office, 'an accepted re-inspection')
})

it('an address with the handle of a label lists the activities that have it', async () => {
  const [label] = await stage.ask<{ id: number; handle: string }[]>('office', 'labels?_end=1')
  const page = await stage.open('office', `${area}/all/${label?.handle}`)
  await reach(page, new RegExp(`^${area}\\?label_id=${label?.id}`))
  await see(page.getByRole('heading', { level: 1, name: 'QA Control Activities' }))
  await page.goto(`${area}/all/no-such-label`)
  await see(page.getByRole('heading', { name: /not found/i }))
})
