import { expect, it } from 'vitest'
import { choose, entry, openStage, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'

const stage = openStage()
const library = '/apps/sec_id_database'

/** Twenty points in eight sizes, as a factory sends them. */
const twentyPoints = () => {
  const codes = [
    ...['HPS-LEN', 'CB-LEN', 'CHEST', 'WAIST', 'HEM', 'SHLDR', 'SHLDR-SM', 'SHLDR-SL', 'X-FRT', 'X-BACK'],
    ...['AH-ST', 'AH-CV', 'SLV-LEN', 'SLV-CB', 'SLV-UA', 'BICEP', 'ELBOW', 'CUFF', 'NECK-WID', 'NK-DROP-F'],
  ]
  const sizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']
  return [
    ['POM', ...sizes, '公差'].join('\t'),
    ...codes.map((code, row) => [code, ...sizes.map((_, at) => `${20 + row} ${at}/8`), '1/2'].join('\t')),
  ].join('\n')
}

it('the office pastes a table of twenty points, an administrator approves it, and a version follows', async () => {
  const name = freshNumber('Tee')
  const page = await stage.open('office', `${library}/new`)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('measurement')
  await entry(page, 'Name').fill(name)
  await page.getByRole('radio', { name: 'Everything' }).check({ force: true })
  await choose(page, 'Size scale', 'Alpha')
  await choose(page, 'Base size', 'M')
  await page.getByRole('button', { name: 'Inches' }).click()
  const empty = page.getByRole('group', { name: /^No points yet/ })
  await empty.focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, twentyPoints())
  await see(page.getByText('20 points added.'))
  const grid = page.getByRole('grid', { name: 'Measurements' })
  await expect.poll(() => grid.getByRole('row').count()).toBe(21)
  await see(grid.getByRole('gridcell', { name: 'Chest width, M: 22 3/8' }))
  await faultless(page, 'the measurement table')
  // By keys: to the last size and one eighth more.
  await grid.getByRole('gridcell', { name: 'Chest width, 3XL: 22 7/8' }).click()
  await page.keyboard.type('23 1/8')
  await page.keyboard.press('Enter')
  await see(grid.getByRole('gridcell', { name: /^Chest width, 3XL: 23 1\/8, by hand/ }))
  await page.getByRole('button', { name: 'Create specification' }).click()
  await see(page.getByRole('heading', { level: 1, name: new RegExp(name) }))
  await see(page.getByRole('group', { name: 'Measurements' }).getByText('23 1/8'))
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await see(page.getByRole('main').getByText('Under review', { exact: true }))
  await faultless(page, 'a specification under review')

  const [made] = await stage.ask<{ id: number; version: number }[]>('office', `specifications?q=${name}&_end=1`)
  const admin = await stage.open('admin', `${library}/${made?.id}`)
  await see(admin.getByText(/^Compare it with the previous version/))
  await admin.getByRole('button', { name: 'Approve', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await see(admin.getByRole('main').getByText('Active', { exact: true }))
  await see(admin.getByRole('link', { name: 'Allocate to lines' }))

  // The next version opens as a draft with the whole table.
  await admin.getByRole('button', { name: 'Revise' }).click()
  await see(
    admin.getByRole('grid', { name: 'Measurements' }).getByRole('gridcell', { name: /^Chest width, 3XL: 23 1\/8/ }),
  )

  const phone = await stage.open('office', `${library}/${made?.id}`, { phone: true, language: 'zh' })
  await see(phone.getByRole('group', { name: '尺寸表' }).getByText('胸宽'))
  await faultless(phone, 'a specification on a phone')
})
