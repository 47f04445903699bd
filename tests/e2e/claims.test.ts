import { expect, it } from 'vitest'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { png } from '../kit/form'

const stage = openStage()

const area = '/apps/claims'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Claim {
  id: number
  version: number
  claim_no: string
  status: string
  amount: string
  debit_note_id: number | null
}
interface Container {
  id: number
  version: number
  lines: { id: number; sizes: { id: number; expected_qty: number }[] }[]
}

/** Missing pieces of a container that is received now: a draft. */
const shortClaim = async (): Promise<Claim> => {
  const [sailing] = await stage.ask<Container[]>(
    'office',
    // Journeys before this one may have left some that sail in the weeks to come.
    `containers?status=on_water&supplier=60&etd_lte=${day(0)}&_end=1&_sort=id&_order=desc`,
  )
  if (!sailing) throw new Error('The demo data has no container of supplier 60 on the water.')
  const { id } = sailing
  const move = async (name: string, values: object) => {
    const { version } = await stage.ask<Container>('office', `containers/${id}`)
    await stage.ask('office', `containers/${id}/moves/${name}`, { version, ...values })
  }
  await move('arrive_port', { ata: day(0) })
  await move('clear_customs', { cleared_on: day(0) })
  await move('gate_out', { gated_out_on: day(0) })
  await move('arrive_dc', { arrived_dc_on: day(0) })
  await move('start_unloading', { seal_check: 'intact' })
  const counting = await stage.open('office', `/apps/warehouse/${id}/receive`, { phone: true })
  await counting.getByRole('button', { name: 'All as expected' }).click()
  await see(counting.getByText('Everything is counted.'))
  const received = counting.getByRole('textbox', { name: /^Received, / }).first()
  const expected = Number(await received.inputValue())
  await received.fill(String(Math.max(expected - 40, 0)))
  await counting.getByRole('button', { name: 'Receive', exact: true }).click()
  await reach(counting, `/apps/warehouse/${id}`)
  const [claim] = await stage.ask<Claim[]>('office', `claims?container_id=${id}&type=short`)
  if (!claim) throw new Error('Nothing was claimed for what is missing.')
  await see(counting.getByRole('link', { name: claim.claim_no }))
  return claim
}

it('a claim is shared, contested on a phone with a photo, reduced, accepted and settled', {
  timeout: 300_000,
}, async () => {
  const { id, claim_no } = await shortClaim()

  const list = await stage.open('office', area)
  await list.getByRole('button', { name: /^To share/ }).click()
  await see(list.getByText(claim_no))
  await faultless(list, 'claims to share')

  const office = await stage.open('office', `${area}/${id}`)
  await see(office.getByRole('heading', { name: 'What is claimed' }))
  await faultless(office, 'a draft of a claim')
  await office.getByRole('main').getByRole('button', { name: 'Share with the supplier', exact: true }).click()
  await see(office.getByText('Shared', { exact: true }).first())

  // The supplier answers in Chinese, standing in the warehouse.
  const phone = await stage.open('agent', `${area}?status=shared`, { phone: true, language: 'zh', mode: 'light' })
  await see(phone.getByText(claim_no))
  await faultless(phone, 'claims on a phone in Chinese')
  await phone.goto(`${area}/${id}`)
  await see(phone.getByRole('heading', { name: '索赔明细' }))
  await faultless(phone, 'a claim on a phone in Chinese')
  await phone.getByRole('main').getByRole('button', { name: '提出异议' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '说明' }).fill('装柜时件数齐全，见照片。')
  await dialog
    .getByLabel('上传照片')
    .and(phone.locator('input'))
    .setInputFiles({ name: 'loading.png', mimeType: 'image/png', buffer: png })
  await faultless(phone, 'the objection on a phone')
  await dialog.getByRole('button', { name: '提出异议' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await see(phone.getByText('装柜时件数齐全，见照片。').first())
  await see(phone.getByText('loading.png').first())

  await office.reload()
  await see(office.getByText('装柜时件数齐全，见照片。').first())
  await office.getByRole('main').getByRole('button', { name: 'Reduce', exact: true }).click()
  const reduce = office.getByRole('dialog')
  await reduce.getByRole('textbox', { name: /^Reduce by/ }).fill('50')
  await reduce.getByRole('textbox', { name: 'Comment' }).fill('Half of it was found.')
  await reduce.getByRole('button', { name: 'Reduce' }).click()
  await see(office.getByText('Half of it was found.').first())

  await phone.reload()
  await agree(phone.getByRole('main'), phone, '接受')
  await expect.poll(async () => (await stage.ask<Claim>('office', `claims/${id}`)).status).toBe('accepted')

  await office.reload()
  await agree(office.getByRole('main'), office, 'Settle')
  await see(office.getByText('Settled', { exact: true }).first())
  const claim = await stage.ask<Claim>('office', `claims/${id}`)
  const note = await stage.ask<{ status: string; total: string; claim_no: string }>(
    'office',
    `invoices/${claim.debit_note_id}`,
  )
  expect(note).toMatchObject({ status: 'submitted', total: claim.amount, claim_no })
  await faultless(office, 'a settled claim')
})
