import { seesFile } from '#server/files/access.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { FieldChange } from '#server/kit/write/diff.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { belongingOf } from '#shared/kit/portfolio.ts'
import { type Role, subjectOf } from '#shared/kit/roles.ts'

interface HistoryRow {
  id: number
  at: string
  actor_id: number | null
  actor_name: string
  actor_role: string
  actor_supplier: number | null
  area: string
  record_id: number
  action: string
  from_status: string | null
  to_status: string | null
  comment: string | null
  changes: FieldChange[]
}

/**
 * The history of a record (a document with its rows), newest first, as the caller may read it; 404 out of their scope.
 */
export const readHistory = async (kit: Kit, area: Area, me: Principal, id: number) => {
  const [record] = await kit.repository(area.name).find(kit.db, me, [id])
  if (!record) throw notFound()
  const root = kit.register.documentOf(area.name)
  const document = await documentOf(kit, me, area, record)
  const since = kit.server(root.name).historySince?.(me, document) ?? null
  const rows = await kit.db.query<HistoryRow>(
    `select id, at, actor_id, actor_name, actor_role,
       (select u.supplier_id from users u where u.id = actor_id) as actor_supplier,
       area, record_id, action, from_status, to_status, comment, changes
     from history where ${area === root ? 'document_area = $1 and document_id = $2' : 'area = $1 and record_id = $2'}
       and ($3::timestamptz is null or at >= $3) order by id desc limit 500`,
    [area.name, id, since],
    `history_${area === root ? 'document' : 'record'}`,
  )
  const isVisible = await visibleRows(kit, me, root, rows)
  return rows.flatMap((row) => entryFor(kit, me, root, row, isVisible) ?? [])
}

type IsVisible = (area: string, id: number) => boolean

/** The entry as the caller may read it; null if nothing of it remains. */
const entryFor = (
  kit: Kit,
  me: Principal,
  root: Area,
  { actor_id, actor_name, actor_role, actor_supplier, ...entry }: HistoryRow,
  isVisible: IsVisible,
) => {
  if (!isVisible(entry.area, entry.record_id)) return null
  const move = kit.register.find(entry.area)?.lifecycle?.moves[entry.action]
  const isScoped = (role: string) => Boolean(root.scope?.[role as Role])
  if (move?.internal && isScoped(me.role)) return null
  // Several suppliers may see the record: they learn its changes, but not the people and comments of other suppliers.
  const isOtherSuppliers = actor_supplier !== null && isShared(kit, me, root) && !actsFor(me, actor_supplier)
  const hidesComment = isOtherSuppliers || (move?.internalComment && isScoped(me.role) && !isScoped(actor_role))
  const comment = hidesComment ? null : entry.comment
  const changes = entry.changes.filter(
    ({ seen, area = root.name, id = 0, field }) =>
      (!seen || seesFile(me, seen)) && kit.mayRead(subjectOf(me), kit.register.get(area), field) && isVisible(area, id),
  )
  const isEmpty = changes.length === 0 && !comment && entry.from_status === entry.to_status
  if (isEmpty && (entry.changes.length > 0 || isOtherSuppliers)) return null
  return {
    ...entry,
    comment,
    actor: { id: actor_id, title: isOtherSuppliers ? '' : actor_name, role: actor_role },
    changes,
  }
}

/** Whether the document belongs to several suppliers and the caller sees only some of them. */
const isShared = (kit: Kit, me: Principal, root: Area): boolean =>
  (belongingOf(kit.register, root)?.by ?? 'scope') === 'scope' && Boolean(me.portfolio || root.scope?.[me.role])

const actsFor = (me: Principal, supplier: number): boolean =>
  me.supplier_id === supplier || (me.portfolio?.includes(supplier) ?? false)

/**
 * Tests whether the caller may read about a row of a document: in a shared document only rows in the caller's scope,
 * hence no deleted ones.
 */
const visibleRows = async (kit: Kit, me: Principal, root: Area, rows: readonly HistoryRow[]): Promise<IsVisible> => {
  const belongsToSupplier = (area: Area): boolean =>
    area !== root &&
    (belongingOf(kit.register, area) !== null ||
      (area.partOf ? belongsToSupplier(kit.register.get(area.partOf.area)) : false))
  if (!isShared(kit, me, root)) return () => true
  const mentioned = rows.flatMap(({ area, record_id, changes }) => [{ area, id: record_id }, ...changes])
  const visible = new Map<string, Set<number>>()
  for (const name of new Set(mentioned.map(({ area }) => area))) {
    if (!name || !belongsToSupplier(kit.register.get(name))) continue
    const ids = mentioned.flatMap(({ area, id }) => (area === name && id ? [id] : []))
    const records = await kit.repository(name).find(kit.db, me, [...new Set(ids)])
    visible.set(name, new Set(records.map(({ id }) => id)))
  }
  return (area, id) => visible.get(area)?.has(id) ?? true
}

const documentOf = async (kit: Kit, me: Principal, area: Area, record: AnyRecord): Promise<AnyRecord> => {
  if (!area.partOf) return record
  const parent = kit.register.get(area.partOf.area)
  const [document] = await kit.repository(parent.name).find(kit.db, me, [Number(record[area.partOf.by])])
  if (!document) throw notFound()
  return documentOf(kit, me, parent, document)
}
