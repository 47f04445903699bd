import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/types.ts'
import { type Principal, readScopeOf, system } from '#server/kit/principal.ts'
import { createLists, type Lists } from '#server/kit/read/lists.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run, type Statement } from '#server/kit/read/sql.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import { type Role, rolesOf } from '#shared/kit/roles.ts'
import { fillOrders, firstSupplier } from '../bench/orders'
import { engines, freshDb } from '../kit/db'

/** Enough for the planner to tell tables that must not be read whole from those that may. */
const orders = 10_000
/** Rows from which a table counts as big. */
const big = 5000

const people: readonly Principal[] = [
  ...(['Office', 'Agent', 'staff'] satisfies Role[]).map((role) => ({
    ...system,
    id: 2,
    role,
    supplier_id: role === 'Office' ? null : firstSupplier,
  })),
  { ...system, id: 2, role: 'Office', portfolio: [firstSupplier, firstSupplier + 1, firstSupplier + 2] },
]

const cases = (areas as readonly Area[]).flatMap((area) =>
  people
    .filter(({ role }) => rolesOf(area.access.read).includes(role))
    .map((me): [string, string, Area, Principal] => [area.name, readScopeOf(me), area, me]),
)

describe.each(engines)(`lists over ${orders} orders (%s)`, (engine) => {
  let db: Db
  let app: FastifyInstance
  let lists: Lists
  let bigTables: Set<string>

  beforeAll(async () => {
    db = await freshDb(engine)
    app = await createApp({
      db,
      secret: 'a secret of this test, more than long enough',
      publicUrl: 'http://x',
      version: '',
    })
    await app.ready()
    await fillOrders(app, db, orders)
    await db.query('vacuum analyze')
    lists = createLists(app.kit, false)
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= $1`,
      [big],
    )
    bigTables = new Set(tables.map(({ name }) => name))
  }, 180_000)
  afterAll(async () => {
    await app.close()
    await db.close()
  })

  it('has tables that must not be read whole', () => {
    expect([...bigTables]).toEqual(expect.arrayContaining(['purchase_orders', 'po_lines', 'po_line_sizes']))
  })

  it.each(cases)('%s for %s: every order of the list comes from an index', async (_name, _role, area, me) => {
    const sorts = Object.entries(allFields(area))
      .filter(([name, { options }]) => options.sort && app.kit.mayRead(me.role, area, name))
      .flatMap(([name]) => [`_sort=${name}&_order=asc`, `_sort=${name}&_order=desc`])
    for (const text of ['', ...sorts, '_start=100&_end=125']) {
      const { statements, values } = lists.listing(area, me, text)
      expect([text, await wholeReads(statements.list, values, me)]).toEqual([text, []])
    }
  })

  it.each(cases)('%s for %s: what is searched comes from an index', async (_name, _role, area, me) => {
    for (const q of ['1234', 'jersey 12', '金织', 'nothing-like-it']) {
      const { shape, statements, values } = lists.listing(area, me, `q=${encodeURIComponent(q)}`)
      const few = app.kit.selects.list(area, readScopeOf(me), { ...shape, few: true })
      expect([q, await wholeReads(few, values, me)]).toEqual([q, []])
      expect([q, await wholeReads(statements.count, values, me)]).toEqual([q, []])
    }
  })

  /** Big tables that a statement reads from end to end. */
  const wholeReads = async ({ text, places }: Statement, values: Record<string, unknown>, me: Principal) => {
    const explain = { name: '', places, text: `explain (format json) ${text}` }
    const [row] = await run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      { query: (sql, filled) => db.query(sql, filled) },
      explain,
      { ...values, ...callerValues(me) },
    )
    return row ? seqScans(row['QUERY PLAN'][0].Plan).filter((table) => bigTables.has(table)) : ['no plan']
  }
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

const seqScans = (plan: Plan): string[] => [
  ...(plan['Node Type'].endsWith('Seq Scan') && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(seqScans),
]
