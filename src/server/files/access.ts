import type { Queryable } from '#server/db/types.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { type AnyRecord, seesFilesOf } from '#shared/kit/area.ts'
import { type Role, rolesOf } from '#shared/kit/roles.ts'
import type { FileNotes, StoragePlace } from './store'

/** Whether the person belongs to the retailer: sees internal files and decides what is shared. */
export const isOffice = ({ role }: Pick<Principal, 'role'>): boolean => house.includes(role)
const house: readonly Role[] = rolesOf(['group:admin'])

/**
 * Whether a reader of the record sees this file of it: the office all files, others shared ones and those of their own
 * company.
 */
export const seesFile = (me: Principal, { visibility, supplier_id }: Pick<FileNotes, 'visibility' | 'supplier_id'>) =>
  isOffice(me) || (visibility === 'shared' && (supplier_id === null || supplier_id === me.supplier_id))

/** The record as the person sees it; 404 where they do not. */
export const recordSeen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  { area, record_id }: Pick<StoragePlace, 'area' | 'record_id'>,
): Promise<AnyRecord> => {
  const seen = (await recordsSeen(kit, on, me, area, [record_id])).get(record_id)
  if (!seen) throw notFound()
  return seen
}

/** Records as the person sees them, by id; 404 where they do not see one of them. */
export const recordsSeen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  area: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AnyRecord>> => {
  const declared = kit.register.find(area)
  const found = declared && seesFilesOf(declared, me.role) ? await kit.repository(area).find(on, me, [...ids]) : []
  const seen = new Map(found.map((record) => [Number(record.id), record]))
  if (ids.some((id) => !seen.has(id))) throw notFound()
  return seen
}
