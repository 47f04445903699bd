import { register } from '#areas/index.ts'
import type { Db, DbError, Queryable } from '#server/db/types.ts'
import { hour } from '#server/db/watchdog.ts'
import { deleteOrphans } from '#server/files/file-rows.ts'
import { clearLabelMarkets } from '#server/seeds/demo/label-markets.ts'
import { marketRates } from '#server/seeds/demo/retail.ts'
import { unnamedCompany } from '#server/seeds/libraries.ts'
import { tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { demoCompany } from './company'

/** A demo record that remains because records outside the demo refer to it. */
export interface KeptRecord {
  area: string
  id: number
  text: Text
}

/** Whether demo accounts with the published password can sign in. */
export const hasDemo = async (db: Queryable): Promise<boolean> => {
  const [row] = await db.query<{ is_loaded: boolean }>(
    `select exists (select 1 from demo_records d join credentials c on c.user_id = d.record_id
     where d.area = 'users') as is_loaded`,
  )
  return row?.is_loaded ?? false
}

/**
 * Removes the demo records and their dependants. Records that others refer to remain and are reported; accounts that
 * remain cannot sign in any more.
 */
export const removeDemo = (db: Db): Promise<KeptRecord[]> => db.transaction((tx) => removeAll(tx), { longest: hour })

const removeAll = async (tx: Queryable): Promise<KeptRecord[]> => {
  const kept: KeptRecord[] = []
  // Users are deleted before suppliers, so that the suppliers' standings must not refer to them any more.
  for (const column of ['proposed_by', 'answered_by'])
    await tx.query(
      `update supplier_standings set ${column} = null
         where ${column} in (select record_id from demo_records where area = 'users')`,
    )
  // Unshared claims that the portal drafted for demo orders after loading are removed with them.
  await tx.query(
    `insert into demo_records (area, record_id) select 'claims', c.id from claims c
     where c.shared_at is null and c.purchase_order_id in (select record_id from demo_records where area = 'purchase-orders')
       and not exists (select 1 from demo_records d where d.area = 'claims' and d.record_id = c.id)`,
  )
  for (const area of removalOrder) {
    // A picture's comments refer to their authors. Deleting the pictures of deleted records first deletes these comments.
    if (area === 'users') await deleteOrphans(tx, tables)
    const rows = await tx.query<{ record_id: number }>('select record_id from demo_records where area = $1', [area])
    // Descending ids delete the children in a tree before their parents, which are older.
    const ids = rows.map(({ record_id }) => record_id).sort((a, b) => b - a)
    const blocked = await removeRecords(tx, area, ids)
    for (const [id, referringTable] of blocked)
      kept.push({ area, id, text: keptText(area, await titleOf(tx, area, id), referringTable) })
    const deletedIds = ids.filter((id) => !blocked.has(id))
    await tx.query('delete from history where document_area = $1 and document_id = any($2::bigint[])', [
      area,
      deletedIds,
    ])
  }
  await tx.query(
    `update users set status = 'deactivated', updated_at = now(), version = version + 1
       where id in (select record_id from demo_records where area = 'users') and status <> 'deactivated'`,
  )
  await tx.query(`delete from credentials where user_id in (select record_id from demo_records where area = 'users')`)
  // Milestones are deleted together with their orders, but their history is not.
  await tx.query(
    `delete from history h where document_area = 'tna-tasks'
         and not exists (select 1 from tna_tasks t where t.id = h.document_id)`,
  )
  await tx.query(
    `update settings set company_name = $1, score_watch_from = 50, score_approved_from = 75 where company_name = $2`,
    [unnamedCompany, demoCompany],
  )
  await tx.query(
    `update rrp_markets m set fx_rate = null from jsonb_each_text($1::jsonb) r
     where m.currency = r.key and m.fx_rate = r.value::numeric`,
    [JSON.stringify(marketRates)],
  )
  await clearLabelMarkets(tx)
  // The other rows remain, so that the next start does not load the demo again.
  await tx.query(`delete from demo_records where area = 'users'`)
  return kept
}

export const tables = new Map(register.areas.map((area) => [area.name, tableOf(area)]))

/** The areas in the order of removal: records that refer to others first. */
const removalOrder = [
  'payment-runs',
  'paying-accounts',
  'claims',
  'invoices',
  'shipping-documents',
  'containers',
  'bookings',
  'voyages',
  'vessels',
  'qa-activities',
  'sample-requests',
  'wip-reports',
  'po-line-rrps',
  'factory-allocations',
  'fibre-allocations',
  'care-allocations',
  'spec-allocations',
  'artwork-allocations',
  'accreditation-allocations',
  'purchase-orders',
  'requirement-profiles',
  'factory-accreditations',
  'auditing-firms',
  'factories',
  'care-instructions',
  'specifications',
  'poms',
  'artworks',
  'ratio-templates',
  'articles',
  'yarns',
  'fibres',
  'house-brands',
  'supplier-bank-accounts',
  'users',
  'suppliers',
  'product-categories',
  'locations',
  'seasons',
] as const

/** Deletes records of an area. Returns those that other records refer to, and that remain, each with the referring table. */
const removeRecords = async (tx: Queryable, area: string, ids: readonly number[]): Promise<Map<number, string>> => {
  const blocked = new Map<number, string>()
  if ((await tryDelete(tx, area, ids)) === null) return blocked
  for (const id of ids) {
    const referringTable = await tryDelete(tx, area, [id])
    if (referringTable !== null) blocked.set(id, referringTable)
  }
  return blocked
}

/** Returns null when all were deleted, else the table whose records refer to one of them. */
const tryDelete = async (tx: Queryable, area: string, ids: readonly number[]): Promise<string | null> => {
  await tx.query('savepoint removal')
  try {
    await tx.query(`delete from ${tableOf(area)} where id = any($1::bigint[])`, [ids])
    await tx.query('release savepoint removal')
    return null
  } catch (error) {
    const { code, table } = error as DbError
    if (code !== '23503') throw error
    await tx.query('rollback to savepoint removal')
    return table ?? ''
  }
}

const titleOf = async (tx: Queryable, area: string, id: number): Promise<string> => {
  const [row] = await tx.query<{ title: string }>(
    `select ${register.get(area).title} as title from ${tableOf(area)} where id = $1`,
    [id],
  )
  return row?.title ?? String(id)
}

const keptText = (area: string, title: string, table: string): Text => {
  const other = register.areas.find((candidate) => tableOf(candidate) === table)
  return textOf('demo.kept', {
    area: textOf(`areas.${area}.name_one`),
    title,
    by: other ? textOf(`areas.${other.name}.name`) : textOf('messages.other_records'),
  })
}
