import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type AnyRecord, tableOf } from '#shared/kit/area.ts'
import { type AuditInLine, type Coverage, currentAudits } from '#shared/trade/accreditation.ts'
import { allocatedKinds } from '#shared/trade/line-kinds.ts'

/** Areas whose records may be requested as a dossier. */
export const dossierAreas = ['purchase-orders', 'po-lines'] as const
export type DossierArea = (typeof dossierAreas)[number]

/** An order with the requested lines. */
export interface DossierOrder {
  order: AnyRecord
  lines: AnyRecord[]
  /** Cancelled lines; their documents are left out. */
  cancelled: AnyRecord[]
}

/** An audit of a factory as the caller sees it. */
export type Audit = AnyRecord & AuditInLine & Coverage

/** Records of the lines that the caller may read, besides their orders. */
export interface LineFacts {
  /** The allocation kinds that the caller may read. */
  kinds: ReturnType<typeof allocatedKinds>
  /** Allocations by kind and line id. */
  allocations: ReadonlyMap<string, ReadonlyMap<number, AnyRecord[]>>
  /** Current audits by factory id; null if the caller may not read audits. */
  audits: ReadonlyMap<number, Audit[]> | null
  /** Yarns with their certificates, by line id. */
  yarns: ReadonlyMap<number, AnyRecord>
}

/** Reads records in batches of 50, because an order has up to 200 lines with several allocations each. */
export const findMany = async (kit: Kit, me: Principal, area: string, ids: readonly number[]): Promise<AnyRecord[]> => {
  if (!kit.can(me.role, area, 'read')) return []
  const records: AnyRecord[] = []
  for (let start = 0; start < ids.length; start += 50)
    records.push(...(await kit.repository(area).find(kit.db, me, ids.slice(start, start + 50))))
  return records
}

/** The requested orders with their requested lines; null if any record is out of the caller's scope. */
export const readOrders = async (
  kit: Kit,
  me: Principal,
  area: DossierArea,
  ids: readonly number[],
): Promise<DossierOrder[] | null> => {
  const records = await findMany(kit, me, area, ids)
  if (records.length < ids.length) return null
  const chosen = area === 'po-lines' ? new Set(ids) : null
  const orderIds = chosen ? [...new Set(records.map((line) => Number(line.purchase_order_id)))] : ids
  const orders = chosen ? await findMany(kit, me, 'purchase-orders', orderIds) : records
  if (orders.length < orderIds.length) return null
  return orders.map((order) => {
    const lines = (order.lines as AnyRecord[]).filter(({ id }) => chosen?.has(id) ?? true)
    const isCancelled = ({ line_status }: AnyRecord) => line_status === 'cancelled'
    return { order, lines: lines.filter((line) => !isCancelled(line)), cancelled: lines.filter(isCancelled) }
  })
}

export const readLineFacts = async (kit: Kit, me: Principal, lines: readonly AnyRecord[]): Promise<LineFacts> => {
  const kinds = allocatedKinds(kit.register.areas).filter(({ area }) => kit.can(me.role, area.name, 'read'))
  const ids = lines.map(({ id }) => id)
  const allocations = new Map<string, Map<number, AnyRecord[]>>()
  for (const { area, plan } of kinds) {
    const rows = await kit.db.query<{ id: number }>(
      `select id from ${tableOf(area)} where po_line_id = any($1::bigint[]) and archived_at is null
         and status not in ('replaced', 'cancelled') order by po_line_id, id`,
      [ids],
      `dossier_${tableOf(area)}`,
    )
    const visible = await findMany(
      kit,
      me,
      area.name,
      rows.map((row) => row.id),
    )
    allocations.set(plan.kind, groupedBy(visible, 'po_line_id'))
  }
  return {
    kinds,
    allocations,
    audits: await readAudits(kit, me, lines, allocations),
    yarns: await readYarns(kit, me, lines),
  }
}

const groupedBy = (records: readonly AnyRecord[], field: string) => {
  const groups = new Map<number, AnyRecord[]>()
  for (const record of records) {
    const key = Number(record[field])
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  return groups
}

/** The factory ids of a line: its allocated factories, else its `factory_id`. */
export const factoriesOf = (line: AnyRecord, factoryAllocations: readonly AnyRecord[]): number[] => {
  const ids = factoryAllocations.flatMap(({ status, factory_id }) =>
    status === 'rejected' ? [] : [Number(factory_id)],
  )
  return [...new Set(ids.length > 0 ? ids : line.factory_id ? [Number(line.factory_id)] : [])]
}

const readAudits = async (
  kit: Kit,
  me: Principal,
  lines: readonly AnyRecord[],
  allocations: ReadonlyMap<string, ReadonlyMap<number, AnyRecord[]>>,
): Promise<Map<number, Audit[]> | null> => {
  if (!kit.can(me.role, 'factory-accreditations', 'read')) return null
  const factories = new Set(lines.flatMap((line) => factoriesOf(line, allocations.get('factory')?.get(line.id) ?? [])))
  // All audits decide which one is current, including those out of the caller's scope.
  const rows = await kit.db.query<AuditInLine & { scope: string }>(
    `select a.id, a.factory_id, a.standard_program_id, a.follow_up_of_id, a.audit_date::text, a.status, p.scope
     from factory_accreditations a join standard_programs p on p.id = a.standard_program_id
     where a.factory_id = any($1::bigint[]) and a.archived_at is null
       and a.status in ('valid', 'expiring', 'expired', 'failed') order by p.code, a.id`,
    [[...factories]],
    'dossier_audits',
  )
  const current = currentAudits(rows, ({ scope }) => scope)
  const visible = await findMany(
    kit,
    me,
    'factory-accreditations',
    current.map(({ id }) => id),
  )
  return groupedBy(visible, 'factory_id') as Map<number, Audit[]>
}

const readYarns = async (kit: Kit, me: Principal, lines: readonly AnyRecord[]): Promise<Map<number, AnyRecord>> => {
  if (!kit.can(me.role, 'yarns', 'read')) return new Map()
  const rows = await kit.db.query<{ line: number; yarn: number }>(
    `select l.id as line, c.yarn_id as yarn from po_lines l join colourways c on c.id = l.colourway_id
     where l.id = any($1::bigint[]) and c.yarn_id is not null`,
    [lines.map(({ id }) => id)],
    'dossier_yarns',
  )
  const yarns = await findMany(kit, me, 'yarns', [...new Set(rows.map(({ yarn }) => yarn))])
  const byId = new Map(yarns.map((yarn) => [yarn.id, yarn]))
  return new Map(
    rows.flatMap(({ line, yarn }) => {
      const record = byId.get(yarn)
      return record ? [[line, record] as const] : []
    }),
  )
}
