import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import { engines } from '../kit/db'
import { openPortal, type Portal } from '../kit/portal'

describe.each(engines)('daily work (%s)', (engine) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => portal.close())

  const left = async () =>
    (await portal.db.query<{ area: string }>('select area from daily_progress order by area')).map(({ area }) => area)

  it('of an area that fails does not hold up the others, and is done the next time', async () => {
    const { kit } = portal.app
    const areas = kit.register.areas.filter(({ name }) => kit.server(name).daily).map(({ name }) => name)
    const [first = '', ...others] = areas
    const done: string[] = []
    for (const name of others) {
      const { daily } = kit.server(name)
      vi.spyOn(kit.server(name), 'daily').mockImplementation((work, after) => {
        done.push(name)
        return daily?.(work, after) ?? Promise.resolve(null)
      })
    }
    const failing = vi.spyOn(kit.server(first), 'daily').mockRejectedValue(new Error('one record is not right'))
    await expect(settleDay(kit)).rejects.toThrow(first)
    expect(failing).toHaveBeenCalledTimes(1)
    expect([...new Set(done)].sort()).toEqual([...others].sort())
    expect(await left()).toEqual([first])

    failing.mockRestore()
    await settleDay(kit)
    expect(await left()).toEqual([])
  })
})
