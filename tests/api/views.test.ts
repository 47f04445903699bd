import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../kit/db'
import { openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('saved views (%s)', (engine) => {
  let portal: Portal
  let names = 0
  beforeAll(async () => {
    portal = await openPortal(engine)
  })
  afterAll(() => portal.close())

  const state = (changes: object = {}) => ({
    q: '',
    filters: [],
    sort: [],
    columns: null,
    density: null,
    size: null,
    ...changes,
  })
  const input = (changes: object = {}) => {
    names += 1
    return { area: 'purchase-orders', name: `View ${names}`, state: state(), ...changes }
  }
  const save = async (who: Person, changes: object = {}) => {
    const { status, body } = await who.post('/api/views', input(changes))
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const seen = async (who: Person, area = 'purchase-orders') => {
    const { status, body } = await who.get(`/api/views?area=${area}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { id: number; is_default: boolean; name: string; may_change: boolean; version: number }[]
  }
  const sees = async (who: Person, id: number) => (await seen(who)).some((view) => view.id === id)

  it('keeps what a list shows, for the person alone', async () => {
    const kept = state({
      q: 'wool',
      filters: [
        { field: 'status', op: '_in', values: ['issued', 'confirmed'] },
        { field: 'ex_factory_date', op: '_lt', values: ['2026-12-01'] },
      ],
      sort: [{ field: 'ex_factory_date', desc: true }],
      columns: ['po_no', 'supplier_id', 'status'],
      density: 'compact',
      size: 100,
    })
    const made = await save(portal.as.Office, { name: '  Late wool ', state: kept })
    expect(made).toMatchObject({ name: 'Late wool', state: kept, shared_with: 'private', version: 1, may_change: true })
    expect((await seen(portal.as.Office)).find(({ id }) => id === made.id)).toEqual(made)
    for (const other of [portal.otherOffice, portal.as.admin, portal.as.Agent])
      expect(await sees(other, made.id)).toBe(false)
    expect((await seen(portal.as.Office, 'suppliers')).some(({ id }) => id === made.id)).toBe(false)
  })

  it('says which text no database holds', async () => {
    for (const broken of ['a\0b', 'half \ud83d'])
      for (const [field, changes] of [
        ['name', { name: broken }],
        ['state.q', { state: state({ q: broken }) }],
        [
          'state.filters.0.values.0',
          { state: state({ filters: [{ field: 'po_no', op: '_like', values: [broken] }] }) },
        ],
      ] as const) {
        const { status, body } = await portal.as.Office.post('/api/views', input(changes))
        expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
      }
  })

  it('shows a view to the role or to everybody, as it is shared', async () => {
    const forAgents = await save(portal.as.Office, { shared_with: 'role', role: 'Agent' })
    const forAll = await save(portal.as.admin, { shared_with: 'all' })
    expect(await sees(portal.as.Agent, forAgents.id)).toBe(true)
    expect(await sees(portal.otherOffice, forAgents.id)).toBe(false)
    expect(await sees(portal.as.staff, forAgents.id)).toBe(false)
    for (const role of ['admin', 'Office', 'Agent', 'staff'] as const)
      expect([role, await sees(portal.as[role], forAll.id)]).toEqual([role, true])
  })

  it('lets only administrators and the office share, with roles that may open the list', async () => {
    for (const shared of [{ shared_with: 'all' }, { shared_with: 'role', role: 'Agent' }]) {
      expect((await portal.as.Agent.post('/api/views', input(shared))).status).toBe(403)
      const ownView = await save(portal.as.Agent)
      expect((await portal.as.Agent.patch(`/api/views/${ownView.id}`, { version: 1, ...shared })).status).toBe(403)
    }
    for (const role of ['user', null]) {
      const { status, body } = await portal.as.Office.post('/api/views', input({ shared_with: 'role', role }))
      expect([status, body.errors.role]).toEqual([422, ['Choose a role that has access to this list.']])
    }
  })

  it('is changed and deleted by its owner, and when shared by an administrator', async () => {
    const view = await save(portal.as.Office, { shared_with: 'all' })
    const path = `/api/views/${view.id}`
    for (const other of [portal.otherOffice, portal.as.Agent]) {
      expect((await other.patch(path, { version: 1, name: 'Mine now' })).status).toBe(403)
      expect((await other.delete(path, { version: 1 })).status).toBe(403)
    }
    const renamed = await portal.as.admin.patch(path, { version: 1, name: 'Tidied up' })
    expect([renamed.status, renamed.body.name, renamed.body.owner.id]).toEqual([200, 'Tidied up', portal.as.Office.id])
    const takenBack = await portal.as.admin.patch(path, { version: 2, shared_with: 'private' })
    expect(takenBack.status).toBe(200)
    expect((await portal.as.admin.delete(path, { version: 3 })).status).toBe(404)
    expect(await sees(portal.as.Office, view.id)).toBe(true)
    expect((await portal.as.Office.delete(path, { version: 3 })).status).toBe(200)
    expect(await sees(portal.as.Office, view.id)).toBe(false)
    expect((await portal.as.Office.delete(path, { version: 3 })).status).toBe(404)
  })

  it('refuses a change to what somebody changed meanwhile, and tells what it is now', async () => {
    const view = await save(portal.as.Office)
    const path = `/api/views/${view.id}`
    expect((await portal.as.Office.patch(path, { version: 1, name: 'First of two' })).status).toBe(200)
    const second = await portal.as.Office.patch(path, { version: 1, name: 'Second of two' })
    expect([second.status, second.body.code, second.body.current.name]).toEqual([409, 'stale', 'First of two'])
    expect((await portal.as.Office.delete(path, { version: 1 })).status).toBe(409)
  })

  it.each([
    [{ filters: [{ field: 'colour', op: '', values: ['red'] }] }, 'state.colour'],
    [{ filters: [{ field: 'status', op: '_like', values: ['iss'] }] }, 'state.status_like'],
    [{ filters: [{ field: 'status', op: '', values: ['lost'] }] }, 'state.status'],
    [{ filters: [{ field: 'constructor', op: '', values: ['x'] }] }, 'state.constructor'],
    [{ sort: [{ field: 'colour', desc: false }] }, 'state.colour'],
    [{ sort: [{ field: 'constructor', desc: false }] }, 'state.constructor'],
    [{ columns: ['po_no', 'colour'] }, 'state.columns'],
    [{ columns: ['po_no', 'lines'] }, 'state.columns'],
    [{ columns: ['po_no', 'po_no'] }, 'state.columns'],
    [{ columns: ['constructor'] }, 'state.columns'],
    [{ columns: [] }, 'state.columns'],
    [{ density: 'tiny' }, 'state.density'],
    [{ size: 1000 }, 'state.size'],
    [{ colour: 'red' }, 'state.colour'],
  ])('refuses %j by the name of what does not fit', async (changes, field) => {
    const { status, body } = await portal.as.Office.post('/api/views', input({ state: state(changes) }))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  it('keeps out what the writer may not read, and opens without what the reader may not', async () => {
    const secret = {
      filters: [
        { field: 'total_value', op: '_gt', values: ['1000'] },
        { field: 'status', op: '', values: ['issued'] },
      ],
      sort: [{ field: 'total_value', desc: true }],
      columns: ['po_no', 'total_value'],
    }
    const refused = await portal.as.staff.post('/api/views', input({ state: state(secret) }))
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['state.columns', 'state.total_value', 'state.total_value_gt'],
    ])
    const view = await save(portal.as.Office, { shared_with: 'all', state: state(secret) })
    const read = (await seen(portal.as.staff)).find(({ id }) => id === view.id)
    expect(read).toMatchObject({
      state: { filters: [{ field: 'status', op: '', values: ['issued'] }], sort: [], columns: ['po_no'] },
      owner: { title: null },
    })
    expect(JSON.stringify(read)).not.toContain('total_value')
    expect((await seen(portal.as.Office)).find(({ id }) => id === view.id)).toMatchObject({ state: state(secret) })
  })

  it('has one default for the person, one for a role and one for everybody', async () => {
    const made: { id: number }[] = []
    for (const audience of [{}, { shared_with: 'role', role: 'Office' }, { shared_with: 'all' }])
      for (const _ of [1, 2])
        made.push({ ...audience, ...(await save(portal.as.Office, { ...audience, is_default: true })) })
    const other = await save(portal.otherOffice, { is_default: true })
    const defaults = (await seen(portal.as.Office)).filter(({ is_default }) => is_default)
    expect(defaults.map(({ id }) => id).sort()).toEqual([1, 3, 5].map((at) => made[at]?.id).sort())
    expect((await seen(portal.otherOffice)).some(({ id, is_default }) => id === other.id && is_default)).toBe(true)
    // Sharing a private default takes the place of the one that stood there.
    const shared = await portal.as.Office.patch(`/api/views/${made[1]?.id}`, { version: 1, shared_with: 'all' })
    expect([shared.status, shared.body.is_default]).toEqual([200, true])
    const all = (await seen(portal.as.Office)).filter(({ is_default }) => is_default)
    expect(all.map(({ id }) => id).sort()).toEqual([made[1]?.id, made[3]?.id].sort())
  })

  it('has one view of a name for each person and list', async () => {
    await save(portal.as.Office, { name: 'To chase' })
    const again = await portal.as.Office.post('/api/views', input({ name: 'to CHASE' }))
    expect([again.status, again.body.errors.name]).toEqual([
      422,
      ['You already have a view with this name for this list.'],
    ])
    await save(portal.otherOffice, { name: 'To chase' })
    await save(portal.as.Office, { name: 'To chase', area: 'suppliers' })
  })

  it('is made once for its key, and once when two are sent at the same time', async () => {
    const body = input()
    const headers = { 'idempotency-key': 'one-view' }
    const [first, two] = await Promise.all([
      portal.as.Office.post('/api/views', body, headers),
      portal.as.Office.post('/api/views', body, headers),
    ])
    expect([first.status, two.status, two.body.id]).toEqual([201, 201, first.body.id])
    expect((await seen(portal.as.Office)).filter(({ name }) => name === body.name)).toHaveLength(1)
  })

  it('ends at fifty for each list', async () => {
    const hoarder = await portal.person({ type: 'Office' })
    for (let made = 0; made < 50; made++) await save(hoarder)
    const { status, body } = await hoarder.post('/api/views', input())
    expect([status, body.errors.name]).toEqual([422, ['At most 50 views per list. Delete one first.']])
  })

  it('answers only to those who may read the list', async () => {
    expect((await portal.nobody.get('/api/views?area=purchase-orders')).status).toBe(401)
    expect((await portal.as.user.get('/api/views?area=purchase-orders')).status).toBe(403)
    expect((await portal.as.user.post('/api/views', input())).status).toBe(403)
    for (const query of ['', '?area=no-such', '?area=settings', '?area=purchase-orders&colour=red'])
      expect([query, (await portal.as.admin.get(`/api/views${query}`)).status]).toEqual([query, 400])
    expect((await portal.as.Office.patch('/api/views/abc', { version: 1 })).status).toBe(400)
    expect((await portal.as.Office.patch('/api/views/999999', { version: 1 })).status).toBe(404)
  })

  it('goes with the account that owned it', async () => {
    const leaver = await portal.person({ type: 'Office' })
    const view = await save(leaver, { shared_with: 'all' })
    await portal.db.query('delete from users where id = $1', [leaver.id])
    expect(await sees(portal.as.Office, view.id)).toBe(false)
  })
})
