import { asPortal } from '#server/kit/as-portal.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { alertAdmins } from './notices'

/**
 * Suspends the factory of an audit with a zero-tolerance finding and alerts the administrators, in the transaction of
 * the review. Only recording the failed audit suspends, not the supplier's entry: that may be a slip, and a suspension
 * stops all allocations.
 */
export const suspendFactory = async (work: Work, audit: Doc) => {
  const [factory] = await work.tx.query<{ id: number; version: number; status: string; archived: boolean }>(
    `select id, version, status, archived_at is not null as archived from factories where id = $1 for update`,
    [audit.factory_id],
    'accreditation_factory',
  )
  if (!factory) return
  // A factory without allocations has nothing to suspend; administrators evaluate it.
  const isSuspended = !factory.archived && suspendable.includes(factory.status)
  if (isSuspended) {
    const reason = `Zero tolerance · 零容忍 · ${audit.audit_title} (${work.me.name})`
    await work.kit
      .repository('factories')
      .move(asPortal(work, 'suspend'), factory.id, 'suspend', { version: factory.version, reason })
  }
  await alertAdmins(work, audit, { status: factory.status, isSuspended })
}

const suspendable: readonly string[] = ['approved', 'conditional']
