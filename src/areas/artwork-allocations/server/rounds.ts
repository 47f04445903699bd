import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { artworkAllocations } from '../area'
import { type ProofRound, roundsOf } from '../rules'

/** Starts the round that is submitted; `takeFiles` then assigns its files. */
export const beginRound = (work: Work, allocation: Doc) => {
  const round: ProofRound = {
    round: Number(allocation.round ?? 1),
    artwork_id: Number(allocation.artwork_id),
    proof_title: cutText(`${allocation.allocation_title ?? ''} · R${allocation.round ?? 1}`, 255),
    status: 'waiting',
    submitted_by: work.me.id || null,
    submitted_at: work.now,
    comment: allocation.comment ?? null,
  }
  allocation.proofs = [...roundsOf(allocation), round]
}

/** Records the office's answer in the waiting round. */
export const answerRound = (work: Work, allocation: Doc, status: 'approved' | 'rejected') => {
  allocation.proofs = roundsOf(allocation).map((round) =>
    round.status === 'waiting'
      ? {
          ...round,
          status,
          decided_by: work.me.id || null,
          decided_at: work.now,
          decision_comment: allocation.decision_comment ?? null,
        }
      : round,
  )
}

/** Moves the proofs attached to an allocation to the round that was just submitted; the next round needs new proofs. */
export const takeFiles = async ({ tx }: Work, changes: readonly Change[]) => {
  for (const { before, after } of changes) {
    if (after.status !== 'submitted' || before?.status === 'submitted') continue
    await tx.query(
      `with proof as (
         select id from artwork_proofs where artwork_allocation_id = $1 and round = $2),
       taken as (
         select f.id from files f where f.area = $3 and f.record_id = $1 and f.slot = 'attachment'
           and coalesce(f.series_id, f.id) in (
             select coalesce(series_id, id) from files
             where area = $3 and record_id = $1 and slot = 'attachment' and kind = 'proof'))
       update files f set area = $4, record_id = proof.id
       from proof where f.id in (select id from taken) or f.source_id in (select id from taken)`,
      [after.id, Number(after.round ?? 1), artworkAllocations.name, proofs],
      'artwork_round_files',
    )
  }
}

const proofs = artworkAllocations.fields.proofs.options.to
