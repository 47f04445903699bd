import { describe, expect, it } from 'vitest'
import { nextLastSeen } from '#web/kit/list/last-seen.ts'

const at = (time: string) => `2026-11-21T${time}:00.000Z`
const look = (time: string, known?: { seen: string; since: string }) => nextLastSeen(known, Date.parse(at(time)))

describe('what changed since somebody looked', () => {
  it('begins with the first look', () => {
    expect(look('09:00')).toEqual({ seen: at('09:00'), since: at('09:00') })
  })

  it('stays what it is while the visit goes on', () => {
    const known = { seen: at('09:00'), since: at('07:00') }
    expect(look('09:04', known)).toBe(known)
    expect(look('09:50', known)).toEqual({ seen: at('09:50'), since: at('07:00') })
  })

  it('counts from the end of the visit before, once there was a pause', () => {
    expect(look('14:00', { seen: at('09:50'), since: at('07:00') })).toEqual({ seen: at('14:00'), since: at('09:50') })
  })
})
