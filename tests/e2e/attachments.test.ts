import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStage, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'
import { pdfOf, png } from '../kit/form'

const stage = openStage()

describe('files of an order', () => {
  it('go from the office to the supplier, in versions, shared and internal', async () => {
    const order = await issuedOrder(stage, freshNumber('FILES'))
    const path = `/apps/purchase_order/${order.id}`
    const page = await stage.open('office', path)
    const files = page.getByRole('region', { name: 'Files' })
    await see(files.getByText('No files yet'))

    const add = async (added: { name: string; mimeType: string; buffer: Buffer }[]) => {
      const coming = page.waitForEvent('filechooser')
      await files.getByRole('button', { name: 'Add files' }).click()
      await (await coming).setFiles(added)
    }
    await add([
      { name: 'costing.pdf', mimeType: 'application/pdf', buffer: pdfOf(3) },
      { name: 'program.png', mimeType: 'image/png', buffer: Buffer.from('MZ\x90\0\x03', 'latin1') },
    ])
    await see(files.getByRole('button', { name: 'costing.pdf', exact: true }))
    await see(files.getByRole('alert').getByText(/program\.png is not of a supported type/))
    await files.getByRole('radio', { name: 'Shared' }).check({ force: true })
    await add([{ name: 'label.png', mimeType: 'image/png', buffer: png }])
    await see(files.getByRole('button', { name: 'label.png', exact: true }))

    // The portal draws them soon after.
    await see(files.locator('img[src*="/api/files/"]').nth(1))
    await files.getByRole('button', { name: 'costing.pdf', exact: true }).click()
    const paper = page.getByRole('dialog', { name: 'costing.pdf' })
    const firstPage = paper.getByRole('img', { name: 'costing.pdf, page 1 of 3' })
    await see(firstPage)
    const drawn = () => firstPage.evaluate((canvas: HTMLCanvasElement) => canvas.width)
    await expect.poll(drawn).toBeGreaterThan(300)
    const pageNumber = () => paper.getByRole('textbox', { name: 'Page' }).inputValue()
    await page.keyboard.press('PageDown')
    await expect.poll(pageNumber).toBe('2')
    await page.keyboard.press('End')
    await expect.poll(pageNumber).toBe('3')
    await paper.getByRole('textbox', { name: 'Page' }).fill('1')
    await page.keyboard.press('Enter')
    await expect.poll(pageNumber).toBe('1')
    const zoom = paper.getByRole('group', { name: 'Zoom' })
    const whole = await zoom.textContent()
    await paper.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => zoom.textContent()).not.toBe(whole)
    await paper.getByRole('button', { name: 'Fit to window' }).click()
    await expect.poll(() => zoom.textContent()).toBe(whole)
    await faultless(page, 'the viewer', '[role=dialog]')
    await paper.getByRole('button', { name: 'Next file' }).click()
    const picture = page.getByRole('dialog', { name: 'label.png' }).getByRole('img')
    await see(picture)
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(1)
    await page.keyboard.press('ArrowLeft')
    await see(page.getByRole('dialog', { name: 'costing.pdf' }))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const chosen = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: 'More actions for label.png' }).click()
    await page.getByRole('menuitem', { name: 'New version' }).click()
    await (await chosen).setFiles({
      name: 'label-2.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([png, Buffer.from('2')]),
    })
    await see(files.getByRole('button', { name: '1 earlier version' }))
    await see(page.getByRole('region', { name: 'History' }).getByText('label-2.png (2)'))

    const theirs = await stage.open('agent', path)
    const seen = theirs.getByRole('region', { name: 'Files' })
    await see(seen.getByRole('button', { name: 'label-2.png', exact: true }))
    expect(await theirs.getByText('costing.pdf').count()).toBe(0)
    const coming = theirs.waitForEvent('download')
    await seen.getByRole('link', { name: 'Download label-2.png' }).click()
    expect((await coming).suggestedFilename()).toBe('label-2.png')
  })

  it('that are large go on after a lost connection, a pause and a reload', async () => {
    const order = await issuedOrder(stage, freshNumber('PARTS'))
    const page = await stage.open('office', `/apps/purchase_order/${order.id}`)
    const files = page.getByRole('region', { name: 'Files' })
    const folder = await mkdtemp(join(tmpdir(), 'parts-'))
    const path = join(folder, 'film.png')
    await writeFile(path, Buffer.concat([png, randomBytes(24 * 1024 * 1024)]))
    const choose = async () => {
      const coming = page.waitForEvent('filechooser')
      await files.getByRole('button', { name: 'Add files' }).click()
      await (await coming).setFiles(path)
    }
    const offsets: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
    // The second part is lost on its way once, and the third waits until the page is loaded anew.
    let lost = 0
    await page.route('**/api/uploads/*', async (route) => {
      const offset = Number(route.request().headers()['upload-offset'] ?? -1)
      if (offset === 8 * 1024 * 1024 && lost++ === 0) return route.abort('connectionreset')
      if (offset === 16 * 1024 * 1024) return undefined
      return route.continue()
    })
    await choose()
    await expect.poll(() => offsets, { timeout: 60_000 }).toContain(16 * 1024 * 1024)
    expect(lost).toBe(2)
    await files.getByRole('button', { name: 'Pause film.png' }).click()
    await see(files.getByText(/Paused at 6\d%/))
    // The request that waits ends with its page: let go before, it would bring some of its part.
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await see(files.getByText(/film\.png .* was not uploaded completely/))
    offsets.length = 0
    await choose()
    await see(files.getByRole('button', { name: 'film.png', exact: true }))
    expect(offsets[0]).toBe(16 * 1024 * 1024)
    expect(await files.getByText(/not uploaded completely/).count()).toBe(0)
    await rm(folder, { recursive: true })
  })
})
