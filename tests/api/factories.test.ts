import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('factories (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  })
  afterAll(() => portal.close())

  const read = async (id: number, as = admin) => (await as.get(`/api/factories/${id}`)).body
  const edit = async (person: Person, id: number, values: object) =>
    person.patch(`/api/factories/${id}`, { version: (await read(id)).version, ...values })
  const move = async (person: Person, id: number, name: string, inputs: object = {}) =>
    person.post(`/api/factories/${id}/moves/${name}`, { version: (await read(id)).version, ...inputs })
  const approved = async (name_en: string, supplier_id = 60) => {
    const [made] = await portal.make('factories', [
      { name_en, country: 'CN', status: 'approved', workers_total: 100, suppliers: [{ supplier_id }] },
    ])
    return made?.id ?? 0
  }

  it('tell a supplier nothing of the others that they work for, their history neither', async () => {
    const id = await approved('Two Rivers Works')
    const suppliers = (await read(id)).suppliers.map(({ id: link, supplier_id }: Record<string, number>) => ({
      id: link,
      supplier_id,
    }))
    const linked = await edit(Office, id, { suppliers: [...suppliers, { supplier_id: 61 }] })
    expect(linked.status, JSON.stringify(linked.body)).toBe(200)
    expect((await edit(Office, id, { suppliers })).status).toBe(200)
    await edit(Office, id, { workers_total: 120 })
    const likenesses = async (person: Person) => {
      const { status, body } = await person.get(`/api/factories/${id}/history`)
      expect(status).toBe(200)
      return JSON.stringify(body)
    }
    expect(await likenesses(admin)).toContain('"new":61')
    expect(await likenesses(Agent)).toContain('"new":120')
    expect(await likenesses(Agent)).not.toMatch(/:61\b/)
  })

  it('name a supplier and a category once', async () => {
    const id = await approved('Once Works')
    const suppliers = (await read(id)).suppliers.map((row: { id: number }) => ({ id: row.id, supplier_id: 60 }))
    const categories = [{ product_category_id: 2 }, { product_category_id: 2 }]
    const { status, body } = await edit(Office, id, { suppliers: [...suppliers, { supplier_id: 60 }], categories })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['suppliers.1.supplier_id', 'categories.1.product_category_id'])
  })

  it('are proposed by a supplier for itself, evaluated by the office and approved by an admin', async () => {
    const proposed = await Agent.post('/api/factories', {
      name_en: 'Tidewater Stitching Hall',
      country: 'CN',
      types: ['cut_make_trim'],
      address_en: '9 Harbour Lane',
    })
    expect(proposed.status).toBe(201)
    const { id } = proposed.body
    expect(proposed.body).toMatchObject({ status: 'proposed', suppliers: [{ supplier_id: 60 }] })
    expect(proposed.body.factory_code).toMatch(/^FA-\d{4}-\d{6}$/)
    expect(proposed.body).not.toHaveProperty('risk_level')
    expect((await portal.otherAgent.get(`/api/factories/${id}`)).status).toBe(404)

    expect((await move(Agent, id, 'evaluate')).status).toBe(403)
    expect((await move(Office, id, 'evaluate')).body.errors).toEqual({
      city: ['Required before the factory can be evaluated or approved.'],
      categories: ['Required before the factory can be evaluated or approved.'],
    })
    const { body: edited } = await edit(Agent, id, { city: 'Ningbo', categories: [{ product_category_id: 2 }] })
    expect(edited).toMatchObject({ city: 'Ningbo' })
    expect((await move(Office, id, 'evaluate')).body).toMatchObject({ status: 'under_evaluation' })
    expect((await move(Office, id, 'approve')).status).toBe(403)
    expect((await move(admin, id, 'approve')).body.errors).toHaveProperty('business_licence_no')
    await edit(Office, id, { business_licence_no: 'BL-1', business_licence_expiry: '2020-01-01', risk_level: 'low' })
    expect((await move(admin, id, 'approve')).body.errors).toEqual({
      business_licence_expiry: ['The business licence has expired.'],
    })
    await edit(Office, id, { business_licence_expiry: '2099-01-01' })
    expect(
      (await move(admin, id, 'approve_conditionally', { conditional_until: '2020-01-01', reason: 'CAP' })).body.errors,
    ).toEqual({ conditional_until: ['Choose a date after today.'] })
    expect(
      (await move(admin, id, 'approve_conditionally', { conditional_until: '2098-01-01', reason: 'CAP' })).body,
    ).toMatchObject({ status: 'conditional', conditional_until: '2098-01-01' })
    expect((await move(admin, id, 'approve')).body).toMatchObject({ status: 'approved', conditional_until: null })
  })

  it('say to each supplier the link to itself and nothing of others', async () => {
    const [shared] = await portal.make('factories', [
      {
        name_en: 'Two Rivers Joint Works',
        country: 'CN',
        risk_level: 'high',
        notes_internal: 'Watch them.',
        suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }],
      },
    ])
    const seen = await read(shared?.id ?? 0, portal.otherAgent)
    expect(seen.suppliers.map(({ supplier_id }: { supplier_id: number }) => supplier_id)).toEqual([61])
    expect(JSON.stringify(seen)).not.toMatch(/Golden Loom|Watch them|"high"/)
    const staff = await portal.as.staff.get('/api/factories')
    expect(staff.body.map(({ name_en }: { name_en: string }) => name_en)).toContain('Two Rivers Joint Works')
  })

  it('tell a supplier neither who of another one asked for a change, nor a word that was said of it', async () => {
    const [shared] = await portal.make('factories', [
      {
        name_en: 'Four Rivers Works',
        country: 'CN',
        status: 'approved',
        suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }],
      },
    ])
    const id = shared?.id ?? 0
    await portal.db.query(`update users set full_name = 'Agent Sixty' where id = $1`, [Agent.id])
    await edit(Agent, id, { city: 'Harbin' })
    expect((await move(Agent, id, 'withdraw_change', { comment: 'Said by sixty.' })).status).toBe(200)
    await edit(Agent, id, { city: 'Dalian' })
    expect((await move(Office, id, 'refuse_change', { reason: 'Said to sixty.' })).status).toBe(200)
    await edit(Agent, id, { city: 'Shenyang' })
    expect((await move(Office, id, 'accept_change', { comment: 'Also said to sixty.' })).status).toBe(200)
    const [told, others] = [Agent, portal.otherAgent].map(async (person) =>
      JSON.stringify((await person.get(`/api/factories/${id}/history`)).body),
    )
    expect(await told).toContain('Said by sixty.')
    expect((await read(id, Agent)).changes).toMatchObject([
      { outcome: 'applied', answer: 'Also said to sixty.' },
      { outcome: 'refused', answer: 'Said to sixty.' },
      { outcome: 'withdrawn', answer: 'Said by sixty.' },
    ])
    expect(await others).toContain('Shenyang')
    expect(await others).not.toMatch(/sixty|Sixty|Harbin|Dalian|refuse_change|withdraw_change/)
  })

  it('stay with the other suppliers that they were proposed for, whatever one of them sends', async () => {
    const [shared] = await portal.make('factories', [
      { name_en: 'Three Rivers Works', country: 'CN', suppliers: [{ supplier_id: 60 }, { supplier_id: 61 }] },
    ])
    const id = shared?.id ?? 0
    const seen = await read(id, Agent)
    expect(seen.editable).not.toContain('suppliers')
    for (const suppliers of [[], seen.suppliers.map((link: { id: number }) => ({ id: link.id }))]) {
      const { status, body } = await edit(Agent, id, { suppliers })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['suppliers']])
    }
    expect((await read(id)).suppliers).toHaveLength(2)
  })

  it('keep what an agent wants changed until the office answers', async () => {
    const id = await approved('Northern Looms Hall')
    const { status, body } = await edit(Agent, id, { workers_total: 140, city: 'Harbin' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ workers_total: 100, city: null })
    expect(body.changes).toMatchObject([{ outcome: 'proposed', supplier_id: 60 }])
    expect(body.changes[0].items).toMatchObject([
      { field: 'city', old_value: 'null', new_value: '"Harbin"' },
      { field: 'workers_total', old_value: '100', new_value: '140' },
    ])
    // A better thought takes the place of the first.
    const again = await edit(Agent, id, { workers_total: 150 })
    expect(again.body.changes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['proposed', 'withdrawn'])
    expect((await move(Agent, id, 'accept_change')).status).toBe(403)
    const accepted = await move(Office, id, 'accept_change', { comment: 'Seen on site.' })
    expect(accepted.body).toMatchObject({ workers_total: 150, city: null })
    expect(accepted.body.changes[0]).toMatchObject({ outcome: 'applied', answer: 'Seen on site.' })
    expect((await move(Office, id, 'accept_change')).status).toBe(409)

    await edit(Agent, id, { name_en: 'Another name' })
    expect((await move(Office, id, 'refuse_change', { reason: 'Not without a new licence.' })).body).toMatchObject({
      name_en: 'Northern Looms Hall',
    })
    await edit(Agent, id, { city: 'Harbin' })
    expect((await move(Agent, id, 'withdraw_change')).body.city).toBeNull()
    expect((await edit(Agent, id, { risk_level: 'low' })).status).toBe(422)
    expect((await edit(Agent, id, { contacts: [{ full_name: 'X' }] })).status).toBe(422)
  })

  it('do not overwrite with a wish what the office has changed since', async () => {
    const id = await approved('Eastern Looms Hall')
    await edit(Agent, id, { workers_total: 140, capacity_per_month: 900 })
    await edit(Office, id, { workers_total: 120, capacity_per_month: 900 })
    const refused = await move(Office, id, 'accept_change')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The profile has changed since this was requested. Refuse the request and let the supplier send it again.',
    ])
    expect(await read(id)).toMatchObject({ workers_total: 120 })
    expect((await move(Office, id, 'refuse_change', { reason: 'We counted 120.' })).status).toBe(200)
    // What the office has set to the wished value already is no contradiction.
    await edit(Agent, id, { workers_total: 130, moq: 60 })
    await edit(Office, id, { workers_total: 130 })
    expect((await move(Office, id, 'accept_change')).body).toMatchObject({ workers_total: 130, moq: 60 })
  })

  it('take what is said again as it stands for no wish', async () => {
    const id = await approved('Southern Looms Hall')
    await edit(Office, id, { latitude: '45.75', longitude: '120.5' })
    const { status, body } = await edit(Agent, id, { latitude: '45.75', longitude: '120.50' })
    expect([status, body.changes]).toEqual([200, []])
  })

  it('that are probably known already are marked, and merged or told apart', async () => {
    const known = await approved('Emerald Delta Knitwear Co., Ltd.', 61)
    const { body } = await Agent.post('/api/factories', { name_en: 'EMERALD DELTA KNITWEARS LIMITED', country: 'CN' })
    expect(body).not.toHaveProperty('duplicate_of_id')
    expect(await read(body.id)).toMatchObject({ duplicate_of_id: known })
    const elsewhere = await Office.post('/api/factories', { name_en: 'Emerald Delta Knitwear', country: 'IN' })
    expect(elsewhere.body.duplicate_of_id).toBeNull()

    const merged = await move(Office, body.id, 'merge', { into_id: known })
    expect(merged.body).toMatchObject({ status: 'rejected', duplicate_of_id: known })
    const suppliers = (await read(known)).suppliers as { supplier_id: number }[]
    expect(suppliers.map(({ supplier_id }) => supplier_id)).toEqual([61, 60])
    expect((await Agent.get(`/api/factories/${known}`)).status).toBe(200)

    const other = await Office.post('/api/factories', { name_en: 'Emerald Delta Knitting', country: 'CN' })
    expect(other.body.duplicate_of_id).toBe(known)
    expect((await move(Office, other.body.id, 'not_duplicate')).body.duplicate_of_id).toBeNull()
  })

  it('are marked by their Chinese name too, whatever kind of company it is written with', async () => {
    const [known] = await portal.make('factories', [
      {
        name_en: 'Golden Shuttle No. 3',
        name_zh: '金织机三厂',
        country: 'CN',
        status: 'approved',
        suppliers: [{ supplier_id: 61 }],
      },
    ])
    const { body } = await Agent.post('/api/factories', {
      name_en: 'Jin Zhi Ji',
      name_zh: '金织机三厂有限公司',
      country: 'CN',
    })
    expect(await read(body.id)).toMatchObject({ duplicate_of_id: known?.id })
    const other = await Agent.post('/api/factories', { name_en: 'Er Chang', name_zh: '金织机二厂', country: 'CN' })
    expect(await read(other.body.id)).toMatchObject({ duplicate_of_id: null })
  })

  it('come from lists as proposals, numbered when written; of a known one an agent’s list is a wish too', async () => {
    const known = await approved('Juniper Yard Outerwear')
    const list =
      'name,Country,address,Workers\nJuniper Yard Outerwear,PR CHINA,,130\nThird Bank Trims,Viet Nam,12 Quay,\nNo Where Ltd,Atlantis,,\n'
    const started = await Agent.send({
      method: 'POST',
      url: '/api/factories/import?file_name=list.csv',
      headers: { 'content-type': 'application/octet-stream' },
      payload: list,
    })
    const { id, settings } = started.json()
    expect(settings.mapping).toMatchObject({
      name_en: { column: 0 },
      country: { column: 1 },
      workers_total: { column: 3 },
    })
    const settled = async (status: string) => {
      await expect.poll(async () => (await Agent.get(`/api/imports/${id}`)).body.status).toBe(status)
      return (await Agent.get(`/api/imports/${id}`)).body
    }
    await Agent.post(`/api/imports/${id}/preview`)
    expect((await settled('checked')).counts).toMatchObject({ new: 1, changed: 1, rejected: 1 })
    const refused = await Agent.get(`/api/imports/${id}/rows?outcome=rejected&_start=0&_end=5`)
    expect(refused.body[0].errors).toMatchObject([{ line: 4, field: 'country' }])
    await Agent.post(`/api/imports/${id}/commit`)
    expect((await settled('done')).counts).toMatchObject({ written: 2 })
    expect(await read(known)).toMatchObject({ workers_total: 100, changes: [{ outcome: 'proposed' }] })
    const [made] = (await Agent.get('/api/factories?name_en=Third%20Bank%20Trims')).body
    expect(made).toMatchObject({ status: 'proposed', country: 'VN' })
    const [last] = await portal.db.query<{ value: number }>(`select value from counters where name like 'FA-%'`)
    expect(made.factory_code).toMatch(new RegExp(`0*${last?.value}$`))
  })

  it('are told to be known already before a list is written, those of the same list too', async () => {
    const known = await approved('Copper Lantern Hosiery', 61)
    const bring = async (person: Person, list: string) => {
      const started = await person.send({
        method: 'POST',
        url: '/api/factories/import?file_name=list.csv',
        headers: { 'content-type': 'application/octet-stream' },
        payload: list,
      })
      const { id } = started.json()
      const settled = (status: string) =>
        expect.poll(async () => (await person.get(`/api/imports/${id}`)).body.status).toBe(status)
      await person.post(`/api/imports/${id}/preview`)
      await settled('checked')
      const rows = (await person.get(`/api/imports/${id}/rows?_start=0&_end=5`)).body
      await person.post(`/api/imports/${id}/commit`)
      await settled('done')
      return rows.map(({ remarks }: { remarks: string[] }) => remarks)
    }
    const like = (name: RegExp) => [expect.stringMatching(name)]
    expect(
      await bring(
        Office,
        'Name,Country\nCopper Lantern Hosiery Ltd.,China\nSilver Wharf Mills,China\nSilver Wharf Mill Co.,China\n',
      ),
    ).toEqual([like(/Copper Lantern Hosiery/), [], like(/Silver Wharf Mills/)])
    const marked = async (name: string) =>
      (await admin.get(`/api/factories?name_en=${encodeURIComponent(name)}`)).body[0]
    expect((await marked('Copper Lantern Hosiery Ltd.')).duplicate_of_id).toBe(known)
    expect((await marked('Silver Wharf Mill Co.')).duplicate_of_id).toBe((await marked('Silver Wharf Mills')).id)
    // Of another supplier's factory an agent hears nothing.
    expect(await bring(Agent, 'Name,Country\nThe Copper Lantern Hosiery,China\n')).toEqual([[]])
    // Nor by the very same name, which the form takes and marks for the office.
    const named = await approved('Tin Harbour Knits', 61)
    expect(await bring(Agent, 'Name,Country\nTin Harbour Knits,China\n')).toEqual([[]])
    const [ownFactory] = (await Agent.get('/api/factories?name_en=Tin%20Harbour%20Knits')).body
    expect(await read(ownFactory.id)).toMatchObject({ status: 'proposed', duplicate_of_id: named })
  })

  it('say what does not fit', async () => {
    const faults = await Office.post('/api/factories', {
      name_en: 'Odd Works',
      country: 'CN',
      workers_total: 10,
      workers_female: 11,
      latitude: '12.5',
      os_id: 'nonsense',
    })
    expect(faults.status).toBe(422)
    expect(Object.keys(faults.body.errors).sort()).toEqual(['os_id'])
    const more = await Office.post('/api/factories', {
      name_en: 'Odd Works',
      country: 'CN',
      workers_total: 10,
      workers_female: 11,
      latitude: '12.5',
    })
    expect(Object.keys(more.body.errors).sort()).toEqual(['longitude', 'workers_female'])
  })
})
