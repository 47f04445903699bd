import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRemainingDailyWork } from '#server/jobs/daily.ts'
import { system } from '#server/kit/principal.ts'
import { standardPrograms } from '#server/seeds/standard-programs.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { engines } from '../kit/db'
import { draft, licensed, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/accreditation-allocations'

describe.each(engines)('accreditations of order lines (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let admin: Person
  let office: Person
  let agent: Person
  let made = 0
  let firmId = 0
  const programs = new Map<string, number>()
  const grades = new Map<string, number>()
  const next = () => {
    made += 1
    return made
  }

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office: office, Agent: agent } = portal.as)
    for (const { id, code } of await portal.make('standard-programs', standardPrograms)) programs.set(String(code), id)
    const [firm] = await portal.make('auditing-firms', [{ code: 'SGS', name_en: 'SGS' }])
    firmId = Number(firm?.id)
    const rows = await portal.db.query<{ id: number; code: string }>(
      'select id, code from standard_grades where standard_program_id = $1',
      [programs.get('AMFORI_BSCI')],
    )
    for (const { id, code } of rows) grades.set(code, id)
    const { status } = await admin.post('/api/requirement-profiles', {
      code: 'SOCIAL',
      name_en: 'Social',
      requirements: [],
      programs: [
        {
          group_name: 'Social audit',
          standard_program_id: programs.get('AMFORI_BSCI'),
          least_grade_id: grades.get('C'),
        },
        { group_name: 'Social audit', standard_program_id: programs.get('SMETA') },
      ],
    })
    expect(status).toBe(201)
  })
  afterAll(() => portal.close())

  const factory = async () => {
    const [record] = await portal.make('factories', [
      { name_en: `Works ${next()}`, country: 'CN', status: 'approved', ...licensed, suppliers: [{ supplier_id: 60 }] },
    ])
    return Number(record?.id)
  }
  const audit = async (factory_id: number, changes: object = {}) => {
    const [record] = await portal.make('factory-accreditations', [
      {
        factory_id,
        standard_program_id: programs.get('AMFORI_BSCI'),
        auditing_firm_id: firmId,
        audit_type: 'full',
        audit_date: '2026-03-05',
        grade_id: grades.get('B'),
        valid_from: '2026-03-05',
        valid_to: '2027-03-05',
        status: 'valid',
        ...changes,
      },
    ])
    return Number(record?.id)
  }
  const order = async (changes: object = {}) => {
    const [record] = await portal.make('purchase-orders', [
      draft(`PO-ACC-${next()}`, { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ...changes }),
    ])
    const { body } = await admin.get(`/api/purchase-orders/${record?.id}`)
    return Number(body.lines[0].id)
  }
  const lineOf = async (id: number) => (await admin.get(`/api/po-lines/${id}`)).body as AnyRecord
  const records = async (line: number, who = admin) =>
    (await who.get(`${url}?po_line_id=${line}&status_nin=not_required`)).body as AnyRecord[]
  const allocate = (line: number, factory_id: number, values: object = {}, who = office) =>
    who.post('/api/factory-allocations/allocate', { lines: [line], values: { factory_id, ...values } })
  const move = async (who: Person, id: number, name: string, inputs: object = {}) => {
    const { version } = (await admin.get(`${url}/${id}`)).body
    return who.post(`${url}/${id}/moves/${name}`, { version, ...inputs })
  }
  const leaves = (line: number, ex_factory_date: string) =>
    portal.app.kit.write(system, 'edit', (work) =>
      portal.app.kit.repository('po-lines').edit(work, line, { ex_factory_date }),
    )
  const state = async (line: number) => (await records(line)).map(({ status }) => status)

  it('follow the line: factory, day and audits say how it stands, and whose turn it is', async () => {
    const line = await order()
    expect(await records(line)).toMatchObject([
      {
        status: 'no_factory',
        group_name: 'Social audit',
        programs_text: 'AMFORI_BSCI (C), SMETA',
        ex_factory_date: '2027-03-05',
        factory_id: null,
      },
    ])
    expect(await lineOf(line)).toMatchObject({
      accreditation_readiness: 'missing',
      office_turn: expect.arrayContaining(['accreditation']),
    })
    const works = await factory()
    const { body } = await allocate(line, works)
    expect(body.results[0]).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('has none of AMFORI_BSCI (C), SMETA on the ex-factory date (5 Mar 2027)')],
    })
    expect(await records(line)).toMatchObject([{ status: 'missing', factory_id: works }])
    expect(await lineOf(line)).toMatchObject({ supplier_turn: expect.arrayContaining(['accreditation']) })

    // A certificate through the last day covers it, the day after does not.
    const id = await audit(works)
    expect(await records(line)).toMatchObject([
      { status: 'covered', factory_accreditation_id: id, covered_until: '2027-03-05' },
    ])
    expect(await lineOf(line)).toMatchObject({ accreditation_readiness: 'ok' })
    await leaves(line, '2027-03-06')
    expect(await records(line)).toMatchObject([{ status: 'expires_before', ex_factory_date: '2027-03-06' }])
    expect(await lineOf(line)).toMatchObject({ accreditation_readiness: 'missing' })
    const renewal = { audit_date: '2026-11-01', valid_from: '2026-11-01', valid_to: '2028-11-01' }
    const renewed = await audit(works, { ...renewal, status: 'submitted' })
    expect(await state(line)).toEqual(['in_review'])
    expect(await lineOf(line)).toMatchObject({
      accreditation_readiness: 'in_progress',
      office_turn: expect.arrayContaining(['accreditation']),
    })
    const decide = async (name: string) => {
      const { version } = (await office.get(`/api/factory-accreditations/${renewed}`)).body
      return office.post(`/api/factory-accreditations/${renewed}/moves/${name}`, { version })
    }
    expect((await decide('start_review')).status).toBe(200)
    expect((await decide('confirm')).body.message).toBeUndefined()
    expect(await records(line)).toMatchObject([{ status: 'covered', factory_accreditation_id: renewed }])

    // Another factory is tested for itself, in the same record.
    const [before] = await records(line)
    const [allocation] = (await office.get(`/api/factory-allocations?po_line_id=${line}`)).body
    expect((await allocate(line, await factory(), { replaces_id: allocation.id })).status).toBe(200)
    expect(await records(line)).toMatchObject([{ id: before?.id, status: 'missing' }])
  })

  it('are no business of other suppliers', async () => {
    const line = await order()
    const [record] = await records(line, agent)
    expect(record?.status).toBe('no_factory')
    expect(Object.keys(record ?? {})).not.toContain('waiver_reason')
    expect(await records(line, portal.otherAgent)).toEqual([])
    expect((await portal.otherAgent.get(`${url}/${record?.id}`)).status).toBe(404)
    expect(
      (await move(portal.otherAgent, record?.id ?? 0, 'waive', { waived_until: '2027-12-31', reason: 'x' })).status,
    ).toBe(404)
    expect((await office.post(url, { po_line_id: line })).status).toBe(403)
  })

  it('are waived by an administrator until a day that reaches the ex-factory date', async () => {
    const line = await order()
    await allocate(line, await factory())
    const [{ id } = { id: 0 }] = await records(line)
    const waiver = { waived_until: '2027-03-05', reason: 'Audit is booked' }
    expect((await move(office, id, 'waive', waiver)).status).toBe(403)
    const short = await move(admin, id, 'waive', { ...waiver, waived_until: '2027-03-04' })
    expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ['waived_until']])
    expect((await move(admin, id, 'waive', waiver)).status).toBe(200)
    const told = async (person: Person) => JSON.stringify((await person.get(`${url}/${id}/history`)).body)
    expect(await told(office)).toContain(waiver.reason)
    expect(await told(agent)).toContain('waived')
    expect(await told(agent)).not.toContain(waiver.reason)
    expect(await lineOf(line)).toMatchObject({ accreditation_readiness: 'waived' })
    // A later day is not covered by it, an earlier one is again.
    await leaves(line, '2027-03-06')
    expect(await state(line)).toEqual(['missing'])
    await leaves(line, '2027-03-05')
    expect(await state(line)).toEqual(['waived'])
    expect((await move(admin, id, 'end_waiver')).status).toBe(200)
    expect(await records(line)).toMatchObject([{ status: 'missing', waived_until: null }])
  })

  it('take an audit that the office chooses among those that cover the day', async () => {
    const line = await order()
    const works = await factory()
    const long = await audit(works, {
      standard_program_id: programs.get('SMETA'),
      grade_id: null,
      valid_to: '2028-01-01',
    })
    const short = await audit(works)
    const early = await audit(works, { audit_date: '2025-01-01', valid_from: '2025-01-01', valid_to: '2026-01-01' })
    const foreign = await audit(await factory())
    await allocate(line, works)
    const [{ id } = { id: 0 }] = await records(line)
    expect(await records(line)).toMatchObject([{ status: 'covered', factory_accreditation_id: long, is_chosen: false }])
    for (const wrong of [early, foreign])
      expect((await move(office, id, 'choose_audit', { factory_accreditation_id: wrong })).status).toBe(422)
    expect((await move(office, id, 'choose_audit', { factory_accreditation_id: short })).status).toBe(200)
    await leaves(line, '2027-03-04')
    expect(await records(line)).toMatchObject([{ factory_accreditation_id: short, is_chosen: true }])
    expect((await move(office, id, 'choose_latest')).status).toBe(200)
    expect(await records(line)).toMatchObject([{ factory_accreditation_id: long, is_chosen: false }])
    // What was chosen and does not last gives way.
    await move(office, id, 'choose_audit', { factory_accreditation_id: short })
    await leaves(line, '2027-06-01')
    expect(await records(line)).toMatchObject([{ status: 'covered', factory_accreditation_id: long, is_chosen: false }])
  })

  it('remind the supplier once a day', async () => {
    const line = await order()
    await allocate(line, await factory())
    const [{ id } = { id: 0 }] = await records(line)
    expect((await move(agent, id, 'remind')).status).toBe(403)
    expect((await move(office, id, 'remind')).status).toBe(200)
    expect((await move(office, id, 'remind')).status).toBe(409)
    const mails = await portal.db.query("select 1 from outbox where payload ->> 'mail' = 'accreditation_reminder'")
    expect(mails.length).toBeGreaterThan(0)

    const other = await order()
    await allocate(other, await factory())
    const [{ id: second } = { id: 0 }] = await records(other)
    const cells = [{ line: other, kind: 'accreditation' }]
    const { body } = await office.post('/api/po-lines/readiness/remind', { cells })
    expect(body.results).toMatchObject([{ ok: true }])
    expect((await move(office, second, 'remind')).status).toBe(409)
  })

  it('stop the allocation of a factory where the settings say so', async () => {
    const policy = async (accreditation_requirement: string) => {
      const { version } = (await admin.get('/api/settings/1')).body
      expect((await admin.patch('/api/settings/1', { version, accreditation_requirement })).status).toBe(200)
    }
    await policy('block')
    const line = await order()
    const works = await factory()
    const refused = await allocate(line, works)
    expect(refused.body.results[0]).toMatchObject({ ok: false })
    expect(JSON.stringify(refused.body.results[0])).toContain('AMFORI_BSCI (C), SMETA')
    const override = { override_reason: 'Audit on Monday' }
    expect((await allocate(line, works, override, admin)).body.results[0]).toMatchObject({ ok: true })
    const covered = await factory()
    await audit(covered)
    expect((await allocate(await order(), covered)).body.results[0]).toMatchObject({ ok: true, warnings: [] })
    await policy('ignore')
    expect((await allocate(await order(), await factory())).body.results[0]).toMatchObject({ ok: true, warnings: [] })
    await policy('warn')
  })

  it('end with the requirement, and come back with it', async () => {
    const line = await order()
    const change = async (removed_requirements: string[]) => {
      const { version } = await lineOf(line)
      const answer = await office.post(`/api/po-lines/${line}/moves/set_requirements`, {
        version,
        added_requirements: [],
        removed_requirements,
      })
      expect([answer.status, answer.body.message]).toEqual([200, undefined])
    }
    await change(['accreditation'])
    expect(await state(line)).toEqual([])
    expect(await lineOf(line)).toMatchObject({ accreditation_readiness: 'not_required' })
    await change([])
    expect(await state(line)).toEqual(['no_factory'])
  })

  it('are tested again when a profile names other programmes', async () => {
    const line = await order()
    const works = await factory()
    await audit(works)
    await allocate(line, works)
    expect(await state(line)).toEqual(['covered'])
    const [profile] = (await admin.get('/api/requirement-profiles?code=SOCIAL')).body
    const stored = (await admin.get(`/api/requirement-profiles/${profile.id}`)).body
    const change = async (rows: object[]) => {
      const { version } = (await admin.get(`/api/requirement-profiles/${profile.id}`)).body
      const answer = await admin.patch(`/api/requirement-profiles/${profile.id}`, { version, programs: rows })
      expect([answer.status, answer.body.errors]).toEqual([200, undefined])
      await runRemainingDailyWork(portal.app.kit)
    }
    await change([{ group_name: 'Social audit', standard_program_id: programs.get('WRAP') }])
    expect(await records(line)).toMatchObject([{ status: 'missing', programs_text: 'WRAP' }])
    const rows = stored.programs.map(({ group_name, standard_program_id, least_grade_id }: AnyRecord) => ({
      group_name,
      standard_program_id,
      least_grade_id,
    }))
    await change(rows)
    expect(await state(line)).toEqual(['covered'])
  })

  it('have one record of each group and factory, also when several write at once', async () => {
    const lines = await Promise.all([order(), order(), order()])
    const works = await factory()
    const answers = await Promise.all([
      ...lines.map((line) => allocate(line, works)),
      audit(works),
      ...lines.map((line) => leaves(line, '2027-03-01')),
    ])
    expect(answers).toHaveLength(7)
    await runRemainingDailyWork(portal.app.kit)
    for (const line of lines) expect(await state(line)).toEqual(['covered'])
  })
})
