import { expect, it } from 'vitest'
import { agree, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'

const stage = openStage()

const area = '/apps/warehouse'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Container {
  id: number
  version: number
  container_title: string
  lines: { booking_id: number; sizes: { expected_qty: number }[] }[]
}

it('a container arrives, is counted on a phone, and its supplier sees what is short', {
  timeout: 240_000,
}, async () => {
  const [sailing] = await stage.ask<Container[]>(
    'office',
    // Journeys before this one may have left some that sail in the weeks to come.
    `containers?status=on_water&supplier=60&etd_lte=${day(0)}&_end=1`,
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

  // The board has it under its week, its distribution centre and its name.
  const office = await stage.open('office', area)
  await office.getByRole('link', { name: 'Arrivals', exact: true }).click()
  await reach(office, `${area}/arrivals`)
  await see(office.getByRole('link', { name: sailing.container_title }))
  await faultless(office, 'the arrivals board')
  await office.getByRole('link', { name: 'Docks', exact: true }).click()
  await reach(office, `${area}/docks`)
  await faultless(office, 'dock appointments')

  const page = await stage.open('office', `${area}/${id}`)
  await see(page.getByRole('region', { name: 'Milestones' }).getByText('Arrived at DC'))
  await faultless(page, 'a container')
  await agree(page.getByRole('main'), page, 'Start unloading', async (dialog) => {
    await dialog.getByRole('radio', { name: 'Intact' }).check({ force: true })
  })
  await see(page.getByRole('link', { name: 'Count goods' }))

  const phone = await stage.open('office', `${area}/${id}`, { phone: true })
  await phone.getByRole('link', { name: 'Count goods' }).click()
  await reach(phone, `${area}/${id}/receive`)
  await phone.getByRole('button', { name: 'All as expected' }).click()
  await see(phone.getByText('Everything is counted.'))
  const { lines } = await stage.ask<Container>('office', `containers/${id}`)
  const expected = lines[0]?.sizes[0]?.expected_qty ?? 0
  const received = phone.getByRole('textbox', { name: /^Received, / }).first()
  await expect.poll(() => received.inputValue()).toBe(String(expected))
  await received.fill(String(expected - 2))
  await phone
    .getByRole('textbox', { name: /^Damaged, / })
    .first()
    .fill('1')
  await phone
    .getByRole('textbox', { name: /damaged or different/ })
    .first()
    .fill('One carton open')
  await faultless(phone, 'a count on a phone')
  // Until it is saved the count is on the device, also when the page is closed.
  await phone.reload()
  await expect.poll(() => received.inputValue()).toBe(String(expected - 2))
  await phone.getByRole('button', { name: 'Receive', exact: true }).click()
  await reach(phone, `${area}/${id}`)
  await see(phone.getByText('2 short, 0 over, 1 damaged'))

  const supplier = await stage.open('agent', `/apps/shipping_management/${lines[0]?.booking_id}`)
  const own = supplier.getByRole('region', { name: 'Containers' })
  await see(own.getByText(sailing.container_title))
  await see(own.getByText('One carton open'))
  await faultless(supplier, 'the containers of a booking')
})
