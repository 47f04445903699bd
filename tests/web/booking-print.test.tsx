import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PrintMenu } from '#areas/bookings/screens/print-menu.tsx'
import { setLanguage } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { draw, signIn } from './kit-screen'

vi.mock('#web/kit/files/download.ts', () => ({ download: vi.fn(async () => {}) }))

afterEach(cleanup)
beforeEach(() => vi.mocked(download).mockClear())

const run = (first_no: number, last_no: number) => ({ first_no, last_no, po_line_id: 1, units_per_carton: 12 })

/** The menu of a booking with these cartons, open. */
const open = async (cartons: ReturnType<typeof run>[], button = 'Print') => {
  const record = { id: 5, version: 1, booking_no: 'BK-2026-000005', cartons } as unknown as OpenRecord
  const { user } = draw(<PrintMenu record={record} />, '/')
  await user.click(await screen.findByRole('button', { name: button }))
  return user
}
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
const asked = () => {
  const [path, , params] = vi.mocked(download).mock.calls[0] ?? []
  return `${path}?${params}`
}

describe('the print menu of a booking', () => {
  beforeAll(() => signIn('Agent'))
  afterEach(() => setLanguage('en'))

  it.each([
    ['Booking form, English', '/api/bookings/5/pdf?language=en'],
    ['Booking form, both languages', '/api/bookings/5/pdf?language=both'],
    ['Packing list, Chinese', '/api/bookings/5/packing-list.pdf?language=zh'],
    ['Carton labels A6', '/api/bookings/5/labels.pdf?format=a6&from=1&to=10'],
    ['Carton labels A4, four per sheet', '/api/bookings/5/labels.pdf?format=a4&from=1&to=10'],
  ])('loads %s', async (name, address) => {
    const user = await open([run(1, 10)])
    await user.click(screen.getByRole('menuitem', { name }))
    expect(asked()).toBe(address)
  })

  it('has labels in several files where they are too many for one', async () => {
    const user = await open([run(1, 2500)])
    await user.click(screen.getByRole('menuitem', { name: 'Carton labels A6, 2001–2500' }))
    expect(asked()).toBe('/api/bookings/5/labels.pdf?format=a6&from=2001&to=2500')
  })

  it('has no labels before something is packed', async () => {
    await open([])
    expect(items()).toHaveLength(6)
  })

  it('speaks Chinese', async () => {
    await setLanguage('zh')
    await open([run(1, 1)], '打印')
    expect(items()).toContain('装箱单（中英文）')
  })
})
