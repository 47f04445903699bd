import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { type Field, type Fields, isDecimal } from '#shared/kit/fields.ts'
import type { Lifecycle } from '#shared/kit/lifecycle.ts'
import { type Audience, type Role, roles, rolesOf } from '#shared/kit/roles.ts'
import { contractEngines } from '../kit/db'
import { fixtures, inLoadOrder, makeUsable, resolveReferences } from '../kit/fixtures'
import { giveEmptyRun } from '../kit/paid'
import { draft, openPortal, type Portal } from '../kit/portal'

type Living = Area & { lifecycle: Lifecycle }
const living = (areas as readonly Area[]).filter((area): area is Living => area.lifecycle !== undefined)

/** Every area's every state, with every move and every role: 403 for the wrong role, 409 for the wrong state, never 500. */
describe.each(contractEngines)('moves (%s)', { timeout: 120_000 }, (engine) => {
  let portal: Portal
  /** A record of each area that Agent and staff of supplier 60 may see as well. */
  const targets = new Map<string, number>()
  const sees = new Map<string, boolean>()
  /** What a record was before the first move, by its table. */
  const kept = new Map<string, string>()

  beforeAll(async () => {
    portal = await openPortal(engine)
    const issued = { status: 'issued', issued_at: '2026-11-01T00:00:00Z', first_viewed_at: null }
    const [order] = await portal.make('purchase-orders', [draft('PO-24501', issued)])
    const line = await portal.db.query<{ id: number }>('select id from po_lines')
    const somebody = await portal.person({ type: 'Agent', supplier_id: 60 })
    for (const [area, id] of [
      ['purchase-orders', order?.id],
      ['po-lines', line[0]?.id],
      ['suppliers', 60],
      ['users', somebody.id],
      ['articles', 1],
      ['seasons', 1],
      ['house-brands', 1],
      ['support-tickets', 1],
    ] as const)
      targets.set(area, id ?? 0)
    // Every other area: its fixtures.
    for (const { name } of inLoadOrder(living)) {
      if (targets.has(name)) continue
      for (const fixture of (fixtures.get(name) ?? []).slice(0, 2)) {
        const [made] = await portal.make(name, [await resolveReferences(portal.db, name, fixture)])
        // What a move asks for is another one.
        if (targets.has(name)) others.set(name, made?.id ?? 0)
        else targets.set(name, made?.id ?? 0)
      }
      await makeUsable(portal.db, name)
    }
    // Lines got them with the profile that names programmes.
    const [accreditation] = await portal.db.query<{ id: number }>(
      'select id from accreditation_allocations order by id limit 1',
    )
    targets.set('accreditation-allocations', accreditation?.id ?? 0)
    // Reviews are opened by a move of their artwork.
    const [review] = await portal.db.query<{ id: number }>(
      `insert into artwork_reviews (artwork_id, round, department, review_title, status)
       select id, round, 'brand', '1 brand', 'open' from artworks order by id limit 1 returning id`,
    )
    targets.set('artwork-reviews', review?.id ?? 0)
    // Rounds are begun by the submission of a proof.
    const [round] = await portal.db.query<{ id: number }>(
      `insert into artwork_proofs (artwork_allocation_id, round, artwork_id, proof_title, status)
       select id, 1, artwork_id, 'R1', 'waiting' from artwork_allocations order by id limit 1 returning id`,
    )
    targets.set('artwork-proofs', round?.id ?? 0)
    // What a run pays belongs to invoices.
    targets.set('payment-runs', await giveEmptyRun(portal))
    // An agent sees an audit in every state where its own company brought it.
    await portal.db.query('update factory_accreditations set supplier_id = 60')
    // And a claim once it was shared.
    await portal.db.query('update claims set shared_at = now()')
    for (const area of living) await keep(area, targets.get(area.name) ?? 0)
    for (const { name } of living)
      for (const role of roles) {
        const { status } = await portal.as[role].get(`/api/${name}/${targets.get(name)}`)
        sees.set(`${role} ${name}`, status === 200)
      }
  }, 240_000)
  afterAll(() => portal.close())

  it('are tried on every area that has any', () => {
    expect([...targets.keys()].sort()).toEqual(living.map(({ name }) => name).sort())
  })

  describe.each(living.map((area) => [area.name, area] as const))('of %s', (name, area) => {
    const cases = Object.keys(area.lifecycle.states).flatMap((state) =>
      Object.keys(area.lifecycle.moves).map((move) => [move, state] as const),
    )

    const [firstState] = Object.keys(area.lifecycle.states)
    const [firstMove] = Object.keys(area.lifecycle.moves)
    const readers = rolesOf(area.access.read)
    /**
     * Who neither reads the area nor makes the move finds no record, whatever its state: tried with every move in one
     * state, and in every state with one move.
     */
    const isStranger = (role: Role, by: Audience) => !readers.includes(role) && !rolesOf(by).includes(role)

    // A refused move changes nothing, so the record is put back only after a move that went through.
    let fresh: { state: string; version: number } | null = null
    const inState = async (id: number, state: string) => {
      if (fresh?.state !== state) fresh = { state, version: await put(area, id, state) }
      return fresh.version
    }
    /** What the record says of its moves, by the state it is in and by who asks. */
    const verdicts = new Map<string, ReadonlyMap<string, boolean>>()
    const verdictsFor = async (id: number, state: string, role: Role) => {
      const key = `${state} ${role}`
      const known = verdicts.get(key)
      if (known) return known
      await inState(id, state)
      const { status, body } = await portal.as[role].get(`/api/${name}/${id}`)
      // Opening a record may note that the supplier has seen it.
      fresh = null
      const offered = status === 200 ? (body.moves as { name: string; allowed: boolean }[]) : []
      const made = new Map(offered.map(({ name: move, allowed }) => [move, allowed]))
      verdicts.set(key, made)
      return made
    }

    it.each(cases)('%s from %s', async (move, state) => {
      const declared = area.lifecycle.moves[move]
      if (!declared) throw new Error(`no move ${move}`)
      const id = targets.get(name) ?? 0
      for (const role of roles) {
        if (state !== firstState && move !== firstMove && isStranger(role, declared.by)) continue
        const offered = (await verdictsFor(id, state, role)).get(move)
        const version = await inState(id, state)
        const seen = sees.get(`${role} ${name}`)
        const { status, body } = await portal.as[role].post(`/api/${name}/${id}/moves/${move}`, {
          ...inputsFor(declared.asks, targets.get('po-lines')),
          version,
        })
        if (status === 200) fresh = null
        const verdict = `${role} ${move} from ${state}: ${status} ${JSON.stringify(body).slice(0, 200)}`
        expect(status, verdict).toBeLessThan(500)
        if (!seen) expect([403, 404], verdict).toContain(status)
        else if (!rolesOf(declared.by).includes(role)) expect(status, verdict).toBe(403)
        else if (!declared.from.includes(state)) expect([status, body.code], verdict).toEqual([409, 'illegal_move'])
        else {
          expect([200, 409, 422], verdict).toContain(status)
          if (status === 200 && declared.to && 'status' in body) expect(body.status, verdict).toBe(declared.to)
          // Whatever else it writes, a move answers its record.
          if (status === 200 && declared.to) expect(body.id, verdict).toBe(id)
          if (status !== 200) expect(await stateOf(area, id), verdict).toBe(state)
        }
        if (offered === undefined) continue
        // Of an answer that does not fit this record (a season that it is in already), the move itself says nothing.
        const about = Object.keys(body.errors ?? {})
        const doesNotFit = status === 422 && about.length > 0 && about.every((field) => field in (declared.asks ?? {}))
        if (!(offered && doesNotFit)) expect(status === 200, `offered ${offered}: ${verdict}`).toBe(offered)
      }
    })
  })

  /** Puts the record into a state behind the portal's back, whole and fresh, and answers its version. */
  async function put(area: Area, id: number, state: string): Promise<number> {
    if (area.name === 'purchase-orders' || area.name === 'po-lines') return resetOrder(area, id, state)
    const table = tableOf(area)
    // A version that was revised by an earlier case has its draft, and can have no other.
    if ('predecessor_id' in area.fields) await portal.db.query(`delete from ${table} where predecessor_id = $1`, [id])
    // Nor is a claim settled twice.
    if (area.name === 'claims') await dropDebitNotes()
    const row = kept.get(table) ?? '{}'
    const values = Object.keys(JSON.parse(row))
      .map((name) => `"${name}"`)
      .join(', ')
    const source = `jsonb_populate_record(null::${table}, $3::jsonb || jsonb_build_object('status', $2::text))`
    const [stands] = await portal.db.query<{ version: number }>(
      `update ${table} set (${values}) = (select ${values} from ${source}) where id = $1 returning version`,
      [id, state, row],
    )
    if (stands) return stands.version
    // What another area's move took away comes back (a recalled order has no tasks).
    const [back] = await portal.db.query<{ version: number }>(
      `insert into ${table} (id, ${values}) select $1, ${values} from ${source} returning version`,
      [id, state, row],
    )
    return back?.version ?? 0
  }

  async function dropDebitNotes() {
    await portal.db.query('update claims set debit_note_id = null where debit_note_id is not null')
    await portal.db.query(
      'delete from invoice_lines where invoice_id in (select id from invoices where claim_no is not null)',
    )
    await portal.db.query('delete from invoices where claim_no is not null')
  }

  async function keep(area: Area, id: number) {
    const [row] = await portal.db.query<{ row: string }>(
      `select (to_jsonb(t) - 'id' - 'version')::text as row from ${tableOf(area)} t where id = $1`,
      [id],
    )
    kept.set(tableOf(area), row?.row ?? '{}')
  }

  async function resetOrder(area: Area, id: number, state: string): Promise<number> {
    const status = area.name === 'purchase-orders' ? state : 'pending_approval'
    await portal.db.query(
      `update purchase_orders set status = $1, first_viewed_at = null, issued_at = '2026-11-01', on_hold = false,
         total_value_base = 1, submitted_by = null, invoice_status = 'none'`,
      [status],
    )
    await portal.db.query('delete from po_changes')
    await portal.db.query(`update po_lines set line_status = 'open', status = $1`, [
      status === 'pending_approval' ? 'pending' : 'approved',
    ])
    const [row] = await portal.db.query<{ version: number }>(
      `update ${tableOf(area)} set status = $2 where id = $1 returning version`,
      [id, state],
    )
    return row?.version ?? 0
  }

  async function stateOf(area: Area, id: number) {
    const [row] = await portal.db.query<{ status: string }>(`select status from ${tableOf(area)} where id = $1`, [id])
    return row?.status
  }
})

let asks = 0
const others = new Map<string, number>()

/** An answer to whatever a move asks. */
const inputsFor = (fields: Fields = {}, line = 0) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answerTo(name, field, line)]))

const answerTo = (name: string, field: Field, line: number) => {
  const { kind, options } = field
  // Each time another price, and never a higher one, which would have to be approved.
  if (kind === 'rows') return [{ po_line_id: line, field: 'unit_price', new_value: (4 - ++asks * 0.0001).toFixed(4) }]
  if (kind === 'flag') return true
  if (kind === 'choice') return options.values?.[0]
  // A form of its own that nobody must fill in stays empty.
  if (options.pattern && !options.required) return undefined
  if (kind === 'date') return '2099-12-31'
  if (kind === 'moment') return '2099-12-30T08:00:00Z'
  if (kind === 'integer') return options.min ?? 1
  if (isDecimal(field)) return '12.50'
  if (kind === 'reference') return others.get(options.to ?? '') ?? 1
  if (name === 'email') return `asked${++asks}@example.test`
  return name === 'password' ? 'Long-enough-1' : 'Because of the test'
}
