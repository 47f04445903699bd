import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDay } from '#server/jobs/daily.ts'
import { plainPdf } from '#server/seeds/demo/evidence.ts'
import { standardPrograms } from '#server/seeds/standard-programs.ts'
import { addDays, addMonths, today } from '#shared/base/dates.ts'
import { contractEngines } from '../kit/db'
import { formOf, pdf, postForm } from '../kit/form'
import { licensed, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/factory-accreditations'
const day = today()

describe.each(contractEngines)('accreditation (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let otherOffice: Person
  let agent: Person
  let otherAgent: Person
  /** Ids by code. */
  const programs = new Map<string, number>()
  const firms = new Map<string, number>()
  /** Of supplier 60, of supplier 61, and of both. */
  const factories = { own: 0, foreign: 0, shared: 0 }

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent: agent } = portal.as)
    ;({ otherOffice, otherAgent } = portal)
    for (const { id, code } of await portal.make('standard-programs', standardPrograms)) programs.set(String(code), id)
    const everywhere = (...codes: string[]) =>
      codes.map((code) => ({ standard_program_id: programs.get(code), country: null }))
    const firmRecords = [
      { code: 'SGS', name_en: 'SGS', programs: everywhere('AMFORI_BSCI', 'SA8000', 'SMETA', 'OEKO_TEX_100') },
      { code: 'BV', name_en: 'Bureau Veritas', programs: everywhere('SMETA', 'AMFORI_BSCI') },
    ]
    for (const { id, code } of await portal.make('auditing-firms', firmRecords)) firms.set(String(code), id)
    for (const [name, suppliers] of [
      ['own', [60]],
      ['foreign', [61]],
      ['shared', [60, 61]],
    ] as const)
      factories[name] = await makeFactory(`Mill ${name}`, suppliers)
  }, 120_000)
  afterAll(() => portal.close())

  const makeFactory = async (name_en: string, suppliers: readonly number[], status = 'approved') => {
    const record = { name_en, country: 'CN', status, ...licensed }
    const [made] = await portal.make('factories', [
      { ...record, suppliers: suppliers.map((supplier_id) => ({ supplier_id })) },
    ])
    return made?.id ?? 0
  }
  const bsci = (changes: Record<string, unknown> = {}) => ({
    factory_id: factories.own,
    standard_program_id: programs.get('AMFORI_BSCI'),
    auditing_firm_id: firms.get('SGS'),
    audit_type: 'full',
    audit_date: addDays(day, -10),
    score: '90',
    ...changes,
  })
  const sa8000 = (certificate_no: string, changes: Record<string, unknown> = {}) =>
    bsci({ standard_program_id: programs.get('SA8000'), score: undefined, certificate_no, ...changes })
  const finding = (changes: Record<string, unknown> = {}) => ({
    severity: 'major',
    clause: 'PA 5: Fair remuneration',
    description: 'Overtime of May was not paid at the legal rate.',
    actions: [{ step: 'Pay the difference', due_on: addDays(day, 20) }],
    ...changes,
  })
  const made = async (values: Record<string, unknown>, person = agent): Promise<number> => {
    const { status, body } = await person.post(url, values)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.id
  }
  const read = async (id: number, person = admin) => (await person.get(`${url}/${id}`)).body
  const attach = async (id: number, person = agent, kind = 'audit_report') =>
    (
      await postForm(
        person,
        '/api/files',
        await formOf({ area: 'factory-accreditations', record: String(id), kind }, [{ name: 'a.pdf', bytes: pdf }]),
      )
    ).status
  const move = async (id: number, name: string, person = Office, asked: object = {}) => {
    const { version } = await read(id)
    return person.post(`${url}/${id}/moves/${name}`, { version, ...asked })
  }
  const done = async (id: number, name: string, person = Office, asked: object = {}) => {
    const { status, body } = await move(id, name, person, asked)
    expect([name, status, body.message]).toEqual([name, 200, undefined])
    return body
  }
  const inReview = async (values: Record<string, unknown>, person = agent): Promise<number> => {
    const id = await made(values, person)
    expect(await attach(id, person, values.certificate_no ? 'certificate' : 'audit_report')).toBe(201)
    await done(id, 'submit', person)
    await done(id, 'start_review', otherOffice)
    return id
  }
  const confirmed = async (values: Record<string, unknown>, person = agent): Promise<number> => {
    const id = await inReview(values, person)
    await done(id, 'confirm', otherOffice)
    return id
  }
  const mailsOf = async (kind: string) =>
    (
      await portal.db.query<{ to: string; params: Record<string, unknown>; count: number }>(
        `select payload ->> 'to' as to, payload -> 'params' as params,
           coalesce((payload #>> '{digest,count}')::int, 0) as count
         from outbox where kind = 'mail' and payload ->> 'mail' = $1 order by id`,
        [kind],
      )
    ).map((mail) => mail)
  const clearMails = () => portal.db.query(`delete from outbox where kind = 'mail'`)

  describe('an audit', () => {
    it('gets number, grade and validity from its score', async () => {
      const audit = await read(await made(bsci()))
      const from = addDays(day, -10)
      expect(audit).toMatchObject({
        status: 'draft',
        grade: { title: 'A' },
        valid_from: from,
        valid_to: addMonths(from, 24),
        follow_up_due: null,
        cap_status: 'none',
        firm_finding: null,
        supplier_id: 60,
      })
      expect(audit.audit_title).toMatch(/^AU-\d{4}-\d{6} AMFORI_BSCI$/)
    })

    it('keeps what was entered, and asks for a follow-up where the grade does', async () => {
      const audit = await read(await made(bsci({ score: '60', valid_to: addDays(day, 100) })))
      expect(audit).toMatchObject({
        grade: { title: 'C' },
        valid_to: addDays(day, 100),
        follow_up_due: addMonths(audit.audit_date, 12),
      })
    })

    it.each([
      ['of the day after tomorrow', { audit_date: addDays(day, 2) }, 'audit_date'],
      ['without a firm', { auditing_firm_id: null }, 'auditing_firm_id'],
      ['with its validity reversed', { valid_from: day, valid_to: day }, 'valid_to'],
      ['that follows none', { audit_type: 'follow_up' }, 'follow_up_of_id'],
      ['with a score beyond 100', { score: '100.5' }, 'score'],
      ['of a number given by the supplier', { audit_no: 'MINE-1' }, 'audit_no'],
      ['of a responsible given by the supplier', { responsible_id: 1 }, 'responsible_id'],
      ['of a state given by the caller', { status: 'valid' }, 'status'],
      ['with counts given by the caller', { nc_major: 0 }, 'nc_major'],
      [
        'whose step is due before it',
        { findings: [finding({ actions: [{ step: 'x', due_on: '2020-01-01' }] })] },
        'findings.0.actions.0.due_on',
      ],
      [
        'whose step the supplier verifies',
        { findings: [finding({ actions: [{ step: 'x', due_on: day, done_on: day, verified: true }] })] },
        'findings.0.actions.0.verified',
      ],
    ])('%s is refused', async (_text, changes, field) => {
      const { status, body } = await agent.post(url, bsci(changes))
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    })

    it('goes along with a proposed factory that turns out to be known', async () => {
      const known = await makeFactory('Merged Works', [61])
      const { body: proposal } = await agent.post('/api/factories', { name_en: 'Merged Works Ltd', country: 'CN' })
      const id = await made(bsci({ factory_id: proposal.id }))
      const merged = await Office.post(`/api/factories/${proposal.id}/moves/merge`, {
        version: proposal.version,
        into_id: known,
      })
      expect([merged.status, merged.body.status]).toEqual([200, 'rejected'])
      expect(await read(id, agent)).toMatchObject({ factory_id: known, status: 'draft' })
      expect((await portal.otherAgent.get(`${url}/${id}`)).status).toBe(404)
    })

    it('without a firm is a self-assessment', async () => {
      expect(await made(bsci({ audit_type: 'self_assessment', auditing_firm_id: null }))).toBeGreaterThan(0)
    })

    it('of a grade of another programme is refused', async () => {
      const [grade] = await portal.db.query<{ id: number }>(`select id from standard_grades where code = 'GOLD'`)
      const { status, body } = await agent.post(url, bsci({ grade_id: grade?.id }))
      expect([status, Object.keys(body.errors)]).toEqual([422, ['grade_id']])
    })

    it('counts its findings and says where their plan stands', async () => {
      const findings = [finding(), finding({ severity: 'minor', actions: [] }), finding({ severity: 'minor' })]
      const audit = await read(await made(bsci({ findings })))
      expect(audit).toMatchObject({
        ...{ nc_zero_tolerance: 0, nc_critical: 0, nc_major: 1, nc_minor: 2 },
        ...{ cap_status: 'open', cap_due_date: addDays(day, 20) },
      })
    })

    it('takes hostile words as words', async () => {
      const words = `__proto__ '); drop table x; -- <script>alert(1)</script> 零容忍 \u202e`
      const id = await made(
        bsci({ scope_text: words, findings: [finding({ clause: 'constructor', description: words })] }),
      )
      const audit = await read(id)
      expect([audit.scope_text, audit.findings[0].clause]).toEqual([words, 'constructor'])
    })
  })

  describe('a supplier', () => {
    it('reads and writes audits of its own factories alone', async () => {
      const own = await made(bsci())
      for (const path of [`${url}/${own}`, `${url}/${own}/history`]) {
        expect((await agent.get(path)).status).toBe(200)
        expect((await otherAgent.get(path)).status).toBe(404)
        expect((await portal.as.staff.get(path)).status).toBeGreaterThanOrEqual(403)
      }
      expect((await otherAgent.post(url, bsci())).body.errors).toHaveProperty('factory_id')
      expect((await otherAgent.patch(`${url}/${own}`, { version: 1, score: '1' })).status).toBe(404)
      expect((await otherAgent.post(`${url}/${own}/moves/submit`, { version: 1 })).status).toBe(404)
      expect(await attach(own, otherAgent)).toBe(404)
      const listed = await otherAgent.get(`${url}?_start=0&_end=100`)
      expect(listed.body.map(({ id }: { id: number }) => id)).not.toContain(own)
    })

    it('sees of a shared factory what counts, and not what another supplier prepares', async () => {
      const id = await inReview(bsci({ factory_id: factories.shared }))
      expect((await otherAgent.get(`${url}/${id}`)).status).toBe(404)
      await done(id, 'confirm', otherOffice)
      const { status, body } = await otherAgent.get(`${url}/${id}`)
      expect([status, body.status]).toEqual([200, 'valid'])
      expect(body).not.toHaveProperty('supplier_id')
      expect(body).not.toHaveProperty('notes_internal')
      expect(JSON.stringify(body)).not.toContain('Golden Loom')
      expect([body.submitted_by_title, (await read(id)).submitted_by_title?.id]).toEqual([null, agent.id])
      expect((await agent.get(`${url}/${id}`)).body.submitted_by_title?.id).toBe(agent.id)
    })

    it('follows up no audit that it does not see', async () => {
      const foreign = await confirmed(
        bsci({ factory_id: factories.foreign, audit_date: addDays(day, -90) }),
        otherAgent,
      )
      const { status, body } = await agent.post(url, bsci({ audit_type: 'follow_up', follow_up_of_id: foreign }))
      expect([status, Object.keys(body.errors)]).toEqual([422, ['follow_up_of_id']])
    })

    it('reads names of firms, and programmes with their grades', async () => {
      const [firm] = (await agent.get('/api/auditing-firms?code=SGS')).body
      expect(Object.keys(firm)).toEqual(expect.arrayContaining(['code', 'name_en']))
      for (const hidden of ['suspended_on', 'accreditation_no', 'programs', 'contacts', 'notes'])
        expect((await agent.get(`/api/auditing-firms/${firm.id}`)).body).not.toHaveProperty(hidden)
      const program = await agent.get(`/api/standard-programs/${programs.get('AMFORI_BSCI')}`)
      expect(program.body.grades).toHaveLength(6)
      expect(program.body).not.toHaveProperty('notes')
      for (const path of ['/api/auditing-firms', '/api/standard-programs', url])
        expect((await portal.as.staff.get(path)).status).toBe(403)
      expect((await agent.post('/api/auditing-firms', { code: 'X', name_en: 'X' })).status).toBe(403)
    })
  })

  describe('in review', () => {
    it('needs papers, a grade, and a plan for each finding', async () => {
      const id = await made(bsci({ score: undefined, findings: [finding({ actions: [] })] }))
      const refusal = async () => (await move(id, 'submit', agent)).body
      expect(Object.keys((await refusal()).errors ?? {})).toEqual([
        ...['grade_id', 'valid_from', 'valid_to', 'findings.0.actions'],
        // The papers, which belong to no field.
        '',
      ])
      await agent.patch(`${url}/${id}`, { version: 1, score: '90', findings: [] })
      const [grade] = await portal.db.query<{ id: number }>(`select id from standard_grades where code = 'B'`)
      const validity = { valid_from: day, valid_to: addDays(day, 100) }
      const { body } = await agent.patch(`${url}/${id}`, { version: 2, grade_id: grade?.id, ...validity })
      expect(body.errors).toBeUndefined()
      expect((await refusal()).message).toContain('Attach')
      await attach(id, agent, 'photo')
      expect((await move(id, 'submit', agent)).status).toBe(409)
      await attach(id)
      await done(id, 'submit', agent)
      expect(await attach(id)).toBe(409)
    })

    it('needs the number of a certificate', async () => {
      const id = await made(sa8000('', { certificate_no: undefined }))
      await attach(id)
      expect((await move(id, 'submit', agent)).body.errors).toHaveProperty('certificate_no')
      await agent.patch(`${url}/${id}`, { version: 1, certificate_no: 'SA-PAPER' })
      expect((await move(id, 'submit', agent)).body.message).toContain('Attach the certificate')
    })

    it('is decided by somebody else than who submitted it', async () => {
      const id = await inReview(bsci({ factory_id: factories.foreign }), Office)
      const { status, body } = await move(id, 'confirm', Office)
      expect([status, body.message]).toEqual([409, expect.stringContaining('someone else')])
      await done(id, 'confirm', otherOffice)
    })

    it('may be corrected by the reviewer, not by the supplier', async () => {
      const id = await inReview(bsci())
      const { version } = await read(id)
      expect((await agent.patch(`${url}/${id}`, { version, score: '20' })).status).toBe(422)
      expect((await otherOffice.patch(`${url}/${id}`, { version, score: '89' })).status).toBe(200)
      expect((await agent.post(`${url}/${id}/moves/confirm`, { version: version + 1 })).status).toBe(403)
    })

    it('is rejected with a reason, corrected and submitted again', async () => {
      await clearMails()
      const id = await inReview(bsci())
      expect((await move(id, 'reject', otherOffice)).status).toBe(422)
      await done(id, 'reject', otherOffice, { reason: 'Page 3 is missing' })
      expect((await mailsOf('accreditation_decided')).map(({ params }) => params.comment)).toEqual([
        'Page 3 is missing',
      ])
      expect(await read(id, agent)).toMatchObject({ status: 'rejected', decision_comment: 'Page 3 is missing' })
      await done(id, 'submit', agent)
      await done(id, 'withdraw', agent)
      expect((await read(id)).status).toBe('draft')
    })

    it('keeps the papers that it was decided by, to which more may be added', async () => {
      const open = await made(bsci({ audit_date: addDays(day, -40) }))
      await attach(open)
      const files = async (id: number, person = agent) =>
        (await person.get(`/api/files?area=factory-accreditations&record=${id}`)).body
      const [draft] = await files(open)
      expect(draft.may).toMatchObject({ change: true, replace: true, remove: true })
      const id = await confirmed(bsci({ audit_date: addDays(day, -41) }))
      const replaced = async (person: Person, supersedes: number) =>
        postForm(
          person,
          '/api/files',
          await formOf({ area: 'factory-accreditations', record: String(id), supersedes: String(supersedes) }, [
            { name: 'b.pdf', bytes: pdf },
          ]),
        )
      const [paper] = await files(id)
      expect(paper.may).toEqual({ change: false, share: false, replace: false, remove: false })
      const refused = [
        await replaced(agent, paper.id),
        await agent.delete(`/api/files/${paper.id}`),
        await agent.patch(`/api/files/${paper.id}`, { name: 'other.pdf' }),
      ]
      for (const { status, body } of refused)
        expect([status, body.code, body.message]).toEqual([
          409,
          'files_kept',
          expect.stringContaining('Files stay as they are while it is Valid'),
        ])
      expect(await attach(id, agent, 'corrective_action_plan')).toBe(201)
      expect((await replaced(Office, paper.id)).status).toBe(201)
      await done(id, 'revoke', admin, { reason: 'The certificate was withdrawn.' })
      expect(await attach(id, Office)).toBe(201)
      expect((await agent.delete(`/api/files/${(await files(id))[0].id}`)).status).toBe(409)
    })

    it('follows its programme while it is open: what was proposed, and what the programme wants', async () => {
      const [program] = await portal.make('standard-programs', [
        {
          ...{ code: 'T_FOLLOW', name_en: 'Test', kind: 'social', scheme: 'grade', requires_cap: false },
          grades: [
            { code: 'A', from_pct: 80, to_pct: 100, passes: true, validity_months: 12, sort_order: 1 },
            { code: 'B', from_pct: 0, to_pct: 79, passes: true, validity_months: 6, sort_order: 2 },
          ],
        },
      ])
      const values = { standard_program_id: program?.id, auditing_firm_id: null, audit_type: 'self_assessment' }
      const proposed = await made(bsci({ ...values, score: '75', findings: [finding({ actions: [] })] }))
      const entered = await made(
        bsci({ ...values, score: '75', valid_from: addDays(day, -10), valid_to: addDays(day, 99) }),
      )
      const from = addDays(day, -10)
      expect(await read(proposed)).toMatchObject({
        ...{ grade: { title: 'B' }, valid_to: addMonths(from, 6), follow_up_due: null, cap_status: 'none' },
        needs_certificate: false,
      })
      const url = `/api/standard-programs/${program?.id}`
      const { version, grades } = (await admin.get(url)).body
      const [best, second] = grades
      const range = ({ id, code, from_pct, to_pct, passes, validity_months, sort_order }: Record<string, unknown>) => ({
        ...{ id, code, from_pct, to_pct, passes, validity_months, sort_order },
      })
      const { status, body } = await admin.patch(url, {
        ...{ version, requires_cap: true, scheme: 'certificate' },
        grades: [
          { ...range(best), from_pct: 70, validity_months: 24, follow_up_months: 18 },
          { ...range(second), to_pct: 69 },
        ],
      })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(await read(proposed)).toMatchObject({
        ...{ grade: { title: 'A' }, valid_to: addMonths(from, 24), follow_up_due: addMonths(from, 18) },
        cap_status: 'open',
      })
      expect(await read(entered)).toMatchObject({ grade: { title: 'A' }, valid_to: addDays(day, 99) })
      const audited = await made(bsci({ ...values, audit_type: 'full', auditing_firm_id: firms.get('SGS') }))
      expect((await read(audited)).needs_certificate).toBe(true)
    })

    it('is decided once by two reviewers at once', async () => {
      const id = await inReview(bsci())
      const { version } = await read(id)
      const answers = await Promise.all(
        [Office, otherOffice, admin].map((person, at) =>
          at === 1
            ? person.post(`${url}/${id}/moves/reject`, { version, reason: 'no' })
            : person.post(`${url}/${id}/moves/confirm`, { version }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    })

    it('may be revoked by an administrator alone', async () => {
      const id = await confirmed(bsci())
      expect((await move(id, 'revoke', Office, { reason: 'forged' })).status).toBe(403)
      await done(id, 'revoke', admin, { reason: 'forged' })
      expect(await read(id, agent)).toMatchObject({ status: 'revoked', decision_comment: 'forged' })
    })
  })

  describe('a certificate number', () => {
    const taken = (body: { errors?: object }) => Object.keys(body.errors ?? {})
    it('is used once for a programme, also by two at once', async () => {
      const answers = await Promise.all(
        [agent, otherAgent, Office].map((person) =>
          person.post(url, sa8000('sa-2026-1', { factory_id: factories.shared })),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
      expect(taken(answers.find(({ status }) => status === 422)?.body)).toEqual(['certificate_no'])
      // Of another programme the same letters are another number.
      const oeko = { standard_program_id: programs.get('OEKO_TEX_100') }
      expect((await agent.post(url, sa8000('SA-2026-1', oeko))).status).toBe(201)
    })

    it('goes on with the renewal of its audit, and is free again after a rejection', async () => {
      const first = await confirmed(sa8000('SA-2026-2', { audit_date: addDays(day, -300) }))
      const surveillance = { audit_type: 'surveillance', follow_up_of_id: first }
      const next = await read(await made(sa8000('SA-2026-2', surveillance)))
      expect(next).toMatchObject({ same_certificate: true, follow_up_of: { id: first } })
      expect(taken((await agent.post(url, sa8000('SA-2026-2'))).body)).toEqual(['certificate_no'])
      const wrong = await inReview(sa8000('SA-2026-3'))
      await done(wrong, 'reject', otherOffice, { reason: 'not yours' })
      const right = await made(sa8000('SA-2026-3'))
      expect((await move(wrong, 'submit', agent)).status).toBe(422)
      expect((await read(right)).status).toBe('draft')
    })

    it.each([
      ['another programme', { standard_program_id: 'AMFORI_BSCI', audit_date: addDays(day, -100) }, addDays(day, -5)],
      ['a later day', { audit_date: addDays(day, -5) }, addDays(day, -5)],
    ])('does not go on from %s', async (_text, changes: { standard_program_id?: string; audit_date: string }, own) => {
      const { standard_program_id, audit_date } = changes
      const previous = standard_program_id
        ? await confirmed(bsci({ audit_date }))
        : await confirmed(sa8000(`SA-OF-${own}`, { audit_date }))
      const later = { audit_type: 'surveillance', follow_up_of_id: previous, audit_date: own }
      expect(taken((await agent.post(url, sa8000('SA-2026-9', later))).body)).toEqual(['follow_up_of_id'])
    })
  })

  describe('an auditing firm', () => {
    it('that is suspended has its audits flagged and new ones refused', async () => {
      const before = await confirmed(bsci({ auditing_firm_id: firms.get('BV'), audit_date: addDays(day, -40) }))
      const waiting = await made(bsci({ auditing_firm_id: firms.get('BV'), audit_date: addDays(day, -10) }))
      await attach(waiting)
      const firm = `/api/auditing-firms/${firms.get('BV')}`
      const suspend = async (person: Person, suspended_on = addDays(day, -20)) => {
        const { version } = (await admin.get(firm)).body
        return person.post(`${firm}/moves/suspend`, { version, suspended_on, reason: 'amfori suspended it' })
      }
      expect((await suspend(Office)).status).toBe(403)
      expect(Object.keys((await suspend(admin, addDays(day, 1))).body.errors)).toEqual(['suspended_on'])
      expect((await suspend(admin)).status).toBe(200)
      expect(await read(before)).toMatchObject({ status: 'valid', firm_finding: 'suspended' })
      const flagged = await Office.get(`${url}?firm_finding=suspended`)
      expect(flagged.body.map(({ id }: { id: number }) => id).sort()).toEqual([before, waiting].sort())
      expect((await move(waiting, 'submit', agent)).body.errors).toHaveProperty('auditing_firm_id')
      const late = await agent.post(url, bsci({ auditing_firm_id: firms.get('BV') }))
      expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['auditing_firm_id']])
      // What it audited before may still be entered.
      await made(bsci({ auditing_firm_id: firms.get('BV'), audit_date: addDays(day, -30) }))
      const moved = async (name: string, reason?: string) =>
        admin.post(`${firm}/moves/${name}`, { version: (await admin.get(firm)).body.version, reason })
      // That it is worked with no longer does not lift the suspension.
      expect((await moved('retire', 'Gave up')).status).toBe(200)
      expect((await read(before)).firm_finding).toBe('suspended')
      expect((await move(waiting, 'submit', agent)).body.errors).toHaveProperty('auditing_firm_id')
      expect((await moved('activate')).status).toBe(200)
      expect((await read(before)).firm_finding).toBeNull()
      await suspend(admin)
      await moved('reinstate', 'Lifted')
      expect((await read(before)).firm_finding).toBeNull()
    })

    it('that is not accredited for the programme is warned of', async () => {
      const id = await made(bsci({ standard_program_id: programs.get('WRAP'), score: undefined, certificate_no: 'W1' }))
      expect((await read(id)).firm_finding).toBe('not_accredited')
      const { version, programs: rows } = (await admin.get(`/api/auditing-firms/${firms.get('SGS')}`)).body
      const kept = rows.map(({ id, standard_program_id }: Record<string, number>) => ({ id, standard_program_id }))
      const more = { standard_program_id: programs.get('WRAP'), country: 'CN' }
      const path = `/api/auditing-firms/${firms.get('SGS')}`
      expect((await Office.patch(path, { version, programs: [...kept, more] })).status).toBe(200)
      expect((await read(id)).firm_finding).toBeNull()
    })
  })

  describe('zero tolerance', () => {
    const audit = (factory_id: number) =>
      bsci({
        factory_id,
        score: '20',
        findings: [finding({ severity: 'zero_tolerance', clause: 'PA 8: Child labour' })],
      })
    const statusOf = async (id: number) => (await admin.get(`/api/factories/${id}`)).body.status

    it('suspends the factory when a reviewer records it, and not before', async () => {
      await clearMails()
      const factory = await makeFactory('Zero Works', [60])
      const id = await inReview(audit(factory))
      expect(await statusOf(factory)).toBe('approved')
      expect((await move(id, 'confirm', otherOffice)).status).toBe(409)
      await done(id, 'record_failure', otherOffice, { comment: 'Two children in the sewing hall' })
      expect(await statusOf(factory)).toBe('suspended')
      expect(await read(id, agent)).toMatchObject({ status: 'failed', nc_zero_tolerance: 1, valid_to: null })
      const [entry] = (await admin.get(`/api/factories/${factory}/history`)).body
      expect(entry).toMatchObject({
        action: 'suspend',
        to_status: 'suspended',
        comment: expect.stringContaining('AU-'),
      })
      const [account] = await portal.db.query<{ email: string }>('select email from users where id = $1', [admin.id])
      expect((await mailsOf('zero_tolerance')).map(({ to }) => to)).toEqual([account?.email])
      expect((await mailsOf('accreditation_decided')).length).toBeGreaterThan(0)
    })

    it('leaves a factory alone that is not approved yet, and alerts all the same', async () => {
      await clearMails()
      const factory = await makeFactory('Zero Works Two', [60], 'under_evaluation')
      await done(await inReview(audit(factory)), 'record_failure', otherOffice)
      expect(await statusOf(factory)).toBe('under_evaluation')
      expect(await mailsOf('zero_tolerance')).toHaveLength(1)
    })

    it('is undone with the rest when the mail cannot be queued', async () => {
      const factory = await makeFactory('Zero Works Three', [60])
      const id = await inReview(audit(factory))
      await portal.db.query(`alter table outbox add constraint no_alarm check (payload ->> 'mail' <> 'zero_tolerance')
         not valid`)
      expect((await move(id, 'record_failure', otherOffice)).status).toBeGreaterThanOrEqual(400)
      await portal.db.query('alter table outbox drop constraint no_alarm')
      expect([await statusOf(factory), (await read(id)).status]).toEqual(['approved', 'under_review'])
    })

    it('is what a failing grade alone is not', async () => {
      const factory = await makeFactory('Grade E Works', [60])
      const id = await inReview(bsci({ factory_id: factory, score: '20' }))
      expect((await read(id)).grade.title).toBe('E')
      await done(id, 'record_failure', otherOffice)
      expect(await statusOf(factory)).toBe('approved')
      expect((await move(id, 'record_failure', otherOffice)).status).toBe(409)
    })
  })

  describe('the current result', () => {
    it('is the latest of a factory and programme', async () => {
      const factory_id = await makeFactory('Line Works', [60])
      const first = await confirmed(bsci({ factory_id, audit_date: addDays(day, -200) }))
      const second = await confirmed(bsci({ factory_id, audit_date: addDays(day, -100) }))
      const third = await made(bsci({ factory_id }))
      const current = async () =>
        (await Office.get(`${url}?is_current=true&factory_id=${factory_id}`)).body.map(({ id }: { id: number }) => id)
      expect(await current()).toEqual([second])
      await done(second, 'revoke', admin, { reason: 'forged' })
      expect(await current()).toEqual([first])
      expect((await Office.get(`${url}?is_current=false&factory_id=${factory_id}`)).body).toHaveLength(2)
      expect(third).toBeGreaterThan(second)
    })

    it('stays in force where it failed: archived, the one before it would count again', async () => {
      const factory_id = await makeFactory('Failing Works', [60])
      const first = await confirmed(bsci({ factory_id, audit_date: addDays(day, -200) }))
      const failed = await inReview(bsci({ factory_id, audit_date: addDays(day, -100), score: '10' }))
      await done(failed, 'record_failure', otherOffice)
      const refused = await move(failed, 'archive')
      expect([refused.status, refused.body.code]).toEqual([409, 'guard'])
      expect((await Office.get(`${url}?is_current=true&factory_id=${factory_id}`)).body).toMatchObject([{ id: failed }])
      await done(first, 'revoke', admin, { reason: 'superseded' })
      await done(failed, 'archive')
    })
  })

  describe('the plan after the review', () => {
    it('is reported on by the supplier and verified by the office', async () => {
      const id = await confirmed(bsci({ findings: [finding()] }))
      const { version, findings } = await read(id, agent)
      const [{ id: row, severity, clause, description, actions }] = findings
      const [{ id: step, step: text, due_on }] = actions
      const found = { id: row, severity, clause, description }
      const edit = (person: Person, version: number, action: object, more: object = {}) =>
        person.patch(`${url}/${id}`, {
          version,
          findings: [{ ...found, actions: [{ id: step, step: text, due_on, ...action }], ...more }],
        })
      expect((await edit(agent, version, { due_on: addDays(day, 90) })).status).toBe(422)
      expect((await edit(agent, version, {}, { severity: 'minor' })).status).toBe(422)
      expect((await edit(otherAgent, version, { done_on: day })).status).toBe(404)
      expect((await edit(agent, version, { done_on: day, evidence: 'Payroll of June' })).status).toBe(200)
      expect((await read(id)).cap_status).toBe('in_progress')
      expect((await edit(Office, version + 1, { verified: true })).status).toBe(200)
      const closed = await read(id)
      expect(closed).toMatchObject({ cap_status: 'closed', cap_due_date: null })
      expect(closed.findings[0].actions[0]).toMatchObject({ verified: true, verified_by: Office.id })
      expect((await edit(agent, closed.version, { done_on: addDays(day, -1) })).status).toBe(422)
      const removed = { version: closed.version, findings: [{ ...found, actions: [] }] }
      expect((await agent.patch(`${url}/${id}`, removed)).status).toBe(422)
    })

    it('of a shared factory is reported on by the supplier who brought the audit, or by all if the office did', async () => {
      for (const [brings, mayReport] of [
        [agent, { own: 200, other: 422 }],
        [Office, { own: 200, other: 200 }],
      ] as const) {
        const score = brings === agent ? '91' : '92'
        const id = await confirmed(bsci({ factory_id: factories.shared, score, findings: [finding()] }), brings)
        const report = async (person: Person, evidence: string) => {
          const { version, findings, editable } = await read(id, person)
          const [{ id: row, severity, clause, description, actions }] = findings
          const [{ id: step, step: text, due_on }] = actions
          const plan = [{ id: step, step: text, due_on, evidence }]
          const body = { version, findings: [{ id: row, severity, clause, description, actions: plan }] }
          const { status } = await person.patch(`${url}/${id}`, body)
          expect(editable.length > 0, evidence).toBe(status === 200)
          return status
        }
        expect({ other: await report(otherAgent, 'Wages'), own: await report(agent, 'Payroll') }).toEqual(mayReport)
      }
    })
  })

  describe('the day', () => {
    const ending = async (left: number, more: Record<string, unknown> = {}) => {
      const factory_id = await makeFactory(`Ends ${left} ${JSON.stringify(more).length}`, [60, 61])
      const [record] = await portal.make('factory-accreditations', [
        bsci({ factory_id, status: 'valid', valid_from: addDays(day, -300), valid_to: addDays(day, left), ...more }),
      ])
      return record?.id ?? 0
    }
    const notices = async () =>
      [...(await mailsOf('accreditation_expiring')), ...(await mailsOf('accreditation_expired'))].length

    it('moves accreditations on and sends each notice once, by two processes too', async () => {
      await clearMails()
      const [far, near, over] = [await ending(75), await ending(25), await ending(-2)]
      await Promise.all([settleDay(portal.app.kit), settleDay(portal.app.kit)])
      const states = await Promise.all([far, near, over].map(async (id) => (await read(id)).status))
      expect(states).toEqual(['valid', 'expiring', 'expired'])
      // Two agents, told of two endings in one mail and of the third in another.
      const sent = await notices()
      expect(sent).toBeGreaterThanOrEqual(4)
      expect((await read(near)).notified_days).toBe(30)
      expect((await read(over)).notified_days).toBe(0)
      await portal.db.query('delete from daily_progress')
      await settleDay(portal.app.kit)
      expect(await notices()).toBe(sent)
      expect((await admin.get(`${url}/${near}/history`)).body[0]).toMatchObject({
        action: 'expire_soon',
        actor: { id: null },
      })
    })

    it('tells of the latest threshold alone after days without it, and of the next one later', async () => {
      const id = await ending(5)
      const told = async () => (await read(id)).notified_days
      await settleDay(portal.app.kit)
      expect(await told()).toBe(7)
      await portal.db.query('update factory_accreditations set valid_to = $2 where id = $1', [id, day])
      await clearMails()
      await settleDay(portal.app.kit)
      expect(await told()).toBe(0)
      expect((await mailsOf('accreditation_expiring')).length).toBeGreaterThan(0)
    })

    it('tells nobody of a factory that is worked with no longer', async () => {
      await settleDay(portal.app.kit)
      await clearMails()
      const id = await ending(4)
      const { factory_id } = await read(id)
      const { version } = (await admin.get(`/api/factories/${factory_id}`)).body
      expect(
        (await admin.post(`/api/factories/${factory_id}/moves/exit`, { version, reason: 'Closed down' })).status,
      ).toBe(200)
      await settleDay(portal.app.kit)
      expect(await read(id)).toMatchObject({ status: 'expiring', notified_days: 7 })
      expect(await notices()).toBe(0)
    })

    it('tells nobody of what a later audit took the place of', async () => {
      await settleDay(portal.app.kit)
      await clearMails()
      const id = await ending(3)
      const { factory_id } = await read(id)
      await portal.make('factory-accreditations', [
        bsci({ factory_id, status: 'valid', audit_date: day, valid_from: day, valid_to: addDays(day, 700) }),
      ])
      await settleDay(portal.app.kit)
      expect([await notices(), (await read(id)).status]).toEqual([0, 'expiring'])
    })

    it('finds steps that are overdue', async () => {
      const actions = [{ step: 'Repair the exit', due_on: addDays(day, -1) }]
      const id = await made(bsci({ audit_date: addDays(day, -30), findings: [finding({ actions })] }))
      expect((await read(id)).cap_status).toBe('overdue')
      await portal.db.query(`update factory_accreditations set status = 'valid', cap_status = 'open' where id = $1`, [
        id,
      ])
      await settleDay(portal.app.kit)
      expect((await read(id)).cap_status).toBe('overdue')
    })
  })

  describe('a certificate', () => {
    const paper = (...lines: string[]) => plainPdf(['Certificate', 'Mill own', ...lines])
    const attached = async (id: number, bytes: Buffer, person = agent, kind = 'certificate') =>
      (
        await postForm(
          person,
          '/api/files',
          await formOf({ area: 'factory-accreditations', record: String(id), kind }, [{ name: 'c.pdf', bytes }]),
        )
      ).status
    const says = async (id: number, person = agent) => await person.get(`${url}/${id}/certificate`)

    it('that is attached says until when it is valid, to those who see it', async () => {
      const id = await made(sa8000('SA-SAYS'))
      expect((await says(id)).body).toMatchObject({ file: null, valid_to: [] })
      const lines = ['Certificate No.: SA-CN-2026-0042', 'Valid from: 12 May 2026', 'Valid until: 11 May 2029']
      expect(await attached(id, await paper(...lines))).toBe(201)
      expect((await says(id)).body).toEqual({
        file: { id: expect.any(Number), name: 'c.pdf' },
        ...{ valid_from: ['2026-05-12'], valid_to: ['2029-05-11'], certificate_no: ['SA-CN-2026-0042'] },
      })
      expect((await read(id)).valid_to).not.toBe('2029-05-11')
      expect((await says(id, otherAgent)).status).toBe(404)
      expect((await says(id, portal.as.staff)).status).toBeGreaterThanOrEqual(403)
      expect((await says(id, portal.nobody)).status).toBe(401)
      expect((await says(999_999)).status).toBe(404)
    })

    it('that says nothing, or is none, is no error', async () => {
      const id = await made(sa8000('SA-SILENT'))
      await attached(id, pdf)
      expect((await says(id)).body).toMatchObject({ valid_from: [], valid_to: [], certificate_no: [] })
      await attached(id, await paper('Valid until 2027-01-01'), agent, 'photo')
      expect((await says(id)).body.valid_to).toEqual([])
    })
  })

  describe('the calendar', () => {
    it('counts what ends on each day of a month, in the scope of who asks', async () => {
      const make = (factory_id: number) =>
        bsci({ factory_id, status: 'valid', valid_from: day, valid_to: '2071-03-31', audit_date: day })
      await portal.make('factory-accreditations', [
        make(await makeFactory('Ends A', [60])),
        make(await makeFactory('Ends B', [61])),
        { ...make(await makeFactory('Ends C', [60])), valid_to: '2071-04-01' },
      ])
      const month = async (person: Person, of = '2071-03') =>
        (await person.get(`${url}/expiries?month=${of}`)).body.days?.map(({ day, count }: never) => [day, count])
      expect(await month(Office)).toEqual([['2071-03-31', 2]])
      expect(await month(agent)).toEqual([['2071-03-31', 1]])
      expect(await month(otherAgent, '2071-04')).toEqual([])
      expect((await Office.get(`${url}/expiries?month=2071-13`)).status).toBe(400)
      expect((await portal.as.staff.get(`${url}/expiries?month=2071-03`)).status).toBe(403)
    })
  })

  describe('the library of programmes', () => {
    it.each([
      ['half a range', [{ from_pct: 1 }], 'grades.0.to_pct'],
      ['a reversed range', [{ from_pct: 9, to_pct: 1 }], 'grades.0.to_pct'],
      [
        'ranges that overlap',
        [
          { from_pct: 50, to_pct: 100 },
          { from_pct: 40, to_pct: 50 },
        ],
        'grades.1.from_pct',
      ],
      ['a passed zero tolerance', [{ zero_tolerance: true }], 'grades.0.passes'],
    ])('refuses %s', async (_text, grades, field) => {
      const rows = grades.map((grade, at) => ({ sort_order: at + 1, code: `G${at}`, ...grade }))
      const record = { code: 'OWN', name_en: 'Own', kind: 'social', scheme: 'grade', grades: rows }
      const { status, body } = await Office.post('/api/standard-programs', record)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    })
  })
})
