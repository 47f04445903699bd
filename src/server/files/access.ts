import type { AnyRecord } from '../../shared/area'
import { type Role, roleOf, rolesOf } from '../../shared/roles'
import type { Language } from '../../shared/text'
import type { Queryable } from '../db/types'
import { notFound } from '../kit/errors'
import type { Kit } from '../kit/kit'
import type { Principal } from '../kit/principal'
import type { FileNotes, Place } from './store'

/** Whether the person is of the house: sees what is internal, and decides what is shared. */
export const isOffice = ({ role }: Pick<Principal, 'role'>): boolean => house.includes(role)
const house: readonly Role[] = rolesOf(['group:admin'])

/**
 * Whether somebody who sees the record sees this file of it: the office all, others what the house shares and what their
 * own company brought.
 */
export const seesFile = (me: Principal, { visibility, supplier_id }: Pick<FileNotes, 'visibility' | 'supplier_id'>) =>
  isOffice(me) || (visibility === 'shared' && (supplier_id === null || supplier_id === me.supplier_id))

/** The record as the person sees it; 404 where they do not. */
export const recordSeen = async (
  kit: Kit,
  on: Queryable,
  me: Principal,
  { area, record_id }: Pick<Place, 'area' | 'record_id'>,
): Promise<AnyRecord> => {
  const [seen] = kit.register.find(area) ? await kit.repository(area).find(on, me, [record_id]) : []
  if (!seen) throw notFound()
  return seen
}

/** The account that an address was made for, as it is now; undefined where it may not sign in any more. */
export const readerOf = async (db: Queryable, id: number): Promise<Principal | undefined> => {
  const [row] = await db.query<ReaderRow>(
    `select type, is_super_user, supplier_id, to_json(portfolio_of(id)) as portfolio, full_name, email, language
     from users
     where id = $1 and status = 'active' and archived_at is null`,
    [id],
    'file_reader',
  )
  const role = row && roleOf(row)
  if (!role) return undefined
  const { supplier_id, portfolio, full_name: name, email, language } = row
  return { id, role, supplier_id, portfolio, name, email, sid: '', language }
}

interface ReaderRow {
  type: string
  is_super_user: number
  supplier_id: number | null
  portfolio: number[] | null
  full_name: string
  email: string
  language: Language
}
