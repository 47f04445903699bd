import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { openProposal } from '../rules'

type Standing = 'new' | 'approved' | 'watch' | 'blocked'
interface Entry extends Doc {
  seq: number
  from_standing: Standing | null
  to_standing: Standing
  outcome: 'proposed' | 'applied' | 'refused' | 'withdrawn'
  basis: 'person' | 'scorecard'
  score: string | null
  reason: string | null
  proposed_by: number | null
  proposed_at: string
  answered_by: number | null
  answered_at: string | null
  answer: string | null
}

/** The history of standings begins with the initial standing. */
export const beginStandings = (work: Work, supplier: Doc) => {
  if (entriesOf(supplier).length > 0 || !supplier.standing) return
  addEntry(work, supplier, { from_standing: null, to_standing: supplier.standing as Standing, outcome: 'applied' })
}

export const standingMoves: Record<string, MoveHooks> = {
  propose_standing: {
    // Proposals made by the portal come from the scorecard.
    effect: (work, supplier, _change, { standing, reason }) => {
      const to_standing = changedStanding(supplier, standing)
      const grounds =
        work.me.id === 0
          ? { basis: 'scorecard' as const, score: supplier.score as string | null }
          : { reason: String(reason) }
      addEntry(work, supplier, { to_standing, outcome: 'proposed', ...grounds })
      supplier.proposed_standing = to_standing
    },
  },
  confirm_standing: {
    effect: (work, supplier, _change, { comment }) => {
      const open = answerProposal(work, supplier, 'applied', comment)
      if (open) supplier.standing = open.to_standing
    },
  },
  refuse_standing: {
    effect: (work, supplier, _change, { reason }) => void answerProposal(work, supplier, 'refused', reason),
  },
  withdraw_standing: {
    effect: (work, supplier, _change, { comment }) => void answerProposal(work, supplier, 'withdrawn', comment),
  },
  // An administrator sets the standing directly, which also closes an open proposal.
  set_standing: {
    effect: (work, supplier, _change, { standing, reason }) => {
      const to_standing = changedStanding(supplier, standing)
      answerProposal(work, supplier, 'withdrawn', reason)
      addEntry(work, supplier, {
        to_standing,
        outcome: 'applied',
        reason: String(reason),
        answered_by: work.me.id || null,
      })
      supplier.standing = to_standing
    },
  },
}

const changedStanding = (supplier: Doc, standing: unknown): Standing => {
  if (standing === supplier.standing) throw invalid({ standing: [textOf('problems.suppliers.same_standing')] })
  return standing as Standing
}

const entriesOf = (supplier: Doc) => (supplier.standings ?? []) as Entry[]

const addEntry = (work: Work, supplier: Doc, entry: Partial<Entry> & Pick<Entry, 'to_standing' | 'outcome'>) => {
  const all = entriesOf(supplier)
  const isApplied = entry.outcome === 'applied'
  const completeEntry: Entry = {
    seq: Math.max(0, ...all.map(({ seq }) => Number(seq))) + 1,
    from_standing: (supplier.standing as Standing | undefined) ?? null,
    basis: 'person',
    score: null,
    reason: null,
    proposed_by: work.me.id || null,
    proposed_at: work.now,
    answered_by: null,
    answered_at: isApplied ? work.now : null,
    answer: null,
    ...entry,
  }
  supplier.standings = [...all, completeEntry]
}

const answerProposal = (work: Work, supplier: Doc, outcome: Entry['outcome'], reply: unknown): Entry | undefined => {
  const open = openProposal(supplier as { standings?: Entry[] })
  supplier.proposed_standing = null
  if (open)
    Object.assign(open, {
      outcome,
      answered_by: work.me.id || null,
      answered_at: work.now,
      answer: typeof reply === 'string' && reply ? reply : null,
    })
  return open
}
