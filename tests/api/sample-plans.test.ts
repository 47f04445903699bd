import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('sample plans (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let type = 0
  let made = 0
  beforeAll(async () => {
    portal = await openPortal(engine)
    admin = portal.as.admin
    const [record] = await portal.make('sample-types', [
      { code: 'FIT_X', name_en: 'Fit', seq: 10, stage: 'development' },
    ])
    type = Number(record?.id)
  })
  afterAll(() => portal.close())

  const plan = (changes: object = {}, who = admin) =>
    who.post('/api/sample-plans', {
      code: `PLAN-${++made}`,
      name_en: 'Plan',
      items: [{ sample_type_id: type, days_before: 30 }],
      ...changes,
    })

  it('have one type once, and a category one plan, also when it comes back from the archive', async () => {
    const twice = [30, 20].map((days_before) => ({ sample_type_id: type, days_before }))
    expect((await plan({ items: twice })).status).toBe(422)
    expect((await plan({ items: [] })).status).toBe(422)
    expect((await plan({}, portal.as.Agent)).status).toBe(403)
    const first = await plan()
    expect(first.status).toBe(201)
    expect((await plan()).body.errors).toEqual({ product_category_id: [expect.stringContaining(first.body.code)] })
    const { id, version } = first.body
    expect((await admin.post(`/api/sample-plans/${id}/moves/archive`, { version })).status).toBe(200)
    const second = await plan()
    expect(second.status).toBe(201)
    const restore = await admin.post(`/api/sample-plans/${id}/moves/restore`, { version: version + 1 })
    expect([restore.status, restore.body.message]).toEqual([409, expect.stringContaining(second.body.code)])
    await admin.post(`/api/sample-plans/${second.body.id}/moves/archive`, { version: second.body.version })
    expect((await admin.post(`/api/sample-plans/${id}/moves/restore`, { version: version + 1 })).status).toBe(200)
  })
})
