import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { markOf } from '#areas/bookings/screens/presets.ts'
import { Timeline } from '#areas/bookings/screens/timeline.tsx'
import { DateStrip } from '#areas/purchase-orders/screens/date-strip.tsx'
import type { OpenOrder } from '#areas/purchase-orders/screens/open-order.ts'
import { markOf as markOfTask } from '#areas/tna-tasks/screens/presets.ts'
import { voyages } from '#areas/voyages/area.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { moment } from '#web/fields/moment.tsx'
import { draw, signIn } from './kit-screen'
import { order } from './purchase-orders-fixture'

beforeAll(() => signIn('Office'))
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('the day of a moment', () => {
  // Early in the morning in Shanghai it is still the day before in Greenwich; in Los Angeles late in the evening it is the next.
  const zones = [
    ['Asia/Shanghai', '2026-03-11T22:30:00Z', '12 Mar 2026'],
    ['America/Los_Angeles', '2026-03-12T04:30:00Z', '11 Mar 2026'],
  ] as const

  it.each(zones)('is that of the reader in %s: of an acknowledgement', async (zone, acknowledged_at, day) => {
    vi.stubEnv('TZ', zone)
    draw(<DateStrip order={order({ acknowledged_at }) as unknown as OpenOrder} />, '/')
    expect(await screen.findByText(day)).toBeTruthy()
  })

  it.each(zones)('is that of the reader in %s: of a submission', async (zone, submitted_at, day) => {
    vi.stubEnv('TZ', zone)
    draw(<Timeline record={{ id: 1, version: 1, submitted_at } as unknown as AnyRecord} />, '/')
    expect(await screen.findByText(new RegExp(day))).toBeTruthy()
  })
})

it('what does not travel any more is not late', async () => {
  const record = { id: 1, version: 1, requested_etd: '2026-03-01', cargo_ready_date: '2026-02-20' }
  draw(<Timeline record={{ ...record, status: 'confirmed' } as unknown as AnyRecord} />, '/')
  expect(await screen.findAllByText(/days late/)).toHaveLength(2)
  cleanup()
  draw(<Timeline record={{ ...record, status: 'cancelled' } as unknown as AnyRecord} />, '/')
  expect(await screen.findByText(/1 Mar 2026/)).toBeTruthy()
  expect(screen.queryByText(/days late/)).toBeNull()
})

it.each(['si_cutoff', 'cy_cutoff'])('a %s is missed once its moment is over, in any zone', (cutoff) => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  const booking = { id: 1, version: 1, status: 'confirmed', etd: '2026-03-20', [cutoff]: '2026-03-11T22:00:00Z' }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-11T21:00:00Z') })
  expect(markOf(booking as unknown as AnyRecord)).toBeNull()
  vi.setSystemTime(Date.parse('2026-03-11T22:01:00Z'))
  expect(markOf(booking as unknown as AnyRecord)).toBe('danger')
})

it('a moment stays while its year is typed', async () => {
  let value: unknown = '2026-03-12T10:00:00Z'
  const { Input } = moment
  const input = () => (
    <Input
      id="cutoff"
      label="Cut-off"
      area={voyages}
      name="si_cutoff"
      field={voyages.fields.si_cutoff}
      record={{}}
      value={value}
      onChange={(next) => {
        value = next
      }}
    />
  )
  draw(input(), '/')
  // The browser tells `2026` as the years 2, 20, 202 and 2026.
  for (const year of ['0002', '0020', '0202', '2027']) {
    fireEvent.change(document.getElementById('cutoff') as HTMLElement, { target: { value: `${year}-03-12T18:00` } })
    cleanup()
    draw(input(), '/')
    await vi.waitFor(() => expect(document.getElementById('cutoff')).toBeTruthy())
    expect((document.getElementById('cutoff') as HTMLInputElement).value).toBe(`${year}-03-12T18:00`)
  }
})

it('a milestone that its owner expects behind its day is late before that day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-11T12:00:00Z') })
  const task = { id: 1, version: 1, status: 'pending', revised_date: '2026-03-20', expected_date: '2026-03-25' }
  const mark = (changes: object) => markOfTask({ ...task, ...changes } as unknown as AnyRecord)
  expect([mark({}), mark({ expected_date: null }), mark({ status: 'done' })]).toEqual(['danger', null, null])
  expect(mark({ revised_date: '2026-03-10', expected_date: null })).toBe('danger')
})
