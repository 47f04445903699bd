import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { entry, go, openStage, reach, see, signIn } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'

const stage = openStage()
const library = '/apps/artwork/artwork_database'

/** A label of a colour, in millimetres as a printer takes it. */
const drawing = (ink: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="56mm" height="20mm" viewBox="0 0 56 20"><path d="M1 1h54v18h-54z" fill="#fff" stroke="#000"/><path d="M10 5h36v10h-36z" fill="${ink}"/></svg>`,
  )

const attach = async (page: Page, name: string, ink: string) => {
  const coming = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach Print-ready artwork' }).click()
  await (await coming).setFiles({ name, mimeType: 'image/svg+xml', buffer: drawing(ink) })
  await see(page.getByText('Print-ready artwork: attached'))
}

/** Waits until the portal has made the picture of a file, which happens behind the scenes. */
const drawn = async (page: Page, name: RegExp) => {
  const shown = page.getByRole('group', { name })
  for (let tries = 0; tries < 20; tries += 1) {
    await page.reload()
    if (
      await shown.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error(`No picture called ${name} was drawn.`)
}

const agree = async (page: Page, name: string, comment?: string) => {
  const dialog = page.getByRole('dialog')
  if (comment) await dialog.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await dialog.getByRole('button', { name }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const state = (page: Page, name: string) => see(page.getByRole('main').getByText(name, { exact: true }))
const verdict = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

it('artwork is drafted, sent back with a pinned comment, passed by two people, released, and compared with its successor', async () => {
  const name = freshNumber('Woven label')
  const author = await stage.open(null, '/login')
  await signIn(author, 'office2@demo.test')
  await see(author.getByRole('button', { name: /^Account of / }))
  await go(author, library)
  await author.getByRole('link', { name: 'New artwork' }).click()
  await author.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Main label' })
  await entry(author, 'Name').fill(name)
  await faultless(author, 'the form of an artwork')
  await author.getByRole('button', { name: 'Create artwork' }).click()
  await reach(author, /artwork_database\/\d+$/)
  const path = new URL(author.url()).pathname
  await attach(author, 'label-1.svg', '#23473a')
  await author.getByRole('button', { name: 'Submit for review' }).click()
  await agree(author, 'Submit for review')
  await state(author, 'In review')

  // The brand pins what is wrong, and asks for changes.
  const brand = await stage.open('office', path)
  const picture = brand.getByRole('group', { name: /with pinned comments/ })
  await drawn(brand, /with pinned comments/)
  await brand.getByRole('button', { name: 'Comment on a point' }).click()
  await picture.click({ position: { x: 300, y: 240 } })
  await brand.getByRole('textbox', { name: 'Comment', exact: true }).fill('Too dark: use 7736 C.')
  await brand.getByRole('button', { name: 'Pin comment' }).click()
  await see(brand.getByRole('button', { name: 'Comment 1: Too dark: use 7736 C.' }))
  await faultless(brand, 'an artwork with a pinned comment')
  await verdict(brand, 'Request changes: Brand').click()
  await agree(brand, 'Request changes', 'See the comment on the picture.')
  await state(brand, 'Changes requested')

  await author.goto(path)
  await see(author.getByText('See the comment on the picture.'))
  await author.getByRole('button', { name: 'Comment 1: Too dark: use 7736 C.' }).click()
  await author.getByRole('textbox', { name: 'Answer to comment 1' }).fill('Changed in the file.')
  await author.getByRole('button', { name: 'Answer', exact: true }).click()
  await see(author.getByText('Changed in the file.'))
  await author.getByRole('button', { name: 'Submit for review' }).click()
  await agree(author, 'Submit for review')

  await brand.goto(path)
  await see(brand.getByRole('heading', { name: 'Reviews, round 2' }))
  await brand.getByRole('button', { name: 'Comment 1: Too dark: use 7736 C.' }).click()
  await brand.getByRole('button', { name: 'Resolve', exact: true }).click()
  await see(brand.getByText('0 open comments'))
  await verdict(brand, 'Pass: Brand').click()
  await agree(brand, 'Pass')

  // Whoever passed the brand's part does not pass the other one too.
  await see(brand.getByText('someone else must review it for this one', { exact: false }))
  const admin = await stage.open('admin', path)
  await verdict(admin, 'Pass: Buying').click()
  await agree(admin, 'Pass')
  await state(admin, 'Approved')
  await admin.getByRole('button', { name: 'Release', exact: true }).click()
  await state(admin, 'Released')
  await see(admin.getByText('Files stay as they are in this state.'))

  await author.goto(path)
  await author.getByRole('button', { name: 'Revise', exact: true }).click()
  await reach(author, /\/edit$/)
  await author.goto(new URL(author.url()).pathname.replace(/\/edit$/, ''))
  await attach(author, 'label-2.svg', '#a33b2a')
  await drawn(author, /label-2/)
  await author.getByRole('button', { name: 'Compare with version 1' }).click()
  await see(author.getByRole('group', { name: 'Version 2' }))
  await author.getByRole('radio', { name: 'Overlay' }).check({ force: true })
  const slider = author.getByRole('slider', { name: /Version 2 shows/ })
  await slider.focus()
  await author.keyboard.press('End')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('100')
  await faultless(author, 'two versions above each other')
})
