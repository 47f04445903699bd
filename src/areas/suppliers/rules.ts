import type { AnyRecord } from '#shared/kit/area.ts'
import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** The fields of a proposed standing that the rules use. */
export interface Proposal {
  seq: number | null
  outcome: string | null
  proposed_by?: number | null
}

/** The proposal that waits for an administrator. */
export const openProposal = <P extends Proposal>(supplier: {
  proposed_standing?: unknown
  standings?: P[]
}): P | undefined =>
  supplier.proposed_standing
    ? supplier.standings
        ?.filter(({ outcome }) => outcome === 'proposed')
        .sort((a, b) => Number(b.seq) - Number(a.seq))[0]
    : undefined

const proposalOf = (supplier: AnyRecord) => openProposal(supplier as { standings?: Proposal[] })

/** The proposer cannot decide about the proposal. */
const proposalProblems = (supplier: AnyRecord, { me }: RuleContext): Problem[] => {
  const open = proposalOf(supplier)
  if (!open) return [problem(textOf('problems.suppliers.no_proposal'))]
  return open.proposed_by === me.id ? [problem(textOf('problems.suppliers.own_proposal'))] : []
}

const withdrawing = (supplier: AnyRecord, { me }: RuleContext): Problem[] => {
  const open = proposalOf(supplier)
  if (!open) return [problem(textOf('problems.suppliers.no_proposal'))]
  return open.proposed_by === me.id ? [] : [problem(textOf('problems.suppliers.not_own_proposal'))]
}

interface Contact {
  full_name: string
  function: string | null
  is_primary: boolean
}

export const rules: Rules = {
  check: (supplier) => {
    const contacts = (supplier.contacts ?? []) as Contact[]
    return [
      ...repeatProblems(
        contacts,
        ({ function: field, is_primary }) => (is_primary ? field : null),
        (index) => problem(textOf('problems.suppliers.second_primary'), `contacts.${index}.is_primary`),
      ),
      ...repeatProblems(
        contacts,
        ({ full_name, function: field }) => `${full_name}\n${field}`,
        (index) => problem(textOf('validation.duplicate_row'), `contacts.${index}.full_name`),
      ),
    ]
  },
  guards: {
    propose_standing: (supplier) =>
      proposalOf(supplier) ? [problem(textOf('problems.suppliers.proposal_waits'))] : [],
    confirm_standing: proposalProblems,
    refuse_standing: proposalProblems,
    withdraw_standing: withdrawing,
  },
}
