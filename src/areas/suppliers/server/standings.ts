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

/** The history of standings starts with the initial one. */
export const beginStandings = (work: Work, supplier: Doc) => {
  if (entriesOf(supplier).length > 0 || !supplier.standing) return
  keep(work, supplier, { from_standing: null, to_standing: supplier.standing as Standing, outcome: 'applied' })
}

export const standingMoves: Record<string, MoveHooks> = {
  propose_standing: {
    // Proposals of the portal itself come from the scorecard.
    effect: (work, supplier, _change, { standing, reason }) => {
      const to_standing = other(supplier, standing)
      const grounds =
        work.me.id === 0
          ? { basis: 'scorecard' as const, score: supplier.score as string | null }
          : { reason: String(reason) }
      keep(work, supplier, { to_standing, outcome: 'proposed', ...grounds })
      supplier.proposed_standing = to_standing
    },
  },
  confirm_standing: {
    effect: (work, supplier, _change, { comment }) => {
      const open = answer(work, supplier, 'applied', comment)
      if (open) supplier.standing = open.to_standing
    },
  },
  refuse_standing: {
    effect: (work, supplier, _change, { reason }) => void answer(work, supplier, 'refused', reason),
  },
  withdraw_standing: {
    effect: (work, supplier, _change, { comment }) => void answer(work, supplier, 'withdrawn', comment),
  },
  // An administrator need not wait for anybody; what was proposed is settled with it.
  set_standing: {
    effect: (work, supplier, _change, { standing, reason }) => {
      const to_standing = other(supplier, standing)
      answer(work, supplier, 'withdrawn', reason)
      keep(work, supplier, { to_standing, outcome: 'applied', reason: String(reason), answered_by: work.me.id || null })
      supplier.standing = to_standing
    },
  },
}

const other = (supplier: Doc, standing: unknown): Standing => {
  if (standing === supplier.standing) throw invalid({ standing: [textOf('problems.suppliers.same_standing')] })
  return standing as Standing
}

const entriesOf = (supplier: Doc) => (supplier.standings ?? []) as Entry[]

const keep = (work: Work, supplier: Doc, entry: Partial<Entry> & Pick<Entry, 'to_standing' | 'outcome'>) => {
  const all = entriesOf(supplier)
  const isApplied = entry.outcome === 'applied'
  const whole: Entry = {
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
  supplier.standings = [...all, whole]
}

const answer = (work: Work, supplier: Doc, outcome: Entry['outcome'], words: unknown): Entry | undefined => {
  const open = openProposal(supplier as { standings?: Entry[] })
  supplier.proposed_standing = null
  if (open)
    Object.assign(open, {
      outcome,
      answered_by: work.me.id || null,
      answered_at: work.now,
      answer: typeof words === 'string' && words ? words : null,
    })
  return open
}
