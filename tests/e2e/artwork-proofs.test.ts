import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { it } from 'vitest'
import { artworkPhoto } from '#server/seeds/demo/artwork-photo.ts'
import { openStage, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { draftOrder, freshNumber } from '../kit/e2e-orders'

const stage = openStage()
const path = '/apps/artwork_po_allocation'

/** A line whose order is out, with a released polybag. */
const allocated = async (): Promise<number> => {
  const [article] = await stage.ask<{ id: number }[]>('office', 'articles?article_no=ALW1001&_end=1')
  const [colourway] = await stage.ask<{ id: number }[]>('office', `colourways?article_id=${article?.id}&_end=1`)
  let order = await draftOrder(stage, freshNumber('ART'), {
    lines: [{ article_id: article?.id, colourway_id: colourway?.id, qty: 100, unit_price: '3.10' }],
  })
  for (const [who, move] of [
    ['office', 'submit'],
    ['admin', 'approve'],
    ['admin', 'issue'],
  ] as const)
    order = await stage.ask(who, `purchase-orders/${order.id}/moves/${move}`, { version: order.version })
  const [artwork] = await stage.ask<{ id: number }[]>('office', 'artworks?artwork_type=polybag&status=released&_end=1')
  const { results } = await stage.ask<{ results: { id: number }[] }>('office', 'artwork-allocations/allocate', {
    order: order.id,
    values: { artwork_id: artwork?.id },
  })
  return Number(results[0]?.id)
}

const photograph = async (phone: Page, name: string, buffer: Buffer) => {
  const [chooser] = await Promise.all([
    phone.waitForEvent('filechooser'),
    phone.getByRole('button', { name: '拍照' }).first().click(),
  ])
  await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer })
  await see(phone.getByRole('list', { name: '待提交的样稿' }).getByText(name))
}

/** Presses a move's button, and the same one in its dialog. */
const agree = async (page: Page, move: string, { comment }: { comment?: string } = {}) => {
  await page.getByRole('main').getByRole('button', { name: move }).click()
  const dialog = page.getByRole('dialog')
  if (comment) await dialog.getByRole('textbox').fill(comment)
  await dialog.getByRole('button', { name: move }).click()
  await dialog.waitFor({ state: 'hidden' })
}

it('artwork is acknowledged and proved on a phone, rejected with two pins, proved again and approved', async () => {
  const id = await allocated()
  const phone = await stage.open('agent', `${path}/${id}`, { phone: true, language: 'zh' })
  await agree(phone, '确认收到')
  await photograph(phone, 'first.jpg', await artworkPhoto('polybag', true))
  await faultless(phone, 'a proof to submit on a phone')
  await agree(phone, '提交样稿')
  await see(phone.getByRole('region', { name: '第 1 轮样稿' }))

  const office = await stage.open('office', `${path}/${id}`)
  const round = office.getByRole('region', { name: 'Proof, round 1' })
  await see(round.getByText('Artwork', { exact: true }))
  await faultless(office, 'a proof beside the artwork')
  await round.getByText('Comments on the proof', { exact: true }).click()
  for (const [x, y, words] of [
    [0.5, 0.25, 'Too dark'],
    [0.6, 0.7, 'Too close to the edge'],
  ] as const) {
    await round.getByRole('button', { name: 'Comment on a point' }).click()
    const picture = round.getByRole('img', { name: /first\.jpg/ })
    const box = await picture.boundingBox()
    if (!box) throw new Error('the proof is not to be seen')
    await office.mouse.click(box.x + box.width * x, box.y + box.height * y)
    await round.getByRole('textbox').fill(words)
    await round.getByRole('button', { name: 'Pin comment' }).click()
    await see(round.getByText(words).first())
  }
  await agree(office, 'Reject', { comment: 'See the two comments' })

  await phone.reload()
  await see(phone.getByRole('alert').getByText('See the two comments'))
  await phone.getByRole('button', { name: '2 条未解决' }).first().click()
  await see(phone.getByText('Too close to the edge').first())
  await phone.keyboard.press('Escape')
  const corrected = await sharp(await artworkPhoto('polybag', false))
    .modulate({ hue: 4 })
    .jpeg()
    .toBuffer()
  await photograph(phone, 'second.jpg', corrected)
  await agree(phone, '重新提交')
  await see(phone.getByRole('region', { name: '第 2 轮样稿' }))

  await office.reload()
  const second = office.getByRole('region', { name: 'Proof, round 2' })
  await see(second)
  await agree(office, 'Approve')
  await see(office.getByRole('main').getByText('Approved', { exact: true }).first())
  // The first round stays with its file and its comments.
  await second.getByText('Round 1', { exact: true }).click()
  await see(office.getByRole('region', { name: 'Proof, round 1' }).getByText('Too dark').first())
})
