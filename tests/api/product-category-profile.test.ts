import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { openPortal, type Portal } from '../kit/portal'

describe.each(engines)('what a category’s order lines need (%s)', (engine) => {
  let portal: Portal
  let ids: number[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    const [top] = await portal.make('product-categories', [
      { code: 'P', name_en: 'Top', name_zh: '上', care_required: 'yes', spec_required: 'yes', min_imu_pct: '60' },
    ])
    const [middle] = await portal.make('product-categories', [
      { code: 'P-M', name_en: 'Middle', parent_id: top?.id, spec_required: 'no', size_scale_default_id: 1 },
    ])
    const [leaf] = await portal.make('product-categories', [
      { code: 'P-M-L', name_en: 'Leaf', parent_id: middle?.id, lead_time_days: 90 },
    ])
    ids = [top, middle, leaf].map((doc) => Number(doc?.id))
  })
  afterAll(() => portal.close())

  const profile = async (id = ids[2], person = portal.as.Office) => person.get(`/api/product-categories/${id}/profile`)

  it('is what the nearest one says that says something, and which one that is', async () => {
    const { body } = await profile()
    const [top, middle, leaf] = ids
    expect(body.values).toEqual({
      care_required: 'yes',
      spec_required: 'no',
      min_imu_pct: '60.00',
      lead_time_days: 90,
      size_scale_default_id: 1,
      size_scale_default: expect.objectContaining({ id: 1 }),
    })
    const named = Object.entries(body.sources as Record<string, { id: number }>).map(([field, { id }]) => [field, id])
    expect(Object.fromEntries(named)).toEqual({
      care_required: top,
      spec_required: middle,
      min_imu_pct: top,
      lead_time_days: leaf,
      size_scale_default_id: middle,
    })
    expect(body.sources.care_required).toEqual({ id: top, name_en: 'Top', name_zh: '上' })
  })

  it('follows the tree when a category says something else, or hangs elsewhere', async () => {
    const { Office } = portal.as
    const url = `/api/product-categories/${ids[1]}`
    const { version } = (await Office.get(url)).body
    expect((await Office.patch(url, { spec_required: null, version })).status).toBe(200)
    expect((await profile()).body.values.spec_required).toBe('yes')
    const moved = await Office.patch(url, { parent_id: null, version: version + 1 })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    const { values } = (await profile()).body
    expect([values.spec_required, values.care_required, values.lead_time_days]).toEqual([undefined, undefined, 90])
    // Nothing hangs below itself, however many steps away.
    const circle = await Office.patch(url, { parent_id: ids[2], version: version + 2 })
    expect([circle.status, Object.keys(circle.body.errors ?? {})]).toEqual([422, ['parent_id']])
  })

  it('says to others than the office what they may read, which is nothing of it', async () => {
    for (const person of [portal.as.Agent, portal.as.staff]) {
      const { status, body } = await profile(ids[2], person)
      expect([status, body]).toEqual([200, { values: {}, sources: {} }])
    }
    expect((await profile(9999)).status).toBe(404)
    expect((await portal.as.Office.get('/api/product-categories/x/profile')).status).toBe(404)
    expect((await profile(ids[2], portal.nobody)).status).toBe(401)
  })
})
