import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { dueNotice, noticeDays, noticeHorizon, type PassedState, standingOn } from '#shared/trade/accreditation.ts'
import { isCurrent } from '#shared/trade/accreditation-sql.ts'
import { factoryAccreditations } from '../area'
import { notifyExpiry } from './notices'

interface Due extends Doc {
  id: number
  version: number
  status: PassedState | 'failed'
  valid_to: string | null
  notified_days: number | null
  is_current: boolean
  /** Whether the house still has goods made in the factory. */
  is_worked_with: boolean
}

/**
 * One portion of the daily work: accreditations whose state changes by date, expiry notices that are due, and plans
 * with newly overdue steps.
 */
export const settleAccreditations = async (work: Work, after: number): Promise<number | null> => {
  const { today } = work.context
  const rows = await work.tx.query<Due>(
    `select a.id, a.version, a.status, a.audit_title, a.factory_id, a.responsible_id, a.reviewed_by, a.supplier_id,
       a.valid_to::text, a.notified_days, ${isCurrent('a')} as is_current,
       exists (select from factories f where f.id = a.factory_id and f.status not in ('rejected', 'exited')
         and f.archived_at is null) as is_worked_with
     from factory_accreditations a
     where a.id > $1 and a.archived_at is null and (
       (a.status in ('valid', 'expiring') and a.valid_to <= $3::date and (
         a.valid_to < $2::date
         or (a.status = 'valid' and a.valid_to <= $2::date + 60)
         or (select min(n) from unnest($4::int[]) n where n >= greatest(a.valid_to - $2::date, 0))
           < coalesce(a.notified_days, 1000)))
       or (a.status in ('valid', 'expiring', 'expired', 'failed') and a.cap_status in ('open', 'in_progress')
         and a.cap_due_date < $2::date))
     order by a.id limit ${portion} for update of a`,
    [after, today, noticeHorizon(today), noticeDays],
    'accreditations_due',
  )
  for (const audit of rows) {
    if (audit.status === 'valid' || audit.status === 'expiring') await advance(work, audit)
    await refresh(work, audit)
  }
  if (rows.length > 0) work.touched.add(factoryAccreditations.name)
  return rows.length < portion ? null : (rows.at(-1)?.id ?? null)
}

/** Records per portion; they take about a second. */
const portion = 20

/** Moves the record to its state of today, and sends the expiry notice if one is due. */
const advance = async (work: Work, audit: Due) => {
  const { today } = work.context
  const until = String(audit.valid_to)
  const statusToday = standingOn(until, today)
  const move = statusToday === audit.status ? null : statusToday === 'expired' ? 'expire' : 'expire_soon'
  if (move)
    await work.kit
      .repository(factoryAccreditations.name)
      .move(asPortal(work, move), audit.id, move, { version: audit.version })
  const due = dueNotice(until, today, audit.notified_days)
  if (due === null) return
  // Superseded audits and factories without orders need no reminder.
  if (audit.is_current && audit.is_worked_with) await notifyExpiry(work, audit)
  // Keeps the version, because users who edit the record are not affected.
  await work.tx.query(
    'update factory_accreditations set notified_days = $2 where id = $1',
    [audit.id, due],
    'accreditation_notified',
  )
}

/** Saves the record unchanged, which recomputes the state of its plan. */
const refresh = (work: Work, { id }: Due) =>
  work.kit.repository(factoryAccreditations.name).edit(asPortal(work), id, {})
