import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type AnyRecord, tableOf } from '#shared/kit/area.ts'
import { type AuditInLine, type Coverage, currentAudits } from '#shared/trade/accreditation.ts'
import { allocatedKinds } from '#shared/trade/line-kinds.ts'

/** Areas of whose records a dossier is made. */
export const dossierAreas = ['purchase-orders', 'po-lines'] as const
export type DossierArea = (typeof dossierAreas)[number]

/** An order with those of its lines that the dossier is about. */
export interface DossierOrder {
  order: AnyRecord
  lines: AnyRecord[]
  /** Lines that were cancelled: nothing of them is in the dossier. */
  cancelled: AnyRecord[]
}

/** An audit of a factory as the caller sees it. */
export type Audit = AnyRecord & AuditInLine & Coverage

/** What belongs to the lines besides their orders, as far as the caller may read it. */
export interface LineFacts {
  /** The kinds that the caller reads. */
  kinds: ReturnType<typeof allocatedKinds>
  /** Allocations by kind and line. */
  allocations: ReadonlyMap<string, ReadonlyMap<number, AnyRecord[]>>
  /** Results in force by factory; null where the caller reads none. */
  audits: ReadonlyMap<number, Audit[]> | null
  /** The yarn of a line with its certificates. */
  yarns: ReadonlyMap<number, AnyRecord>
}

/** Records by portions: an order has up to two hundred lines, and each several allocations. */
export const findMany = async (kit: Kit, me: Principal, area: string, ids: readonly number[]): Promise<AnyRecord[]> => {
  if (!kit.can(me.role, area, 'read')) return []
  const records: AnyRecord[] = []
  for (let at = 0; at < ids.length; at += 50)
    records.push(...(await kit.repository(area).find(kit.db, me, ids.slice(at, at + 50))))
  return records
}

/** The orders of the request with their lines; null where the caller does not see one of the records. */
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
    const seen = await findMany(
      kit,
      me,
      area.name,
      rows.map((row) => row.id),
    )
    allocations.set(plan.kind, groupedBy(seen, 'po_line_id'))
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

/** The factories of a line: those allocated to it, else the one that it names. */
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
  // Which result is in force depends on all of them, whoever sees them.
  const rows = await kit.db.query<AuditInLine & { scope: string }>(
    `select a.id, a.factory_id, a.standard_program_id, a.follow_up_of_id, a.audit_date::text, a.status, p.scope
     from factory_accreditations a join standard_programs p on p.id = a.standard_program_id
     where a.factory_id = any($1::bigint[]) and a.archived_at is null
       and a.status in ('valid', 'expiring', 'expired', 'failed') order by p.code, a.id`,
    [[...factories]],
    'dossier_audits',
  )
  const inForce = currentAudits(rows, ({ scope }) => scope)
  const seen = await findMany(
    kit,
    me,
    'factory-accreditations',
    inForce.map(({ id }) => id),
  )
  return groupedBy(seen, 'factory_id') as Map<number, Audit[]>
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
      const known = byId.get(yarn)
      return known ? [[line, known] as const] : []
    }),
  )
}
