import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#server/kit/principal.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { engines } from '../kit/db'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

describe.each(engines)('policies from a day on (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  beforeAll(async () => {
    portal = await openPortal(engine)
    admin = portal.as.admin
  })
  afterAll(() => portal.close())

  const settings = async () => (await admin.get('/api/settings')).body[0]
  const edit = async (values: object, who = admin) => {
    const { id, version } = await settings()
    return who.send({ method: 'PATCH', url: `/api/settings/${id}`, payload: { ...values, version } })
  }
  const rowsOf = async () => {
    const { id } = await settings()
    return (await admin.get(`/api/settings/${id}`)).body.policy_changes as Record<string, unknown>[]
  }
  /** The rows as a form sends them. */
  const sent = async () =>
    (await rowsOf()).map(({ id, kind, policy, effective_from }) => ({ id, kind, policy, effective_from }))
  const inDays = (days: number) => addDays(today(), days)
  /** The daily work of the settings, some days later. */
  const workOn = (day: string) =>
    portal.app.kit.write(
      system,
      'edit',
      (work) =>
        portal.app.kit
          .server('settings')
          .daily?.({ ...work, context: { ...work.context, today: day } }, 0) as Promise<null>,
    )

  it('hold from their day on, also where the portal did not run on it, and stay as a record', async () => {
    const planned = [
      { kind: 'care', policy: 'block', effective_from: inDays(2) },
      { kind: 'care', policy: 'ignore', effective_from: inDays(4) },
      { kind: 'fibre', policy: 'block', effective_from: inDays(9) },
    ]
    const answer = await edit({ policy_changes: planned })
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    expect(await settings()).toMatchObject({ care_requirement: 'warn', fibre_requirement: 'warn' })
    await workOn(inDays(1))
    expect((await rowsOf()).every(({ applied_at }) => applied_at === null)).toBe(true)
    await workOn(inDays(2))
    expect(await settings()).toMatchObject({ care_requirement: 'block', fibre_requirement: 'warn' })
    await workOn(inDays(6))
    const { version } = await settings()
    expect(await settings()).toMatchObject({ care_requirement: 'ignore', fibre_requirement: 'warn' })
    await workOn(inDays(6))
    expect((await settings()).version).toBe(version)
    const rows = await rowsOf()
    expect(rows.map(({ kind, applied_at }) => [kind, applied_at !== null])).toEqual([
      ['care', true],
      ['care', true],
      ['fibre', false],
    ])

    // What was in force is not changed any more, what is planned is.
    const kept = await sent()
    const refused = await edit({ policy_changes: kept.slice(1) })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { policy_changes: ['This row can no longer be changed or removed'] },
    ])
    const other = kept.map((row, index) => (index === 0 ? { ...row, policy: 'warn' } : row))
    expect((await edit({ policy_changes: other })).json().errors).toEqual({
      'policy_changes.0.policy': ['This row can no longer be changed or removed'],
    })
    const [settled] = await rowsOf()
    const own = await admin.get(`/api/policy-changes/${settled?.id}`)
    expect(own.body.editable).toEqual([])
    expect(
      await admin.patch(`/api/policy-changes/${settled?.id}`, { policy: 'warn', version: own.body.version }),
    ).toMatchObject({ status: 422, body: { errors: { 'policy_changes.0.policy': [expect.any(String)] } } })
    const changed = kept.map((row) => (row.kind === 'fibre' ? { ...row, policy: 'ignore' } : row))
    expect((await edit({ policy_changes: changed })).statusCode).toBe(200)
    expect((await edit({ policy_changes: changed.slice(0, 2) })).statusCode).toBe(200)
    expect(await rowsOf()).toHaveLength(2)
  })

  it('of today hold at once; of a day gone by, twice of a day, of an unknown kind or by others they are refused', async () => {
    const rows = await sent()
    const add = (row: object, who = admin) => edit({ policy_changes: [...rows, row] }, who)
    const soon = { kind: 'artwork', policy: 'block', effective_from: inDays(3) }
    expect((await add({ ...soon, effective_from: inDays(-1) })).json().errors).toEqual({
      'policy_changes.2.effective_from': [expect.stringContaining('today')],
    })
    expect((await add({ ...soon, kind: 'toString' })).statusCode).toBe(422)
    expect((await add({ ...soon, applied_at: '2026-01-01T00:00:00Z' })).statusCode).toBe(422)
    expect((await add(soon, portal.as.Office)).statusCode).toBe(403)
    expect((await edit({ policy_changes: [...rows, soon, soon] })).statusCode).toBe(422)
    expect((await add({ ...soon, effective_from: today() })).statusCode).toBe(200)
    expect(await settings()).toMatchObject({ artwork_requirement: 'block' })
  })

  it('say how many open lines they are about, as the list of lines counts them', async () => {
    await portal.make('purchase-orders', [
      draft('PO-POLICY-1', { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z' }),
      draft('PO-POLICY-2', { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z' }),
    ])
    const count = async (filter: string) => {
      const { headers } = await admin.get(`/api/po-lines?line_status=open&${filter}&_start=0&_end=1`)
      return Number(headers['x-total-count'])
    }
    const { status, body } = await admin.get('/api/settings/policy-effect')
    expect(status).toBe(200)
    for (const kind of readinessKinds) {
      const field = readinessField({ kind })
      expect([kind, body.kinds[kind]]).toEqual([
        kind,
        {
          needed: await count(`${field}_ne=not_required`),
          open: await count(['missing', 'in_progress', 'rejected'].map((state) => `${field}=${state}`).join('&')),
        },
      ])
    }
    expect(body.kinds.factory.open).toBeGreaterThanOrEqual(2)

    // One of the lines has a factory whose licence is not known.
    expect(body.kinds.licence).toEqual({ needed: 0, open: 0 })
    const [line] = (await admin.get('/api/po-lines?_start=0&_end=1')).body
    const [factory] = await portal.make('factories', [
      { name_en: 'No licence', country: 'CN', status: 'approved', suppliers: [{ supplier_id: 60 }] },
    ])
    await portal.make('factory-allocations', [
      { po_line_id: line.id, factory_id: factory?.id, status: 'approved', process_stage: 'main' },
    ])
    expect((await admin.get('/api/settings/policy-effect')).body.kinds.licence).toEqual({ needed: 1, open: 1 })

    for (const who of [portal.as.Office, portal.as.Agent, portal.as.staff])
      expect((await who.get('/api/settings/policy-effect')).status).toBe(403)
  })
})
