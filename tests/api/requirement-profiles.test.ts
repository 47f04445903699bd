import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRemainingDailyWork } from '#server/jobs/daily.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { requirementKinds, requirementTypes } from '#shared/trade/requirement-profiles.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const usual = ['specification_measurement', 'specification_packing', 'specification_carton_marking']
const artworks = ['main_label', 'care_label', 'hangtag', 'polybag', 'carton_mark'].map((type) => `artwork_${type}`)
const everything = ['factory', 'fibre', 'care', ...usual, ...artworks]

describe.each(engines)('requirement profiles (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0
  const next = () => {
    made += 1
    return made
  }

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
  })
  afterAll(() => portal.close())

  const order = async (changes: object = {}) => {
    const [record] = await portal.make('purchase-orders', [
      draft(`PO-REQ-${next()}`, { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ...changes }),
    ])
    return ((await admin.get(`/api/purchase-orders/${record?.id}`)).body.lines as AnyRecord[])[0] as AnyRecord
  }
  const lineOf = async (id: number, who = admin) => (await who.get(`/api/po-lines/${id}`)).body as AnyRecord
  const needed = async (id: number) => (await lineOf(id)).requirements as string[]
  const profile = async (input: object) => {
    const { status, body } = await admin.post('/api/requirement-profiles', {
      code: `P${next()}`,
      name_en: 'A profile',
      requirements: [],
      programs: [],
      ...input,
    })
    expect([status, body.errors]).toEqual([201, undefined])
    return body as AnyRecord
  }
  const retire = async ({ id }: AnyRecord) => {
    const { body } = await admin.get(`/api/requirement-profiles/${id}`)
    const answer = await admin.post(`/api/requirement-profiles/${id}/moves/retire`, {
      version: body.version,
      reason: 'Test over',
    })
    expect([answer.status, answer.body.message]).toEqual([200, undefined])
  }

  it('says for each new line what it needs', async () => {
    const { id } = await order()
    expect(await needed(id)).toEqual(everything)
  })

  it('changes open lines with the profile, and says before how many', async () => {
    const { id } = await order()
    const over = await order()
    await portal.db.query("update po_lines set line_status = 'closed' where id = $1", [over.id])
    const input = {
      house_brand_id: 1,
      requirements: [
        { kind: 'care', is_needed: false },
        { kind: 'artwork', type: 'print', is_needed: true },
      ],
      programs: [],
    }
    const { body: effect } = await admin.post('/api/requirement-profiles/effect', { profile: input })
    expect(effect.changed).toBe(effect.open)
    expect(effect.requirements).toEqual([
      { name: 'care', added: 0, removed: effect.open },
      { name: 'artwork_print', added: effect.open, removed: 0 },
    ])
    const stored = await profile(input)
    await runRemainingDailyWork(portal.app.kit)
    expect(await needed(id)).toEqual([...everything.filter((name) => name !== 'care'), 'artwork_print'])
    expect(await lineOf(id)).toMatchObject({
      care_readiness: 'not_required',
      office_turn: expect.not.arrayContaining(['care']),
    })
    expect((await lineOf(over.id)).care_readiness).toBe('missing')
    const [brand] = await portal.make('house-brands', [{ code: 'OTHR', name_en: 'Other', status: 'active' }])
    // A line with another brand is not meant.
    expect(await needed((await order({ house_brand_id: brand?.id })).id)).toContain('care')

    const back = await admin.post('/api/requirement-profiles/effect', { id: stored.id, profile: null })
    expect(back.body.requirements).toContainEqual({ name: 'care', added: effect.open, removed: 0 })
    await retire(stored)
    await runRemainingDailyWork(portal.app.kit)
    expect(await needed(id)).toEqual(everything)
    expect(await lineOf(id)).toMatchObject({ care_readiness: 'missing', office_turn: expect.arrayContaining(['care']) })
  })

  it('lets a category say it for its lines, and asks for a retail price in the same way', async () => {
    const { id } = await order()
    const { body: category } = await office.get('/api/product-categories/1')
    const change = async (values: object) => {
      const { version } = (await office.get('/api/product-categories/1')).body
      const answer = await office.patch('/api/product-categories/1', { version, ...values })
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
      await runRemainingDailyWork(portal.app.kit)
    }
    await change({ fibre_required: 'no', rrp_required_default: 'yes' })
    expect(await needed(id)).toEqual([...everything.filter((name) => name !== 'fibre'), 'retail_price'])
    expect((await office.get(`/api/po-line-rrps?po_line_id=${id}`)).body).toHaveLength(1)
    await change({ fibre_required: category.fibre_required, rrp_required_default: category.rrp_required_default })
    expect(await needed(id)).toEqual(everything)
    expect((await office.get(`/api/po-line-rrps?po_line_id=${id}`)).body[0].status).toBe('not_required')
  })

  it('is changed for a line by the office, who is named with it', async () => {
    const { id } = await order()
    const move = async (who: Person, inputs: object) => {
      const { version } = await lineOf(id)
      return who.post(`/api/po-lines/${id}/moves/set_requirements`, { version, ...inputs })
    }
    const values = { added_requirements: ['artwork_embroidery', 'care'], removed_requirements: ['fibre', 'care'] }
    expect((await move(office, values)).status).toBe(200)
    expect(await needed(id)).toEqual([
      ...everything.filter((name) => !['fibre', 'care'].includes(name)),
      'artwork_embroidery',
    ])
    expect(await lineOf(id)).toMatchObject({
      added_requirements: ['artwork_embroidery'],
      fibre_readiness: 'not_required',
    })
    const { body } = await office.get(`/api/po-lines/${id}/requirements`)
    const reasonsOf = (area: string) => body.requirements.find((one: { area: string }) => one.area === area).reasons
    expect(reasonsOf('fibre-allocations')).toEqual([{ source: 'manual', record: null, types: [], is_needed: false }])
    expect(reasonsOf('artwork-allocations')).toHaveLength(2)
    // Suppliers read what is needed, and nothing of how the house decides.
    expect(await lineOf(id, agent)).toMatchObject({ requirements: expect.any(Array) })
    expect(Object.keys(await lineOf(id, agent))).not.toContain('added_requirements')
    expect((await move(agent, values)).status).toBe(403)
    expect((await move(office, { added_requirements: ['constructor'], removed_requirements: [] })).status).toBe(422)
    expect((await move(office, { added_requirements: [], removed_requirements: [] })).status).toBe(200)
    expect(await needed(id)).toEqual(everything)
  })

  it('is an administrator’s to write, and the office’s to read', async () => {
    const input = { code: 'MINE', name_en: 'Mine', requirements: [], programs: [] }
    expect((await office.post('/api/requirement-profiles', input)).status).toBe(403)
    expect((await office.post('/api/requirement-profiles/effect', { profile: null })).status).toBe(403)
    expect((await office.get('/api/requirement-profiles')).status).toBe(200)
    expect((await agent.get('/api/requirement-profiles')).status).toBe(403)
  })

  it.each<[string, object, string]>([
    [
      'a type of another kind',
      { requirements: [{ kind: 'artwork', type: 'testing', is_needed: true }] },
      'requirements.0.type',
    ],
    [
      'a type where there is none',
      { requirements: [{ kind: 'care', type: 'testing', is_needed: true }] },
      'requirements.0.type',
    ],
    ['the same twice', { requirements: [{ kind: 'care' }, { kind: 'care', is_needed: false }] }, 'requirements.1.kind'],
    ['accreditation without programmes', { requirements: [{ kind: 'accreditation' }] }, 'programs'],
    ['an unknown kind', { requirements: [{ kind: '__proto__' }] }, 'requirements.0.kind'],
    ['a name of 10,000 letters', { name_en: 'x'.repeat(10_000) }, 'name_en'],
  ])('refuses %s', async (_title, changes, field) => {
    const { status, body } = await admin.post('/api/requirement-profiles', {
      code: `BAD${next()}`,
      name_en: 'Bad',
      requirements: [],
      programs: [],
      ...changes,
    })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  it('refuses a calculation over nonsense', async () => {
    const scope = { requirements: [], programs: [] }
    for (const body of [
      {},
      { profile: { ...scope, house_brand_id: 'x' } },
      { profile: { ...scope, unknown: 1 } },
      { profile: { ...scope, requirements: Array.from({ length: 61 }, () => ({ kind: 'care', is_needed: true })) } },
    ])
      expect((await admin.post('/api/requirement-profiles/effect', body)).status).toBe(422)
    const eachType = requirementKinds.flatMap((kind) =>
      [null, ...requirementTypes(kind)].map((type) => ({ kind, type, is_needed: false })),
    )
    const whole = await admin.post('/api/requirement-profiles/effect', {
      profile: { ...scope, requirements: eachType },
    })
    expect([eachType.length > 40, whole.status]).toEqual([true, 200])
    const none = await admin.post('/api/requirement-profiles/effect', {
      profile: { ...scope, label_market_id: 99_999 },
    })
    expect(none.body).toMatchObject({ changed: 0 })
  })
})
