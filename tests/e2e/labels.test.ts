import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openStage, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { readPdf } from '../kit/pdf'

const stage = openStage()
let line: { id: number; line_title: string }

interface Label {
  sizes: string[]
  missing: unknown[]
  labels: { sections: { part: string; lines: { text: string }[] }[] }[]
}

beforeAll(async () => {
  // Of the demo's Agent: a line whose composition is verified, whose care is approved, and that nothing is missing from.
  // Other journeys make lines without sizes ready as well.
  const filter = 'fibre_readiness=ok&care_readiness=ok&_sort=id&_order=asc&_end=20'
  for (const ready of await stage.ask<(typeof line)[]>('agent', `po-lines?${filter}`)) {
    const labels = await Promise.all(
      ['US', 'CN'].map((market) => stage.ask<Label>('office', `po-lines/${ready.id}/label?market=${market}`)),
    )
    if (labels.every(({ sizes, missing }) => sizes.length > 0 && missing.length === 0)) {
      line = ready
      return
    }
  }
  throw new Error('The demo’s Agent has no line whose label can be printed.')
})

it('the office prints the label of a line for two markets', async () => {
  const page = await stage.open('office', `/apps/sales/po_line_approval/${line.id}`)
  const label = page.getByRole('region', { name: 'Garment label' })
  for (const [market, number] of [
    ['US', 'RN 148203'],
    ['CN', 'GB 18401 B类'],
  ] as const) {
    await label.getByLabel('Market').selectOption(market)
    await see(label.getByText(number))
    await see(label.getByText('Nothing is missing. The label can be printed.'))
    const { sizes, labels } = await stage.ask<Label>('office', `po-lines/${line.id}/label?market=${market}`)
    const pdf = readPdf(await downloaded(page, 'PDF of all sizes'))
    expect(pdf.pages).toHaveLength(sizes.length)
    const shares = labels[0]?.sections.find(({ part }) => part === 'composition')?.lines[0]?.text ?? ''
    expect(shares).toMatch(/\d%/)
    for (const word of [...shares.split(' '), number]) expect(pdf.text).toContain(word)
  }
  await faultless(page, 'the label of a line', 'section:has(figure)')
})

it('an agent sees the label of the line on a phone, in Chinese', async () => {
  const page = await stage.open('agent', `/apps/sales/po_line_approval/${line.id}`, { phone: true, language: 'zh' })
  const label = page.getByRole('region', { name: '洗唛' })
  await label.getByLabel('市场').selectOption('CN')
  await see(label.getByText(/^尺码：/))
  await see(label.getByText('内容齐全，可以印制。'))
  await see(label.getByRole('img', { name: /洗/ }))
  await faultless(page, 'the label on a phone', 'section:has(figure)')
})

it('an agent leaves the page while the dossier of the line is made, and takes it along as a ZIP', async () => {
  const page = await stage.open('agent', `/apps/sales/po_line_approval/${line.id}`)
  await page.getByRole('button', { name: 'Dossier' }).click()
  const dialog = page.getByRole('dialog', { name: `Dossier ${line.line_title}` })
  await see(dialog.getByRole('button', { name: 'Make dossier' }))
  await faultless(page, 'the dialog of a dossier', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Make dossier' }).click()
  await see(dialog.getByRole('listitem'))
  await dialog.getByRole('link', { name: 'All your dossiers' }).click()
  const row = page.getByRole('listitem').filter({ hasText: line.line_title })
  const download = row.getByRole('button', { name: 'Download' })
  await download.waitFor({ timeout: 60_000 })
  await faultless(page, 'the page of dossiers', 'main')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/dossier\.zip$/)
  const paths = Object.keys(unzipSync(new Uint8Array(await readFile(await file.path()))))
  expect(paths[0]).toBe('00 Index.pdf')
  expect(paths.some((path) => / line sheet\.pdf$/.test(path))).toBe(true)
  await row.getByRole('button', { name: /^Delete dossier/ }).click()
  await row.waitFor({ state: 'detached' })
})

const downloaded = async (page: Page, button: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  expect(file.suggestedFilename()).toMatch(/^label-.+\.pdf$/)
  return readFile(await file.path())
}
