import { expect, it } from 'vitest'
import type { Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'

it.each([
  ['the day before where it is over everywhere', 'GB', 'CN', '2026-03-11', true],
  ['the day before where it is not over for the office', 'US', 'CN', '2026-03-11', false],
  ['the day before where it is not over for the supplier', 'GB', 'GT', '2026-03-11', false],
  ['two days before', 'US', 'GT', '2026-03-10', true],
  ['today', 'GB', 'CN', '2026-03-12', false],
])('a day is past, or not: %s', async (_what, office_country, country, day, past) => {
  const work = {
    context: { today: '2026-03-12', settings: { office_country } },
    // Half past two in London is half past nine of the evening before in New York.
    now: '2026-03-12T02:30:00.000Z',
    tx: { query: async () => [{ country }] },
  } as unknown as Work
  expect(await isPast(work, day, 60)).toBe(past)
})
