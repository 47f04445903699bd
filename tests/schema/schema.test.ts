import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Db } from '#server/db/types.ts'
import { columnType } from '#server/kit/read/sql.ts'
import { type Area, columnsOf, statusField, tableOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { contractEngines, freshDb } from '../kit/db'

const base = [
  'id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'archived_at',
  'archived_by',
  'search',
]
/** Columns of the accounts' table that are no field of the area: they belong to the person's own settings. */
const besides: Record<string, string[]> = { users: ['shortcuts', 'settings'] }

describe.each(contractEngines)('the migrated database (%s)', (engine) => {
  let db: Db
  let columns: { table: string; name: string; type: string; required: boolean }[]
  let indexes: { table: string; definition: string }[]

  beforeAll(async () => {
    db = await freshDb(engine)
    columns = await db.query(
      `select c.table_name as "table", c.column_name as name, c.is_nullable = 'NO' as required,
         case when c.data_type = 'ARRAY' then 'text[]' else format_type(a.atttypid, a.atttypmod) end as type
       from information_schema.columns c
       join pg_attribute a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
       where c.table_schema = 'public'`,
    )
    indexes = await db.query(
      `select tablename as "table", indexdef as definition from pg_indexes where schemaname = 'public'`,
    )
  })
  afterAll(() => db.close())

  it.each((areas as readonly Area[]).map((area) => [area.name, area] as const))('has %s as declared', (_name, area) => {
    const table = tableOf(area)
    const status = statusField(area)
    const declared: [string, Field][] = [...columnsOf(area), ...(status ? [['status', status] as [string, Field]] : [])]
    const stored = columns.filter((column) => column.table === table)
    expect(stored.map(({ name }) => name).sort()).toEqual(
      [...base, ...declared.map(([name]) => name), ...(besides[area.name] ?? [])].sort(),
    )
    for (const [name, field] of declared) {
      const column = stored.find((candidate) => candidate.name === name)
      expect([name, plain(column?.type ?? '')]).toEqual([name, plain(columnType(field))])
      if (field.required) expect([name, column?.required]).toEqual([name, true])
    }
  })

  it.each((areas as readonly Area[]).map((area) => [area.name, area] as const))(
    'has an index for every order of %s',
    (_name, area) => {
      const table = tableOf(area)
      const ownIndexes = indexes.filter((index) => index.table === table).map(({ definition }) => definition)
      const leads = (column: string) =>
        ownIndexes.some((definition) => new RegExp(`\\((lower\\()?\\(?${column}\\b`).test(definition))
      const wanted = [
        ...columnsOf(area)
          .filter(([, { kind, options }]) => options.sort || options.unique || kind === 'reference')
          .map(([name]) => name),
        ...area.sort.map((name) => name.replace('-', '')),
        ...(area.lifecycle ? ['status'] : []),
        'search',
      ]
      expect(wanted.filter((column) => !leads(column))).toEqual([])
    },
  )
})

/** Spellings of one type, and the flag that the specification wants as a number, count as the same. */
const plain = (type: string) => type.replace('timestamp with time zone', 'timestamptz').replace('smallint', 'integer')
