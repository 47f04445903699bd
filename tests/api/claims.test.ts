import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleSource } from '#areas/claims/server/draft.ts'
import { settleDay } from '#server/jobs/daily.ts'
import { system } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'
import { confinedOffice } from '../kit/confined'
import { engines } from '../kit/db'
import { formOf, png, postForm } from '../kit/form'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'

const url = '/api/claims'
const today = new Date().toISOString().slice(0, 10)

interface Mail {
  mail: string
  to: string
  params: Record<string, unknown>
}

describe.each(engines)('claims (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let Agent: Person
  let serial = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office, Agent } = portal.as)
  }, 120_000)
  afterAll(() => portal.close())
  beforeEach(() => portal.db.query(`delete from outbox where kind = 'mail'`))

  /** A confirmed order of 40 S and 60 M at 5.25 GBP, with its line. */
  const order = async (values: Record<string, unknown> = {}) => {
    serial += 1
    const [made] = await portal.make('purchase-orders', [
      draft(`CLAIMED-${serial}`, { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z', ...values }),
    ])
    const [line] = await portal.db.query<{ id: number }>('select id from po_lines where purchase_order_id = $1', [
      made?.id,
    ])
    return { order: Number(made?.id), line: Number(line?.id), supplier: Number(values.supplier_id ?? 60) }
  }
  type Ordered = Awaited<ReturnType<typeof order>>

  /** A container that is unloaded, with what was counted of these lines: expected, received and damaged of S and M. */
  const container = async (lines: { of: Ordered; counts: [number, number, number][] }[]) => {
    const [made] = await portal.make('containers', [
      {
        type: 'LCL',
        status: 'unloading',
        location_id: 1,
        lines: lines.map(({ of, counts }) => ({
          supplier_id: of.supplier,
          po_line_id: of.line,
          sizes: counts.map(([expected_qty, received_qty, damaged_qty], at) => ({
            size_id: at + 1,
            ...{ expected_qty, received_qty, damaged_qty },
          })),
        })),
      },
    ])
    return Number(made?.id)
  }
  const moveOf = async (area: string, id: number, name: string, values: object = {}, who = Office) => {
    const { body } = await who.get(`/api/${area}/${id}`)
    return who.post(`/api/${area}/${id}/moves/${name}`, { version: body.version, ...values })
  }
  const done = async (area: string, id: number, name: string, values: object = {}, who = Office) => {
    const { status, body } = await moveOf(area, id, name, values, who)
    expect([name, status], JSON.stringify(body)).toEqual([name, 200])
    return body
  }
  const receive = (id: number) => done('containers', id, 'receive', { received_on: today })
  const claimsOf = async (filter: string, who = Office) => (await who.get(`${url}?${filter}&_sort=id&_order=asc`)).body
  const read = async (id: number, who = Office) => (await who.get(`${url}/${id}`)).body
  const mails = async () =>
    (
      await portal.db.query<{ payload: Mail }>(
        `select payload from outbox where kind = 'mail' and payload ->> 'mail' like 'claim%' order by id`,
      )
    ).map(({ payload }) => payload)

  /** A claim for 5 missing pieces: 26.25 GBP. */
  const shortClaim = async (values: Record<string, unknown> = {}) => {
    const of = await order(values)
    const box = await container([
      {
        of,
        counts: [
          [40, 35, 0],
          [60, 60, 0],
        ],
      },
    ])
    await receive(box)
    const [claim] = await claimsOf(`container_id=${box}`)
    return { ...of, box, id: Number(claim.id) }
  }
  const sharedClaim = async (values: Record<string, unknown> = {}) => {
    const made = await shortClaim(values)
    await done('claims', made.id, 'share')
    return made
  }
  const contestedClaim = async () => {
    const made = await sharedClaim()
    await done('claims', made.id, 'contest', { comment: 'The boxes were full when they left.' }, Agent)
    return made
  }
  const acceptedClaim = async () => {
    const made = await sharedClaim()
    await done('claims', made.id, 'accept', {}, Agent)
    return made
  }

  describe('are drafted from facts', () => {
    it('when a container was received: by type, once, and taken back when it is counted again', async () => {
      const of = await order()
      const box = await container([
        {
          of,
          counts: [
            [40, 35, 2],
            [60, 58, 4],
          ],
        },
      ])
      expect(await claimsOf(`container_id=${box}`)).toEqual([])
      await receive(box)
      const [short, damage, ...others] = await claimsOf(`container_id=${box}`)
      expect(others).toEqual([])
      expect(short).toMatchObject({ type: 'short', status: 'draft', supplier_id: 60, currency: 'GBP', amount: '36.75' })
      // Six damaged pieces at 5.25, and the handling fee.
      expect(damage).toMatchObject({ type: 'damage', purchase_order_id: of.order, amount: '56.50', fee: '25.00' })
      expect(short.claim_no).toMatch(/^CLM-\d{4}-\d{6}$/)
      expect((await read(short.id)).lines).toMatchObject([
        {
          units: 5,
          ordered_qty: 40,
          shipped_qty: 40,
          received_qty: 35,
          computed_amount: '26.25',
          claimed_amount: '26.25',
        },
        { units: 2, ordered_qty: 60, shipped_qty: 60, received_qty: 58, computed_amount: '10.50', damaged_qty: 4 },
      ])

      await done('containers', box, 'recount', { reason: 'Two boxes stood elsewhere.' }, admin)
      expect(await claimsOf(`container_id=${box}`)).toEqual([])
      const { body } = await Office.get(`/api/containers/${box}`)
      const [line] = body.lines
      const saved = await Office.patch(`/api/containers/${box}`, {
        version: body.version,
        lines: [
          {
            id: line.id,
            sizes: [
              { id: line.sizes[0].id, received_qty: 40 },
              { id: line.sizes[1].id, damaged_qty: 0, received_qty: 60 },
            ],
          },
        ],
      })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      await receive(box)
      // Two damaged pieces are left, worth less than the rule asks for.
      expect(await claimsOf(`container_id=${box}`)).toEqual([])
    })

    it.runIf(engine === 'postgres')('and keep what a person adds while they are computed anew', async () => {
      const { id, box, line } = await shortClaim()
      const claim = await read(id)
      let commit = () => {}
      const held = new Promise<void>((resolve) => {
        commit = resolve
      })
      const { kit } = portal.app
      const adding = kit.write(system, 'edit', async (work) => {
        await kit.repository('claims').edit(work, id, {
          lines: [...claim.lines.map((row: { id: number }) => ({ id: row.id })), { po_line_id: line, size_id: 2 }],
        })
        await held
      })
      await setTimeout(300)
      const computing = kit.write(system, 'edit', (work) =>
        settleSource(work, { kind: 'container', id: box }, { anew: true }),
      )
      await setTimeout(300)
      commit()
      await Promise.all([adding, computing])
      expect((await read(id)).lines).toHaveLength(2)
    })

    it('never again once they were shared or withdrawn', async () => {
      const { id, box } = await sharedClaim()
      await done('containers', box, 'recount', { reason: 'Again.' }, admin)
      expect((await read(id)).amount).toBe('26.25')
      await receive(box)
      expect((await claimsOf(`container_id=${box}`)).map((claim: { id: number }) => claim.id)).toEqual([id])
      await done('claims', id, 'withdraw', { reason: 'Found.' })
      await done('containers', box, 'recount', { reason: 'Once more.' }, admin)
      await receive(box)
      expect((await claimsOf(`container_id=${box}`)).map((claim: { id: number }) => claim.id)).toEqual([id])
    })

    it('of two suppliers in one container apart, and each sees its own once it is shared', async () => {
      const [mine, theirs] = [await order(), await order({ supplier_id: 61 })]
      const box = await container([
        { of: mine, counts: [[40, 30, 0]] },
        { of: theirs, counts: [[40, 20, 0]] },
      ])
      await receive(box)
      const drafts = await claimsOf(`container_id=${box}`)
      expect(drafts.map(({ supplier_id, amount }: Record<string, unknown>) => [supplier_id, amount])).toEqual([
        [60, '52.50'],
        [61, '105.00'],
      ])
      expect(await claimsOf(`container_id=${box}`, Agent)).toEqual([])
      expect((await Agent.get(`${url}/${drafts[0].id}`)).status).toBe(404)
      for (const { id } of drafts) await done('claims', id, 'share')
      const seen = await claimsOf(`purchase_order_id=${mine.order}&purchase_order_id=${theirs.order}`, Agent)
      expect(seen.map(({ id }: { id: number }) => id)).toEqual([drafts[0].id])
      expect((await Agent.get(`${url}/${drafts[1].id}`)).status).toBe(404)
      expect((await portal.otherAgent.get(`${url}/${drafts[1].id}`)).status).toBe(200)
      expect((await portal.as.staff.get(url)).status).toBe(403)
    })

    it('without holding up the receipt where no rule fits, and leave missing pieces out that nobody pays', async () => {
      const [rule] = await portal.db.query<{ id: number }>(`select id from claim_rules where code = 'SHORT'`)
      await done('claim-rules', Number(rule?.id), 'retire', { reason: 'Not any more.' }, admin)
      const of = await order()
      const box = await container([{ of, counts: [[40, 10, 0]] }])
      await receive(box)
      expect(await claimsOf(`container_id=${box}`)).toEqual([])
      await done('claim-rules', Number(rule?.id), 'activate', {}, admin)

      // By a delivered term what is missing is not invoiced.
      const delivered = await order({ incoterm: 'DDP' })
      const other = await container([{ of: delivered, counts: [[40, 10, 5]] }])
      await receive(other)
      expect((await claimsOf(`container_id=${other}`)).map(({ type }: { type: string }) => type)).toEqual(['damage'])

      // The office looks for what could be claimed by the rules as they are now.
      const { body } = await Office.get(`${url}/proposals?purchase_order_id=${of.order}`)
      expect(body.proposals).toMatchObject([{ type: 'short', amount: '157.50', lines: [{ units: 30 }] }])
      expect((await Agent.get(`${url}/proposals`)).status).toBe(403)
      const keys = body.proposals.map(({ key }: { key: string }) => key)
      const answers = await Promise.all([
        Office.post(`${url}/draft`, { keys }),
        portal.otherOffice.post(`${url}/draft`, { keys }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers.flatMap((answer) => answer.body.drafted)).toHaveLength(1)
      expect((await Office.get(`${url}/proposals?purchase_order_id=${of.order}`)).body.proposals).toEqual([])
    })

    it('from proposals for goods of the own portfolio alone, and however many there are of others', async () => {
      const rule = async (name: 'retire' | 'activate') => {
        const rows = await portal.db.query<{ id: number }>(`select id from claim_rules where code in ('SHORT', 'LATE')`)
        for (const { id } of rows)
          await done('claim-rules', Number(id), name, name === 'retire' ? { reason: 'Not now.' } : {}, admin)
      }
      await rule('retire')
      const [mine, theirs] = [await order(), await order({ supplier_id: 61 })]
      const box = await container([
        { of: mine, counts: [[40, 30, 0]] },
        { of: theirs, counts: [[40, 20, 0]] },
      ])
      await receive(box)
      await portal.db.query('update containers set received_on = $2 where id = $1', [box, addDays(today, -30)])
      await rule('activate')
      const keyOf = async (of: Ordered) => {
        const { body } = await Office.get(`${url}/proposals?purchase_order_id=${of.order}`)
        return body.proposals.map(({ key }: { key: string }) => key)
      }
      const keys = [...(await keyOf(mine)), ...(await keyOf(theirs))]
      expect(keys).toHaveLength(2)

      // More of what is newer than one answer looks at.
      const late = await portal.make(
        'purchase-orders',
        Array.from({ length: 61 }, (_, at) =>
          draft(`CLAIMED-LATE-${at}`, { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z' }),
        ),
      )
      await portal.db.query(
        `update po_lines set goods_state = 'left', ex_factory_date = $2, actual_ex_factory_date = $3
         where purchase_order_id = any($1::bigint[])`,
        [late.map(({ id }) => id), addDays(today, -9), today],
      )

      // What is worth no claim does not hide what is older.
      const seen = (await Office.get(`${url}/proposals`)).body
      expect(seen.proposals.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(keys))

      const confined = await confinedOffice(portal, [61])
      const drafted = await confined.post(`${url}/draft`, { keys })
      expect([drafted.status, drafted.body.drafted.length], JSON.stringify(drafted.body)).toEqual([200, 1])
      expect(await read(drafted.body.drafted[0].id)).toMatchObject({ supplier_id: 61, amount: '105.00' })
      expect((await Office.post(`${url}/draft`, { keys })).body.drafted).toHaveLength(1)
      await portal.db.query(
        `update po_lines set line_status = 'cancelled' where purchase_order_id = any($1::bigint[])`,
        [late.map(({ id }) => id)],
      )
    })

    it('from proposals of which no answer has more than one command drafts', async () => {
      // A container may be worth several: here one for each of its orders.
      const rules = (status: string) =>
        portal.db.query(`update claim_rules set status = $1 where type = 'short'`, [status])
      await rules('retired')
      const missing: [number, number, number][] = [[40, 20, 0]]
      const boxed = [await order(), await order(), await order()].map((of) => ({ of, counts: missing }))
      await receive(await container(boxed))
      await rules('active')
      const late = await portal.make(
        'purchase-orders',
        Array.from({ length: 60 }, (_, at) =>
          draft(`CLAIMED-MANY-${at}`, { status: 'confirmed', issued_at: '2026-11-01T00:00:00Z' }),
        ),
      )
      const ids = late.map(({ id }) => id)
      await portal.db.query(
        `update po_lines set goods_state = 'left', ex_factory_date = $2, actual_ex_factory_date = $3
         where purchase_order_id = any($1::bigint[])`,
        [ids, addDays(today, -60), today],
      )
      const { proposals, more } = (await Office.get(`${url}/proposals`)).body
      expect([proposals.length, more]).toEqual([60, true])
      const drafted = await Office.post(`${url}/draft`, { keys: proposals.map(({ key }: { key: string }) => key) })
      expect([drafted.status, drafted.body.drafted.length]).toEqual([200, 60])
      await portal.db.query(
        `update po_lines set line_status = 'cancelled' where purchase_order_id = any($1::bigint[])`,
        [ids],
      )
    })

    it('when an inspection that failed is accepted by concession', async () => {
      await portal.make('defect-codes', [
        {
          ...{ code: 'SEAM', name_en: 'Open seam', name_zh: '开线', category: 'workmanship' },
          ...{ default_severity: 'major', status: 'active' },
        },
      ])
      const of = await order()
      const [activity] = await portal.make('qa-activities', [
        {
          ...{ type: 'final', po_line_id: of.line, supplier_id: 60, planned_date: today, status: 'completed' },
          ...{ inspected_on: today, inspected_qty: 80, result: 'failed' },
        },
      ])
      const id = Number(activity?.id)
      await portal.db.query(
        `update qa_activities set original_type = 'final', result = 'failed', major_qty = 7, critical_qty = 1 where id = $1`,
        [id],
      )
      await portal.db.query(
        `insert into qa_defects (qa_activity_id, defect_code_id, severity, qty)
         select $1, id, s.severity, s.qty from (select min(id) as id from defect_codes) d,
           (values ('critical', 1), ('major', 7)) as s(severity, qty)`,
        [id],
      )
      await done('qa-activities', id, 'accept_with_concession', { decision_reason: 'Sold as seconds.' }, admin)
      const [claim] = await claimsOf(`qa_activity_id=${id}`)
      // Eight pieces at one and a half times 5.25, and the fee.
      expect(claim).toMatchObject({ type: 'quality', amount: '213.00', fee: '150.00' })
    })

    it('every day for goods that left late by the supplier, as long as they did', async () => {
      const left = async (days: number, late_reason: string | null) => {
        const of = await order({ ex_factory_date: addDays(today, -40) })
        await portal.db.query(
          `update po_lines set goods_state = 'left', ex_factory_date = $2, actual_ex_factory_date = $3, late_reason = $4
           where id = $1`,
          [of.line, addDays(today, -40), addDays(today, -40 + days), late_reason],
        )
        return of
      }
      const [inTime, inGrace, week, more, theirs] = [
        await left(0, null),
        await left(3, 'capacity'),
        await left(40, null),
        await left(8, 'material_late'),
        await left(30, 'artwork_late'),
      ]
      await settleDay(portal.app.kit)
      const amounts = async ({ order }: Ordered) =>
        (await claimsOf(`purchase_order_id=${order}`)).map(({ amount }: { amount: string }) => amount)
      // 2 % of 525.00 a week, at most 10 %; below 50.00 nothing is claimed.
      expect(await Promise.all([inTime, inGrace, week, more, theirs].map(amounts))).toEqual([[], [], ['52.50'], [], []])
      const [claim] = await claimsOf(`purchase_order_id=${week.order}`)
      expect((await read(claim.id)).lines).toMatchObject([
        { days_late: 40, agreed_date: addDays(today, -40), actual_date: today, units: 100, computed_amount: '52.50' },
      ])
      // The buyer agrees to a later day: nothing is late any more.
      await portal.db.query('update po_lines set ex_factory_date = $2 where id = $1', [week.line, today])
      await settleDay(portal.app.kit)
      expect(await amounts(week)).toEqual([])
    })
  })

  describe('are lowered and shared by the office', () => {
    it('with a reason, and never above what was computed', async () => {
      const { id } = await shortClaim()
      const claim = await read(id)
      const [line] = claim.lines
      const { id: line_id, po_line_id, size_id, units } = line
      const own = { id: line_id, po_line_id, size_id, units }
      const edit = (values: object, who = Office) =>
        who.patch(`${url}/${id}`, { version: claim.version, lines: [{ ...own, ...values }] })
      expect((await edit({ claimed_amount: '26.26' })).body.errors).toHaveProperty(['lines.0.claimed_amount'])
      expect((await edit({ claimed_amount: '20' })).body.errors).toHaveProperty(['lines.0.reason'])
      expect((await edit({ claimed_amount: '20.001', reason: 'x' })).status).toBe(422)
      expect((await edit({ units: 3 })).body.errors).toHaveProperty(['lines.0.units'])
      expect((await Office.patch(`${url}/${id}`, { version: claim.version, lines: [] })).status).toBe(422)
      expect((await edit({ claimed_amount: '20' }, Agent)).status).toBe(403)
      const saved = await edit({ claimed_amount: '20', reason: 'One box was opened by us.' })
      expect([saved.status, saved.body.amount, saved.body.computed_amount]).toEqual([200, '20.00', '26.25'])
      await done('claims', id, 'share')
      expect(await read(id, Agent)).toMatchObject({ amount: '20.00', answer_due: addDays(today, 14) })
      const later = await read(id)
      const fixed = await Office.patch(`${url}/${id}`, { version: later.version, remarks: 'Later' })
      expect([fixed.status, Object.keys(fixed.body.errors)]).toEqual([422, ['remarks']])
      expect((await mails()).map(({ mail, params }) => [mail, params.amount])).toEqual([['claim_shared', 'GBP 20.00']])
    })

    it('without showing what was before', async () => {
      const { id } = await shortClaim()
      const { version } = await read(id)
      await Office.patch(`${url}/${id}`, {
        version,
        notes_internal: 'Third time this year.',
        remarks: 'Counted twice.',
      })
      await done('claims', id, 'share')
      expect(await read(id, Agent)).not.toHaveProperty('notes_internal')
      const history = await Agent.get(`${url}/${id}/history`)
      expect(history.body.map(({ action }: { action: string }) => action)).toEqual(['share'])
      const whole = await Office.get(`${url}/${id}/history`)
      expect(whole.body.length).toBeGreaterThan(2)
    })

    it('or made by hand, for lines of the order, by the rule that fits', async () => {
      const [of, other] = [await order(), await order()]
      const make = (values: object, who = Office) =>
        who.post(url, { type: 'damage', purchase_order_id: of.order, ...values })
      expect((await make({ lines: [{ po_line_id: of.line, units: 10 }] }, Agent)).status).toBe(403)
      expect((await make({ lines: [{ po_line_id: other.line, units: 10 }] })).body.errors).toHaveProperty([
        'lines.0.po_line_id',
      ])
      const [late] = await portal.db.query<{ id: number }>(`select id from claim_rules where code = 'LATE'`)
      expect(
        (await make({ rule_id: late?.id, lines: [{ po_line_id: of.line, units: 1 }] })).body.errors,
      ).toHaveProperty(['rule_id'])
      const made = await make({ lines: [{ po_line_id: of.line, units: 10 }] })
      expect(made.body).toMatchObject({ amount: '77.50', rule: { title: 'Damaged pieces at their price' } })
      await portal.make('claim-rules', [
        {
          ...{ code: 'PT', name_en: 'Portugal', name_zh: '葡萄牙', type: 'damage', basis: 'per_unit', rate: '1' },
          ...{ product_category_id: 2, status: 'active' },
        },
      ])
      const narrower = await make({ lines: [{ po_line_id: of.line, units: 10 }] })
      expect(narrower.body.amount).toBe('10.00')
      const [rule] = await portal.db.query<{ id: number }>(`select id from claim_rules where code = 'PT'`)
      await done('claim-rules', Number(rule?.id), 'retire', { reason: 'Only a test.' }, admin)
      const removed = await Office.delete(`${url}/${narrower.body.id}`, { version: 1 })
      expect(removed.status).toBe(403)
      expect((await admin.delete(`${url}/${narrower.body.id}`, { version: 1 })).status).toBe(200)
    })

    it('follow their rule until then', async () => {
      const of = await order()
      const box = await container([{ of, counts: [[40, 30, 0]] }])
      await receive(box)
      const [claim] = await claimsOf(`container_id=${box}`)
      const [rule] = await portal.db.query<{ id: number; version: number }>(
        `select id, version from claim_rules where code = 'SHORT'`,
      )
      const set = async (values: object) => {
        const { body } = await admin.get(`/api/claim-rules/${rule?.id}`)
        expect((await admin.patch(`/api/claim-rules/${rule?.id}`, { version: body.version, ...values })).status).toBe(
          200,
        )
      }
      expect((await Office.patch(`/api/claim-rules/${rule?.id}`, { version: 1, rate: '1' })).status).toBe(403)
      expect((await Agent.get('/api/claim-rules')).status).toBe(403)
      await set({ rate: '80' })
      expect(await read(claim.id)).toMatchObject({ amount: '42.00', rate: '80.0000' })
      await done('claims', claim.id, 'share')
      await set({ rate: '100' })
      expect((await read(claim.id)).amount).toBe('42.00')
    })
  })

  describe('are answered and decided', () => {
    it('contested with a comment, upheld with another, and settled', async () => {
      const { id } = await sharedClaim()
      expect((await moveOf('claims', id, 'contest', {}, Agent)).status).toBe(422)
      expect((await moveOf('claims', id, 'contest', { comment: 'x' })).status).toBe(403)
      expect((await moveOf('claims', id, 'accept', {})).status).toBe(403)
      expect((await portal.otherAgent.post(`${url}/${id}/moves/accept`, { version: 1 })).status).toBe(404)
      const photo = await attach(id)
      expect(photo).toBe(201)
      await portal.db.query(`delete from outbox where kind = 'mail'`)
      // The first characters of a comment are told by mail; what is cut there takes two units.
      const comment = `${'The seal was intact.'.padEnd(299, '.')}😀 All of it.`
      const { id: other } = await sharedClaim({ buyer_id: Office.id })
      await done('claims', other, 'contest', { comment }, Agent)
      expect((await mails()).map(({ params }) => params.note)).toContain(comment.slice(0, 299))
      await done('claims', id, 'contest', { comment: 'The seal was intact.' }, Agent)
      expect(await read(id)).toMatchObject({ status: 'contested', contest_comment: 'The seal was intact.' })
      expect((await moveOf('claims', id, 'settle')).status).toBe(409)
      expect((await moveOf('claims', id, 'uphold', {})).status).toBe(422)
      await done('claims', id, 'uphold', { comment: 'The scales say otherwise.' })
      expect(await read(id, Agent)).toMatchObject({ status: 'upheld', decision_comment: 'The scales say otherwise.' })
      const sent = await mails()
      expect(sent.map(({ mail }) => mail)).toContain('claim_decided')
      expect((await moveOf('claims', id, 'settle', {}, Agent)).status).toBe(403)
      const settled = await done('claims', id, 'settle')
      expect(settled).toMatchObject({ status: 'settled' })
    })

    it('reduced by a percentage or to an amount, then answered anew', async () => {
      const { id } = await contestedClaim()
      const reduce = (values: object) =>
        moveOf('claims', id, 'reduce', { comment: 'Two pieces were found.', ...values })
      for (const values of [
        {},
        { reduce_pct: '10', reduced_amount: '5' },
        { reduced_amount: '26.25' },
        { reduce_pct: '100' },
      ])
        expect((await reduce(values)).status, JSON.stringify(values)).toBe(422)
      expect((await reduce({ reduced_amount: '5.005' })).status).toBe(422)
      const lowered = await reduce({ reduce_pct: '40' })
      expect(lowered.body).toMatchObject({ status: 'shared', amount: '15.75', answer_due: addDays(today, 14) })
      expect((await read(id)).lines).toMatchObject([{ claimed_amount: '15.75', reason: 'Two pieces were found.' }])
      await done('claims', id, 'contest', { comment: 'None was missing.' }, Agent)
      await done('claims', id, 'reduce', { comment: 'Last offer.', reduced_amount: '10' })
      await done('claims', id, 'accept', {}, Agent)
      expect(await read(id)).toMatchObject({ status: 'accepted', amount: '10.00' })
    })

    it('withdrawn with a reason; one that nobody saw can be opened again', async () => {
      const { id } = await shortClaim()
      expect((await moveOf('claims', id, 'withdraw', {})).status).toBe(422)
      await done('claims', id, 'withdraw', { reason: 'Ours.' })
      expect(await mails()).not.toContainEqual(expect.objectContaining({ mail: 'claim_decided' }))
      await done('claims', id, 'reopen')
      await done('claims', id, 'share')
      await done('claims', id, 'withdraw', { reason: 'Found.' })
      expect((await moveOf('claims', id, 'reopen')).status).toBe(409)
      expect((await read(id, Agent)).withdraw_reason).toBe('Found.')
    })

    it('accepted when nobody answers, after a mail', async () => {
      const { id } = await sharedClaim()
      const due = (days: number) =>
        portal.db.query('update claims set answer_due = $2 where id = $1', [id, addDays(today, days)])
      const settle = async () => {
        await portal.db.query(`delete from outbox where kind = 'mail'`)
        await settleDay(portal.app.kit)
        return (await mails()).flatMap(({ mail, params }) => (params.id === id ? mail : []))
      }
      await due(4)
      expect(await settle()).toEqual([])
      await due(3)
      expect(await settle()).toEqual(['claim_due'])
      expect(await settle()).toEqual([])
      await due(0)
      expect(await settle()).toEqual([])
      expect((await read(id)).status).toBe('shared')
      await due(-1)
      expect(await settle()).toContain('claim_lapsed')
      expect(await read(id)).toMatchObject({ status: 'accepted', is_automatic: true, answered_by: null })
      await done('claims', id, 'settle')
    })

    const attach = async (id: number) => {
      const about = { area: 'claims', record: String(id), kind: 'photo' }
      return (await postForm(Agent, '/api/files', await formOf(about, [{ name: 'seal.png', bytes: png }]))).status
    }
  })

  describe('are settled by a debit note', () => {
    const noteOf = async (id: number) => (await Office.get(`/api/invoices/${(await read(id)).debit_note_id}`)).body

    it('that somebody else reviews and approves', async () => {
      const { id, order } = await acceptedClaim()
      await done('claims', id, 'settle')
      const claim = await read(id)
      const note = await noteOf(id)
      expect(note).toMatchObject({
        ...{ type: 'debit_note', status: 'submitted', supplier_id: 60, purchase_order_id: order, currency: 'GBP' },
        ...{ claim_no: claim.claim_no, total: '26.25', tax: '0.00', submitted_by: Office.id },
      })
      expect(note.lines).toMatchObject([{ qty: 1, unit_price: '26.2500', tax_rate_id: null }])
      await done('invoices', note.id, 'review')
      expect((await moveOf('invoices', note.id, 'approve')).status).toBe(409)
      await done('invoices', note.id, 'approve', { comment: 'Agreed.' }, portal.otherOffice)
      expect((await read(id, Agent)).debit_note.title).toBe(note.invoice_no)
      expect((await Agent.get(`/api/invoices/${note.id}`)).status).toBe(200)
    })

    it('once by two people at the same time', async () => {
      const { id } = await acceptedClaim()
      const { version, claim_no } = await read(id)
      const answers = await Promise.all(
        [Office, portal.otherOffice, admin].map((who) => who.post(`${url}/${id}/moves/settle`, { version })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const notes = await portal.db.query('select id from invoices where claim_no = $1', [claim_no])
      expect(notes).toHaveLength(1)
      // The database keeps it that way, whoever writes.
      await expect(
        portal.make('invoices', [
          {
            ...{ invoice_no: 'ANOTHER', type: 'debit_note', supplier_id: 60, currency: 'GBP', invoice_date: today },
            ...{ claim_no, purchase_order_id: (await read(id)).purchase_order_id },
            lines: [{ description: 'Again', qty: 1, unit_price: '1' }],
          },
        ]),
      ).rejects.toThrow()
    })

    it('and go back when it is rejected, or void', async () => {
      const { id } = await acceptedClaim()
      await done('claims', id, 'settle')
      const first = await noteOf(id)
      await done('invoices', first.id, 'reject', { reason: 'The wrong order.' }, portal.otherOffice)
      expect(await read(id)).toMatchObject({ status: 'accepted', debit_note_id: null, settled_at: null })
      await done('claims', id, 'settle')
      const second = await noteOf(id)
      expect([second.id === first.id, second.invoice_no]).toEqual([false, `${first.invoice_no}-2`])
      await done('invoices', second.id, 'review')
      await done('invoices', second.id, 'approve', { comment: 'Agreed.' }, portal.otherOffice)
      await done('invoices', second.id, 'void', { reason: 'Paid otherwise.' }, admin)
      expect((await read(id)).status).toBe('accepted')
    })

    it('and an upheld claim goes back to where it was, or with the note that is revised', async () => {
      const { id } = await contestedClaim()
      await done('claims', id, 'uphold', { comment: 'It stands.' })
      await done('claims', id, 'settle')
      const note = await noteOf(id)
      await done('invoices', note.id, 'reject', { reason: 'Later.' }, portal.otherOffice)
      expect((await read(id)).status).toBe('upheld')
      await done('invoices', note.id, 'revise')
      expect(await read(id)).toMatchObject({ status: 'settled', debit_note_id: note.id })
    })
  })

  it('are counted for whoever waits for them, as their lists have them', async () => {
    await shortClaim()
    await sharedClaim()
    await contestedClaim()
    const tilesOf = async (who: Person) => {
      const { body } = await who.get('/api/dashboard/tiles')
      const tiles = (body.tiles ?? body) as { name: string; path: string; query: string; count: number }[]
      return tiles.filter(({ path }) => path === '/apps/claims')
    }
    for (const [who, names] of [
      [Office, ['claims_to_share', 'claims_contested']],
      [Agent, ['claims_to_answer']],
    ] as const) {
      const tiles = await tilesOf(who)
      expect(tiles.map(({ name }) => name).sort()).toEqual([...names].sort())
      for (const { query, count } of tiles) {
        const list = await who.get(`${url}?${query}`)
        expect([query, count, count > 0]).toEqual([query, list.total, true])
      }
    }
  })

  it('belong to the portfolio of an office user', async () => {
    const { id } = await sharedClaim()
    const theirs = await sharedClaim({ supplier_id: 61 })
    const confined = await confinedOffice(portal, [61])
    expect((await confined.get(`${url}/${id}`)).status).toBe(404)
    expect((await confined.get(`${url}/${theirs.id}`)).status).toBe(200)
  })
})
