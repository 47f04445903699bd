import { describe, expect, it } from 'vitest'
import { openStage, see } from '../kit/e2e'
import { freshNumber, issuedOrder } from '../kit/e2e-orders'
import { pdf, png } from '../kit/form'

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
      { name: 'costing.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'program.png', mimeType: 'image/png', buffer: Buffer.from('MZ\x90\0\x03', 'latin1') },
    ])
    await see(files.getByRole('button', { name: 'costing.pdf', exact: true }))
    await see(files.getByRole('alert').getByText(/program\.png is not of a supported type/))
    await files.getByRole('radio', { name: 'Shared' }).check({ force: true })
    await add([{ name: 'label.png', mimeType: 'image/png', buffer: png }])
    await see(files.getByRole('button', { name: 'label.png', exact: true }))

    await files.getByRole('button', { name: 'costing.pdf', exact: true }).click()
    const paper = page.getByRole('dialog', { name: 'costing.pdf' })
    await see(paper)
    await paper.getByRole('button', { name: 'Next file' }).click()
    const picture = page.getByRole('dialog', { name: 'label.png' }).getByRole('img')
    await see(picture)
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(1)
    await page.keyboard.press('Escape')

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
})
