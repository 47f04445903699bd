import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas, register } from '#areas/index.ts'
import { type Area, allFields, columnsOf, rowsOf, seesFilesOf, tableOf, writersOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { type Role, roles, rolesOf } from '#shared/kit/roles.ts'
import { contractEngines, engines } from '../kit/db'
import { fixtures, inLoadOrder, makeProfiles, makeUsable, resolveReferences } from '../kit/fixtures'
import { formOf, pictureOf, postForm } from '../kit/form'
import { givePaymentRuns } from '../kit/paid'
import { draft, openPortal, type Person, type Portal } from '../kit/portal'
import { giveReceipts } from '../kit/receipts'
import { giveDocuments } from '../kit/shipping'

const all = areas as readonly Area[]
const named = all.map((area) => [area.name, area] as const)

describe.each(contractEngines)('every area for every role (%s)', (engine) => {
  let portal: Portal
  let ids: Map<string, number[]>
  let confined: Person

  beforeAll(async () => {
    portal = await openPortal(engine)
    await makeProfiles(portal)
    const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z' }
    const [, mine, theirs] = await portal.make('purchase-orders', [
      draft('PO-60-DRAFT'),
      draft('PO-60-ISSUED', issued),
      draft('PO-61-ISSUED', { ...issued, supplier_id: 61 }),
    ])
    for (const [agent, order] of [
      [portal.as.Agent, mine],
      [portal.otherAgent, theirs],
    ] as const) {
      const { body } = await agent.get(`/api/purchase-orders/${order?.id}`)
      const item = { po_line_id: body.lines[0].id, field: 'unit_price', new_value: '5' }
      const wish = { reason_code: 'price_agreement', items: [item], version: body.version }
      await agent.post(`/api/purchase-orders/${order?.id}/moves/propose_change`, wish)
    }
    // What the portal of the tests does not begin with comes from the areas themselves.
    for (const { name, partOf } of inLoadOrder(all)) {
      if (partOf || (await idsSeenBy(portal.as.admin, register.get(name))).length > 0) continue
      for (const fixture of fixtures.get(name) ?? [])
        await portal.make(name, [await resolveReferences(portal.db, name, fixture)])
      await makeUsable(portal.db, name)
    }
    await portal.db.query(`update factories set status = 'approved'`)
    const [factory] = (await portal.as.Agent.get('/api/factories')).body
    await portal.as.Agent.patch(`/api/factories/${factory.id}`, { version: factory.version, moq: 900 })
    await giveReceipts(portal)
    await portal.db.query(
      `insert into policy_changes (settings_id, kind, policy, effective_from) select id, 'care', 'block', '2099-01-01' from settings`,
    )
    await giveDocuments(portal.db, [60, 61])
    await givePaymentRuns(portal, [60, 61])
    // Opened by a move of their artwork.
    await portal.db.query(
      `insert into artwork_reviews (artwork_id, round, department, review_title, status)
       select id, 1, 'brand', '1 brand', 'open' from artworks`,
    )
    // Begun by the submission of a proof.
    await portal.db.query(
      `insert into artwork_proofs (artwork_allocation_id, round, artwork_id, proof_title, status)
       select id, 1, artwork_id, 'R1', 'waiting' from artwork_allocations`,
    )
    // Sent by the supplier.
    await portal.db.query(
      'insert into sample_dispatches (sample_request_id, part_no) select id, 1 from sample_requests',
    )
    // Of a specification with a table.
    await portal.db.query(
      `insert into sample_measures (sample_request_id, seq, pom_id, size_id)
       select r.id, 1, (select min(id) from poms), (select min(id) from sizes) from sample_requests r`,
    )
    // Taken over when an inspection starts.
    await portal.db.query(
      `insert into qa_checks (qa_activity_id, seq, checklist_item_id)
       select q.id, 1, (select min(id) from checklist_items) from qa_activities q`,
    )
    await portal.db.query(
      `insert into qa_measures (qa_activity_id, seq, pom_id, size_id)
       select q.id, 1, (select min(id) from poms), (select min(id) from sizes) from qa_activities q`,
    )
    await portal.db.query(
      `insert into qa_signatures (qa_activity_id, side, signer) select q.id, 'factory', 'Chen' from qa_activities q`,
    )
    const [group] = await portal.make('portfolios', [{ name_en: 'Knitwear', suppliers: [{ supplier_id: 60 }] }])
    confined = await portal.person({ type: 'Office' })
    await portal.db.query('insert into user_portfolios (user_id, portfolio_id) values ($1, $2)', [
      confined.id,
      group?.id,
    ])
    ids = new Map()
    for (const area of all) ids.set(area.name, await idsSeenBy(portal.as.admin, area))
  })
  afterAll(() => portal.close())

  const people = (): [string, Person, Role][] => [
    ...roles.map((role): [string, Person, Role] => [role, portal.as[role], role]),
    ['the other Agent', portal.otherAgent, 'Agent'],
    ['Office with a portfolio', confined, 'Office'],
  ]

  it.each(named)('%s has records to look at', (name) => {
    expect(ids.get(name)?.length).toBeGreaterThan(0)
  })

  it.each(named)('%s is closed to those who are not signed in', async (name, area) => {
    for (const url of [`/api/${name}`, `/api/${name}/1`, `/api/${name}/totals`, `/api/${name}/1/history`])
      expect([url, (await portal.nobody.get(url)).status]).toEqual([url, 401])
    expect((await portal.nobody.post(`/api/${name}`)).status).toBe(401)
    expect((await portal.nobody.patch(`/api/${name}/1`)).status).toBe(401)
    expect((await portal.nobody.delete(`/api/${name}/1`)).status).toBe(401)
    for (const move of Object.keys(area.lifecycle?.moves ?? {}))
      expect((await portal.nobody.post(`/api/${name}/1/moves/${move}`)).status).toBe(401)
  })

  it.each(named)('%s is read by those who may and by no others', async (name, area) => {
    const readers = rolesOf(area.access.read)
    for (const [who, person, role] of people()) {
      const expected = readers.includes(role) ? 200 : 403
      expect([who, (await person.get(`/api/${name}`)).status]).toEqual([who, expected])
      expect([who, (await person.get(`/api/${name}/totals`)).status]).toEqual([who, expected])
    }
  })

  it.each(named)('%s hides what is out of scope as if it were not there', async (name, area) => {
    for (const [who, person, role] of people()) {
      if (!rolesOf(area.access.read).includes(role)) continue
      const seen = await idsSeenBy(person, area)
      const nowhere = await person.get(`/api/${name}/999999999`)
      expect(nowhere.status).toBe(404)
      const known = ids.get(name) ?? []
      for (const id of spread(known.filter((id) => seen.includes(id))))
        expect([who, id, (await person.get(`/api/${name}/${id}`)).status]).toEqual([who, id, 200])
      const hidden = known.filter((id) => !seen.includes(id))
      if (hidden.length > 0) expect((await person.get(`/api/${name}?id_in=${hidden.join()}`)).body).toEqual([])
      for (const id of spread(hidden)) {
        const answer = await person.get(`/api/${name}/${id}`)
        expect([who, id, answer.status, answer.body]).toEqual([who, id, 404, nowhere.body])
        expect((await person.get(`/api/${name}/${id}/history`)).status).toBe(404)
        const writes = [
          await person.patch(`/api/${name}/${id}`, { version: 1 }),
          await person.delete(`/api/${name}/${id}`, { version: 1 }),
        ]
        for (const move of Object.keys(area.lifecycle?.moves ?? {}))
          writes.push(await person.post(`/api/${name}/${id}/moves/${move}`, { version: 1 }))
        for (const { status } of writes) expect([403, 404]).toContain(status)
      }
    }
  })

  it.each(named)('%s never says a field that is not for the role', async (name, area) => {
    for (const [who, person, role] of people()) {
      if (!rolesOf(area.access.read).includes(role)) continue
      const { mayRead } = await rightsOf(portal)
      const hidden = Object.keys(area.fields).filter((field) => !mayRead(role, area, field))
      for (const field of hidden) {
        for (const url of [
          `/api/${name}?${field}_nnull=true`,
          `/api/${name}?${field}=1`,
          `/api/${name}?_sort=${field}`,
        ])
          expect([who, url, (await person.get(url)).status]).toEqual([who, url, 400])
      }
      const rows = (await person.get(`/api/${name}?_end=100`)).body as Record<string, unknown>[]
      for (const row of rows) expect(Object.keys(row).filter((key) => hidden.includes(key))).toEqual([])
      const first = rows[0]
      if (!first) continue
      const record = (await person.get(`/api/${name}/${first.id}`)).body
      expect(fieldsIn(record, area).filter(([of, field]) => !mayRead(role, of, field))).toEqual([])
      const history = (await person.get(`/api/${name}/${first.id}/history`)).body as History
      expect(
        history.flatMap(({ changes }) =>
          changes.filter((change) => {
            const of = change.area ? portal.app.kit.register.get(change.area) : portal.app.kit.register.documentOf(name)
            return !mayRead(role, of, change.field)
          }),
        ),
      ).toEqual([])
    }
  })

  it.each(named)('%s is made and deleted by those who may and by no others', async (name, area) => {
    for (const [who, person, role] of people()) {
      const creators = area.partOf ? [] : rolesOf(area.access.create)
      expect([who, (await person.post(`/api/${name}`, { nothing: 1 })).status]).toEqual([
        who,
        creators.includes(role) ? 422 : 403,
      ])
      const deleted = (await person.delete(`/api/${name}/999999999`, { version: 1 })).status
      const mayDelete = rolesOf(area.access.delete).includes(role)
      expect([who, deleted]).toEqual([who, mayDelete ? (area.partOf ? 403 : 404) : 403])
    }
  })

  // Refused, or stored outside of the database, before any statement that could differ between the engines.
  if (engines.includes(engine)) {
    it.each(named)(
      '%s takes files of those who may edit, and of suppliers where the records are theirs',
      async (name, area) => {
        const editors = rolesOf(area.access.edit)
        const [state] = area.attachedIn ?? []
        if (state) await portal.db.query(`update ${tableOf(area)} set status = $1`, [state])
        for (const [who, person, role] of people()) {
          if (!rolesOf(area.access.read).includes(role)) continue
          const plain = role === 'user' || role === 'superAdmin'
          const may =
            editors.includes(role) ||
            (plain
              ? name === 'support-tickets'
              : !ofTheHouse.has(name) && !(sharedWithSuppliers.has(name) && ['Agent', 'staff'].includes(role)))
          for (const id of (await idsSeenBy(person, area)).slice(0, 1)) {
            const form = await formOf({ area: name, record: String(id) }, [{ name: 'a.png', bytes: pictureOf() }])
            const { status } = await postForm(person, '/api/files', form)
            // Files of some records stay as they are in every state.
            const added = area.attachedIn?.length === 0 ? 409 : 201
            const expected = !seesFilesOf(area, role) ? 404 : may ? added : 403
            expect([who, status]).toEqual([who, expected])
          }
        }
      },
    )

    it.each(named)('%s refuses what the server owns', async (name, area) => {
      if (area.partOf) return
      for (const field of ['id', 'version', 'status', 'created_by', 'archived_at', '__proto__', 'constructor']) {
        const payload = `{"${field}": 1}`
        const answer = await portal.as.admin.send({
          method: 'POST',
          url: `/api/${name}`,
          payload,
          headers: { 'content-type': 'application/json' },
        })
        expect([field, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([field, true])
      }
    })

    it.each(named)('%s is asked by no name that every object has', async (name) => {
      const admin = portal.as.admin
      for (const field of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        for (const query of [`?${field}=1`, `?_sort=${field}`, `?${field}_in=1,2`]) {
          const answer = await admin.get(`/api/${name}${query}`)
          const filterName = query.includes('_in') ? `${field}_in` : field
          expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([query, 400, [filterName]])
        }
        for (const path of [`totals?${field}=1`, `totals?by=${field}`, `export?${field}=1`, `export?columns=${field}`])
          expect([path, (await admin.get(`/api/${name}/${path}`)).status]).toEqual([path, 400])
        expect([403, 404]).toContain((await admin.post(`/api/${name}/1/moves/${field}`, { version: 1 })).status)
        const rows = [{ id: ids.get(name)?.[0], version: 1 }]
        for (const body of [`"values":{"${field}":1}`, `"shift":{"${field}":1}`, `"${field}":1`]) {
          const { statusCode } = await admin.send({
            method: 'PATCH',
            url: `/api/${name}/bulk`,
            payload: `{"rows":${JSON.stringify(rows)},${body}}`,
            headers: { 'content-type': 'application/json' },
          })
          expect([body, statusCode >= 400 && statusCode < 500]).toEqual([body, true])
        }
      }
    })

    it.each(named)('%s is asked for no value that its columns cannot hold', async (name, area) => {
      const admin = portal.as.admin
      const beyond: Partial<Record<Field['kind'], string[]>> = {
        integer: ['999999999999999', '2147483648', '-2147483649'],
        decimal: ['99999999999999999'],
        price: ['999999999999999', '99999999999'],
        percent: ['999999999999999', '1000'],
        date: ['0000-01-01', '2026-01-01 (x)', '2026-02-30', '10000-01-01'],
        moment: [
          '0000-01-01T00:00:00Z',
          '2026-01-01 (x)',
          '2026-02-30T00:00:00Z',
          '2026-01-01T25:00:00Z',
          '2026-01-01T00:00:00+99:00',
        ],
      }
      for (const [field, declared] of Object.entries(allFields(area)))
        for (const value of beyond[declared.kind] ?? []) {
          const answer = await admin.get(`/api/${name}?${field}=${encodeURIComponent(value)}`)
          expect([field, value, answer.status, Object.keys(answer.body.errors)]).toEqual([field, value, 400, [field]])
        }
      for (const [field, { kind }] of Object.entries(area.fields))
        if (kind === 'text')
          expect([field, (await admin.get(`/api/${name}?${field}_like=%00`)).status]).toEqual([field, 400])
    })

    it.each(named)(
      '%s answers values of another shape, however deep they stand, and never breaks',
      async (name, area) => {
        const admin = portal.as.admin
        const id = ids.get(name)?.[0]
        const { version } = (await admin.get(`/api/${name}/${id}`)).body
        const moves = Object.entries(area.lifecycle?.moves ?? {})
        const ofAll = (fields: object, value: unknown) =>
          Object.fromEntries(Object.keys(fields).map((field) => [field, value]))
        for (const value of [5, [null], ['x'], { a: 1 }]) {
          const values = ofAll(area.fields, value)
          const answers = [
            ['create', await admin.post(`/api/${name}`, values)],
            ['edit', await admin.patch(`/api/${name}/${id}`, { ...values, version })],
            ['bulk', await admin.patch(`/api/${name}/bulk`, { rows: value, values: value, shift: { ship_date: 1 } })],
            ['bulk rows', await admin.patch(`/api/${name}/bulk`, { rows: [{ id, version, values: value }] })],
            ['bulk filter', await admin.patch(`/api/${name}/bulk`, { filter: value, count: value, shift: value })],
            ['moves', await admin.post(`/api/${name}/bulk/moves`, { rows: value, filter: value })],
          ] as [string, { status: number }][]
          for (const [move, { asks = {} }] of moves) {
            const inputs = ofAll(asks, value)
            answers.push(
              [move, await admin.post(`/api/${name}/${id}/moves/${move}`, { ...inputs, version: value })],
              [`bulk ${move}`, await admin.post(`/api/${name}/bulk/moves/${move}`, { ...inputs, rows: value })],
            )
            if (Object.keys(asks).length > 0)
              answers.push([
                `now ${move}`,
                await admin.post(`/api/${name}/${id}/moves/${move}`, { ...inputs, version }),
              ])
          }
          for (const [what, { status }] of answers)
            expect([what, value, status], `${status}`).toEqual([what, value, Math.min(status, 499)])
        }
      },
    )

    it.each(named.filter(([, area]) => fixedOf(area).length > 0))(
      '%s keeps what is fixed, and says so',
      async (name, area) => {
        const { body: record } = await portal.as.admin.get(`/api/${name}/${ids.get(name)?.[0]}`)
        for (const [field, declared] of fixedOf(area)) {
          const changed = { version: record.version, [field]: otherThan(declared, record[field]) }
          const { status, body } = await portal.as.admin.patch(`/api/${name}/${record.id}`, changed)
          expect([field, status, body.errors]).toEqual([field, 422, { [field]: [isFixed] }])
        }
      },
    )

    it.each(named)('%s takes no day before 1900 or after 2199', async (name, area) => {
      const id = ids.get(name)?.[0]
      const { body } = await portal.as.admin.get(`/api/${name}/${id}`)
      for (const [field, { kind, options }] of Object.entries(area.fields)) {
        if ((kind !== 'date' && kind !== 'moment') || options.readOnly) continue
        for (const day of ['0999-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
          const value = kind === 'date' ? day : `${day}T00:00:00Z`
          const answer = await portal.as.admin.patch(`/api/${name}/${id}`, { version: body.version, [field]: value })
          expect([field, value, answer.status < 500 && answer.status >= 400]).toEqual([field, value, true])
        }
      }
    })
  }

  it.each(named)('%s answers bad requests with the name of what is wrong', async (name, area) => {
    const admin = portal.as.admin
    const bad = [
      ['?nothing=1', 'nothing'],
      ['?_sort=nothing', 'nothing'],
      ['?_sort=id&_order=sideways', '_order'],
      ['?_start=a', '_start'],
      ['?_start=0&_end=101', '_end'],
      ['?_start=9999&_end=10001', '_start'],
      ['?id=x', 'id'],
      ['?id_like=1', 'id_like'],
      ['?created_at_gt=yesterday', 'created_at_gt'],
      ['?_sort=id;drop table users--', 'id;drop table users--'],
    ]
    for (const [query, field] of bad) {
      const answer = await admin.get(`/api/${name}${query}`)
      expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([query, 400, [field]])
    }
    for (const id of ['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', "1'--"])
      expect([id, (await admin.get(`/api/${name}/${encodeURIComponent(id)}`)).status]).toEqual([id, 400])
    for (const [field, { kind }] of Object.entries(allFields(area)))
      if (kind === 'integer' || kind === 'reference' || kind === 'date' || kind === 'flag')
        expect([field, (await admin.get(`/api/${name}?${field}=%00'`)).status]).toEqual([field, 400])
    for (const q of ["'", '\\', '%', '"', '💥', '()', ':*', '\u0000', 'x'.repeat(5000)])
      expect([q, (await admin.get(`/api/${name}?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200])
    for (const body of [[], 'text', 5, null, { version: '1' }, { version: -1 }, { version: 1.5 }]) {
      const id = ids.get(name)?.[0]
      const answer = await admin.send({
        method: 'PATCH',
        url: `/api/${name}/${id}`,
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect([body, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([body, true])
    }
  })
})

/** Libraries: every supplier reads the same records, or none does. */
const ofTheHouse = new Set([
  ...['rrp-markets', 'portfolios', 'portfolio-suppliers', 'delivery-statuses', 'tna-templates', 'tna-template-items'],
  ...['product-categories', 'size-scales', 'sizes', 'ratio-templates', 'ratio-items', 'locations', 'ports'],
  ...[
    'payment-terms',
    'tax-rates',
    'document-requirements',
    'calendars',
    'calendar-holidays',
    'settings',
    'fibres',
    'care-instructions',
    'artworks',
  ],
  ...['poms', 'specifications', 'spec-measures', 'spec-measure-values'],
  ...['label-markets', 'label-market-countries', 'label-market-languages', 'label-market-parts'],
  ...['auditing-firms', 'standard-programs', 'standard-grades'],
  ...['requirement-profiles', 'profile-requirements', 'profile-programs', 'policy-changes'],
  ...['sample-types', 'sample-plans', 'sample-plan-items'],
  ...['labels', 'defect-codes', 'checklist-items'],
  ...['vessels', 'voyages'],
  ...['claim-rules', 'paying-accounts'],
])
/** Records of the house that a supplier reads where its orders name them; accounts are edited by who answers for them. */
const sharedWithSuppliers = new Set([
  ...[
    'articles',
    'colourways',
    'colourway-fibres',
    'skus',
    'article-seasons',
    'seasons',
    'house-brands',
    'po-line-rrps',
    'users',
  ],
])

/** Fields that an administrator sets when a record is made, and nobody afterwards. */
const fixedOf = (area: Area) =>
  rolesOf(area.access.edit).includes('admin') && !area.partOf
    ? columnsOf(area).filter(([name, { options }]) => options.fixed && writersOf(area, name).includes('admin'))
    : []

/** A value of the field's kind that is not this one. */
const otherThan = ({ kind, options }: Field, value: unknown): unknown => {
  const values =
    kind === 'choice'
      ? options.values
      : { country: ['CN', 'GB'], currency: ['USD', 'GBP'], date: ['2026-12-01', '2026-12-02'] }[kind as string]
  if (values) return values.find((other) => other !== value)
  if (kind === 'flag') return !value
  return kind === 'reference' || kind === 'integer' ? Number(value ?? 0) + 1 : `${value ?? ''}9`
}

const isFixed = 'This is set when the record is created and cannot be changed'

type History = { changes: { area?: string; field: string }[] }[]

const idsSeenBy = async (person: Person, area: Area): Promise<number[]> => {
  const { body } = await person.get(`/api/${area.name}?_start=0&_end=100`)
  return (body as { id: number }[]).map(({ id }) => id)
}

const rightsOf = async (portal: Portal) => portal.app.kit

/** At most four of them, from the first to the last: a rule of scope does not count records. */
const spread = (ids: readonly number[]) =>
  [...new Set([0, 1 / 3, 2 / 3, 1].map((part) => Math.round(part * (ids.length - 1))))].flatMap((at) => ids[at] ?? [])

/** Every declared field that a record says, rows included. */
const fieldsIn = (record: Record<string, unknown>, area: Area): [Area, string][] => [
  ...Object.keys(area.fields)
    .filter((field) => field in record)
    .map((field): [Area, string] => [area, field]),
  ...rowsOf(area).flatMap(([field, { options }]) => {
    const child = all.find(({ name }) => name === options.to)
    const rows = record[field]
    return child && Array.isArray(rows) ? rows.flatMap((row) => fieldsIn(row, child)) : []
  }),
]
