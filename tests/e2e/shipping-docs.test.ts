import { expect, it } from 'vitest'
import { plainPdf } from '#server/seeds/demo/evidence.ts'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'

const stage = openStage()

interface Paper {
  id: number
  version: number
  doc_type: string
  status: string
}

it('three documents are dropped on a phone, two approved and one rejected, and the set is complete once it was replaced', {
  timeout: 240_000,
}, async () => {
  const booking = await bookingWithMissing()
  const documents = () => stage.ask<Paper[]>('office', `shipping-documents?booking_id=${booking}&_sort=id`)
  const stateOf = async (type: string) => (await documents()).find(({ doc_type }) => doc_type === type)?.status
  // Three are brought; what the country asks for besides is made by the broker.
  for (const { id, version, doc_type } of await documents())
    if (!brought.includes(doc_type))
      await stage.ask('admin', `shipping-documents/${id}/moves/waive`, { version, reason: 'Made by the broker.' })

  const agent = await stage.open('agent', `/apps/shipping_management/${booking}`, { phone: true, language: 'zh' })
  const section = agent.getByRole('region', { name: '船务单据' })
  await see(section.getByText(/份必需单据中已通过/))
  await section.getByLabel('添加文件', { exact: true }).setInputFiles([
    await pdfFile('商业发票-118.pdf', ['COMMERCIAL INVOICE']),
    await pdfFile('packing list.pdf', ['PACKING LIST']),
    // Its name says nothing; its text does.
    await pdfFile('scan0001.pdf', ['BILL OF LADING', 'freight collect, as per invoice']),
  ])
  const dialog = agent.getByRole('dialog', { name: '添加文件' })
  const typeOf = (file: string) => dialog.getByRole('combobox', { name: `${file} 的类型` })
  await expect.poll(() => typeOf('商业发票-118.pdf').inputValue()).toBe('commercial_invoice')
  await expect.poll(() => typeOf('packing list.pdf').inputValue()).toBe('packing_list')
  await expect.poll(() => typeOf('scan0001.pdf').inputValue()).toBe('bill_of_lading')
  await faultless(agent, 'files with their types on a phone')
  await dialog.getByRole('button', { name: '添加 3 个文件' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => section.getByText('待审核', { exact: true }).count()).toBe(3)
  await faultless(agent, 'documents of a booking on a phone')

  // The office sees the file beside the facts, and goes on to the next document.
  const [invoice] = (await documents()).filter(({ doc_type }) => doc_type === 'commercial_invoice')
  const office = await stage.open('office', `/apps/shipping_docs/${invoice?.id}`)
  const main = office.getByRole('main')
  const neighbours = main.getByRole('navigation', { name: 'Documents of this booking' })
  await see(main.getByRole('group', { name: /^Pages of 商业发票-118/ }))
  await see(main.getByRole('table').getByText('Not entered').first())
  await faultless(office, 'a document beside its booking')
  await agree(main, office, 'Approve')
  await see(main.getByText('Approved', { exact: true }).first())
  await neighbours.getByRole('link', { name: /^Next document: .*Packing list$/ }).click()
  await see(office.getByRole('heading', { level: 1, name: /Packing list$/ }))
  await agree(main, office, 'Reject', (asked) =>
    asked.getByRole('textbox', { name: 'Comment' }).fill('Carton 3 is missing.'),
  )
  await see(main.getByText('Rejected', { exact: true }).first())
  await neighbours.getByRole('link', { name: /^Next document: .*Bill of lading$/ }).click()
  await see(office.getByRole('heading', { level: 1, name: /Bill of lading$/ }))
  await agree(main, office, 'Approve')
  await expect.poll(() => stateOf('bill_of_lading')).toBe('approved')

  // The supplier reads why, and brings another version.
  await agent.reload()
  await see(section.getByText('Carton 3 is missing.'))
  await section.getByLabel('添加装箱单', { exact: true }).setInputFiles([await pdfFile('scan0002.pdf', ['corrected'])])
  await expect.poll(() => typeOf('scan0002.pdf').inputValue()).toBe('packing_list')
  await dialog.getByRole('button', { name: '添加 1 个文件' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => stateOf('packing_list')).toBe('uploaded')

  await neighbours.getByRole('link', { name: /^Previous document: .*Packing list$/ }).click()
  await see(office.getByRole('heading', { level: 1, name: /Packing list$/ }))
  await see(main.getByRole('group', { name: /^Pages of scan0002/ }))
  await agree(main, office, 'Approve')
  await expect.poll(() => stateOf('packing_list')).toBe('approved')
  await agent.reload()
  await see(section.getByText(/已齐全$/))

  await office.goto('/apps/shipping_docs')
  await reach(office, /^\/apps\/shipping_docs/)
  await see(main.getByRole('button', { name: 'Choose files' }))
  await faultless(office, 'the list of documents')
})

const brought = ['commercial_invoice', 'packing_list', 'bill_of_lading']

/** A booking of the demo agent's supplier by sea whose three usual documents are missing. */
const bookingWithMissing = async (): Promise<number> => {
  const missing = await stage.ask<(Paper & { booking_id: number })[]>(
    'agent',
    'shipping-documents?status=missing&is_required=true&_end=100&_sort=booking_id',
  )
  const types = new Map<number, Set<string>>()
  for (const { booking_id, doc_type } of missing)
    types.set(booking_id, (types.get(booking_id) ?? new Set<string>()).add(doc_type))
  const [found] = [...types].find(([, has]) => brought.every((type) => has.has(type))) ?? []
  if (!found) throw new Error('The demo data has no booking whose documents are all missing.')
  return found
}

const pdfFile = async (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await plainPdf(lines)),
})
