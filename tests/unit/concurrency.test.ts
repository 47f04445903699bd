import { describe, expect, it, vi } from 'vitest'
import { withMinimumDuration } from '#server/auth/answer.ts'
import { limitConcurrency } from '#server/auth/concurrency.ts'
import { mailableName } from '#server/auth/links.ts'

describe('dear work', () => {
  it('is done a few at a time in the order of coming, and refused at once where too much waits', async () => {
    const limited = limitConcurrency({ running: 2, waiting: 2 })
    const begun: number[] = []
    const ends: (() => void)[] = []
    const work = (number: number) =>
      limited(() => {
        begun.push(number)
        return new Promise<void>((end) => ends.push(end))
      })
    const all = [work(1), work(2), work(3), work(4)]
    await expect(work(5)).rejects.toMatchObject({ status: 503, extra: { retry_after: 5 } })
    expect(begun).toEqual([1, 2])
    ends[0]?.()
    await all[0]
    await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]))
    for (const number of [1, 2]) ends[number]?.()
    await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]))
    ends[3]?.()
    await Promise.all(all)
  })

  it('leaves its place also when it fails', async () => {
    const limited = limitConcurrency({ running: 1, waiting: 0 })
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limited(async () => 'done')).toBe('done')
  })
})

describe('an even answer', () => {
  it('comes no sooner than it may, also where the work failed', async () => {
    const begun = performance.now()
    expect(await withMinimumDuration(30, async () => 'x')).toBe('x')
    await expect(withMinimumDuration(30, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    // Timers may fire a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(58)
  })
})

describe('a name that a stranger gave', () => {
  it.each([
    ['Mei Lin', 'Mei Lin'],
    ['美林', '美林'],
    ['Jean-Luc O’Neill', 'Jean-Luc O’Neill'],
    ['José  Müller', 'José Müller'],
    ['http://evil.example/x?y=1 click', 'httpevilexamplexy click'],
    ['win@evil.example', 'winevilexample'],
    ['a'.repeat(80), 'a'.repeat(40)],
  ])('stands in a mail without addresses: %s', (given, mailed) => {
    expect(mailableName(given)).toBe(mailed)
  })
})
