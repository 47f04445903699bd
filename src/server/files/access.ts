import type { Queryable } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type AnyRecord, seesFilesOf } from '#shared/kit/area.ts'
import { type Role, rolesOf } from '#shared/kit/roles.ts'
import type { FileNotes, StoragePlace } from './files'

/** Whether the user belongs to the retailer, sees internal files and decides which files are shared. */
export const isOffice = ({ role }: Pick<Principal, 'role'>): boolean => house.includes(role)
const house: readonly Role[] = rolesOf(['group:admin'])

/**
 * Whether a reader of the record sees this file: office users see all files, suppliers see shared files that belong to
 * them or to the retailer.
 */
export const seesFile = (me: Principal, { visibility, supplier_id }: Pick<FileNotes, 'visibility' | 'supplier_id'>) =>
  isOffice(me) || (visibility === 'shared' && (supplier_id === null || supplier_id === me.supplier_id))

/** The record as the user sees it; throws 404 if it is out of scope. */
export const recordSeen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
): Promise<AnyRecord> => {
  const record = (await recordsSeen(kit, on, me, area, [record_id])).get(record_id)
  if (!record) throw notFound()
  return record
}

/** Records as the user sees them, by id; throws 404 if any of them is out of scope. */
export const recordsSeen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  area: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AnyRecord>> => {
  const declared = kit.register.find(area)
  const visible = declared && seesFilesOf(declared, me.role) ? await kit.repository(area).find(on, me, [...ids]) : []
  const records = new Map(visible.map((record) => [Number(record.id), record]))
  if (ids.some((id) => !records.has(id))) throw notFound()
  return records
}
