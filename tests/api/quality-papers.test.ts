import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/base/dates.ts'
import { engines } from '../kit/db'
import { formOf, postForm } from '../kit/form'
import { readPdf } from '../kit/pdf'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const today = new Date().toISOString().slice(0, 10)

describe.each(engines)('papers of samples and inspections (%s)', { timeout: 60_000 }, (engine) => {
  let portal: Portal
  let office: Person
  let agent: Person
  let sample: number
  let activity: number

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ Office: office, Agent: agent } = portal.as)
    await portal.make('purchase-orders', [
      draft('PAPERS-1', {
        status: 'confirmed',
        issued_at: '2026-11-01T00:00:00Z',
        ex_factory_date: addDays(today, 60),
      }),
    ])
    const [line] = await portal.db.query<{ id: number }>('select id from po_lines order by id limit 1')
    const [type] = await portal.make('sample-types', [
      {
        ...{ code: 'PPS', name_en: 'Pre-production', name_zh: '产前样', seq: 1, stage: 'production', gate: 'bulk' },
        ...{ sizes_rule: 'base', lead_days: 5, status: 'active' },
      },
    ])
    const [code] = await portal.make('defect-codes', [
      {
        ...{ code: 'SEW01', name_en: 'Open seam', name_zh: '开缝', category: 'workmanship' },
        ...{ default_severity: 'major', status: 'active' },
      },
    ])
    const [request] = await portal.make('sample-requests', [
      {
        ...{ sample_type_id: type?.id, article_id: 1, supplier_id: 60, location_id: 1, due_date: today },
        ...{ sizes: [{ size_id: 1, qty: 2, sent_qty: 2 }], requested_at: '2026-11-02T00:00:00Z', status: 'rejected' },
        ...{ result: 'rejected', next_action: 'resubmit', fit_comments: 'Chest 2 cm too wide.' },
        ...{ evaluated_at: `${today}T08:00:00Z`, received_date: today, received_qty: 2, condition: 'good' },
      },
    ])
    sample = Number(request?.id)
    const [inspection] = await portal.make('qa-activities', [
      {
        ...{ type: 'final', po_line_id: line?.id, supplier_id: 60, planned_date: today, lot_qty: 2400 },
        ...{ status: 'rework_required', inspected_on: today, inspected_qty: 125, packed_pct: 95, result: 'failed' },
        ...{ conclusion: 'conforming', remark: 'Third carton was wet.', plan_state: 'asked', plan_due: today },
        ...{ defects: [{ defect_code_id: code?.id, severity: 'major', qty: 9, position: 'left cuff' }] },
        decision_reason: 'Sort the whole lot.',
      },
    ])
    activity = Number(inspection?.id)
  }, 120_000)
  afterAll(() => portal.close())

  const paper = async (person: Person, path: string, language = 'en') => {
    const answer = await person.send({ method: 'GET', url: `/api/${path}/pdf?language=${language}` })
    expect(answer.statusCode).toBe(200)
    return { ...readPdf(answer.rawPayload), name: String(answer.headers['content-disposition']) }
  }
  const photo = async (area: string, record: number, visibility: string) => {
    const { default: sharp } = await import('sharp')
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    const form = await formOf({ area, record: String(record), visibility }, [{ name: `${visibility}.jpg`, bytes }])
    const { status, body } = await postForm(office, '/api/files', form)
    expect(status, JSON.stringify(body)).toBe(201)
    await portal.app.files.check(body[0].id)
    return Number(body[0].id)
  }

  it('tell what was found, by which plan, and what is corrected', async () => {
    const { text, name, title } = await paper(agent, `qa-activities/${activity}`)
    for (const words of ['Final inspection', 'Open seam', 'left cuff', 'Sort the whole lot.', 'Third carton'])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
    expect(name).toMatch(/QA-\d{4}-\d{6}-en\.pdf/)
    expect(title).toContain('Rework required')
    const both = await paper(agent, `qa-activities/${activity}`, 'both')
    expect(both.text).toContain('终期检验')
    expect(both.text).toContain('开缝')
  })

  it('tell what is wrong with a sample, in the language of the reader', async () => {
    const { text } = await paper(agent, `sample-requests/${sample}`)
    for (const words of ['Pre-production', 'Chest 2 cm too wide.', 'Rejected']) expect(text).toContain(words)
    const { text: chinese, name } = await paper(agent, `sample-requests/${sample}`, 'zh')
    expect(chinese).toContain('产前样')
    expect(name).toMatch(/SR-\d{4}-\d{6}-round1-zh\.pdf/)
  })

  it.each([
    ['sample-requests', () => sample],
    ['qa-activities', () => activity],
  ] as const)('show the photos of %s that the supplier sees too, with what is pinned to them', async (area, id) => {
    const shared = await photo(area, id(), 'shared')
    await photo(area, id(), 'internal')
    expect((await portal.app.kit.pictures(area, id())).map(({ name }) => name)).toEqual(['shared.jpg'])
    const { status, body } = await office.post(`/api/files/${shared}/pins`, {
      ...{ page: 1, x: 0.5, y: 0.5, body: 'Seam is open here', visibility: 'shared' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const { text, tags } = await paper(agent, `${area}/${id()}`)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Seam is open here')
    expect(text).not.toContain('internal.jpg')
    expect(tags.Figure).toBe(1)
  })

  it('are out of reach of other suppliers', async () => {
    for (const path of [`sample-requests/${sample}`, `qa-activities/${activity}`]) {
      expect((await portal.otherAgent.get(`/api/${path}/pdf`)).status).toBe(404)
      expect((await portal.as.user.get(`/api/${path}/pdf`)).status).toBe(403)
      expect((await portal.nobody.get(`/api/${path}/pdf`)).status).toBe(401)
    }
  })
})
