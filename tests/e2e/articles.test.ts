import { describe, expect, it } from 'vitest'
import { openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInThisLook, toSecondLook } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'
import { png } from '../kit/form'

const stage = openStage()
const path = '/apps/article_master'

/** An article of the office with two colours that have no sizes yet. */
const newArticle = async (article_no: string) => {
  const [scale] = await stage.ask<{ id: number }[]>('office', 'size-scales?code=ALPHA')
  return stage.ask<{ id: number }>('office', 'articles', {
    article_no,
    name_en: 'Matrix tee',
    size_scale_id: scale?.id,
    colourways: [
      { code: 'NVY', name_en: 'Navy' },
      { code: 'RED', name_en: 'Red' },
    ],
  })
}
/** Numbers of its own for each run, with their check digits. */
const gtins = (count: number) => {
  const first = Date.now() % 1_000_000_000
  return Array.from({ length: count }, (_, index) => {
    const digits = `29${String(first + index).padStart(10, '0')}`
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
    return `${digits}${(10 - (sum % 10)) % 10}`
  })
}

describe('an article', () => {
  it('gets its sizes by keyboard, its GTINs from a sheet and its picture from the disk', async () => {
    const { id } = await newArticle(freshNumber('MTX').toUpperCase())
    const page = await stage.open('office', `${path}/${id}/edit`)
    const matrix = page.getByRole('region', { name: 'Sizes and SKUs' })
    const cell = (name: string) => matrix.getByRole('checkbox', { name, exact: true })
    await cell('Navy, XXS').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space'])
      await page.keyboard.press(key)
    await see(matrix.getByText('3 SKUs in use, 0 with a GTIN'))
    expect(await cell('Navy, S').isChecked()).toBe(true)
    await matrix.getByRole('button', { name: 'L: use in all colours', exact: true }).click()
    await see(matrix.getByText('5 SKUs in use, 0 with a GTIN'))
    await faultless(page, 'the matrix', 'main')

    await matrix.getByRole('button', { name: 'GTINs' }).click()
    const first = matrix.getByRole('textbox', { name: 'Navy, S', exact: true })
    await first.fill('2000000000016')
    await matrix.getByRole('textbox', { name: 'Navy, M', exact: true }).focus()
    await see(
      matrix.getByRole('alert').getByText('Navy, S: The last digit (check digit) should be 5', { exact: false }),
    )
    const numbers = gtins(5)
    await first.evaluate((input, text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, numbers.join('\n'))
    await see(matrix.getByText('5 SKUs in use, 5 with a GTIN'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await reach(page, `${path}/${id}`)
    // Until the page is drawn, the form stays: its matrix has the same name.
    await see(page.getByRole('link', { name: 'Edit', exact: true }))
    await matrix.getByRole('button', { name: 'GTINs' }).click()
    for (const number of numbers) await see(matrix.getByText(number))

    const pictures = page.getByRole('region', { name: 'Pictures' })
    const coming = page.waitForEvent('filechooser')
    await pictures.getByRole('button', { name: 'Choose pictures' }).click()
    await (await coming).setFiles({ name: 'front.png', mimeType: 'image/png', buffer: png })
    await see(pictures.getByText('Cover'))
    const drawn = pictures.getByRole('link', { name: 'Open front.png in full size' }).locator('img')
    await see(drawn)
    await expect
      .poll(() => drawn.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth), {
        timeout: 20_000,
      })
      .toBe(1)
    await faultless(page, 'the page', 'main')
  })

  it('is without faults in both languages and themes', async () => {
    const [article] = await stage.ask<{ id: number }[]>('office', 'articles?article_no=ALW1001&_end=1')
    const page = await stage.open('office', `${path}/${article?.id}`, {
      context: { viewport: { width: 1440, height: 700 } },
    })
    await see(page.getByRole('region', { name: 'Sizes and SKUs' }))
    await faultless(page, 'an article, English, dark')
    await toSecondLook(page)
    await see(page.getByRole('region', { name: '尺码与 SKU' }))
    await faultlessInThisLook(page, 'an article, Chinese, light')
  })

  it('is carried over to a season once', async () => {
    const { id } = await newArticle(freshNumber('CRY').toUpperCase())
    const [season] = await stage.ask<{ id: number; code: string }[]>('office', 'seasons?status=open&_end=1')
    const page = await stage.open('office', `${path}/${id}`)
    await see(page.getByRole('region', { name: 'Sizes and SKUs' }))
    await page.getByRole('button', { name: /^More/ }).first().click()
    await page.getByRole('menuitem', { name: 'Carry over to season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Season' }).click()
    await page.getByRole('option', { name: season?.code }).first().click()
    await dialog.getByRole('button', { name: 'Carry over to season' }).dblclick()
    await see(page.getByRole('region', { name: 'Also in season' }).getByText(season?.code ?? ''))
    const carried = await stage.ask<{ seasons: unknown[] }>('office', `articles/${id}`)
    expect(carried.seasons).toHaveLength(1)
  })
})
