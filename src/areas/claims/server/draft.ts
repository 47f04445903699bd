import { asPortal } from '#server/kit/as-portal.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { type ClaimAmounts, claimAmounts } from '#shared/trade/claim-amount.ts'
import { type ConditionalRule, ruleFor } from '#shared/trade/claim-rules.ts'
import type { ClaimType } from '#shared/trade/claim-terms.ts'
import { claims } from '../area'
import { linesOf } from './complete'
import { readRules, readRulesOf } from './facts'
import { type Fact, readFactsOf, type Source } from './sources'

/** Facts that make one claim: they share source, type, order and rule. */
export interface Proposal {
  key: string
  source: Source
  type: ClaimType
  rule: ConditionalRule
  facts: Fact[]
  amounts: ClaimAmounts
}

/**
 * Synchronises the drafts of a source with its facts: creates, updates and removes drafts. Shared and withdrawn claims
 * stay as they are, and their facts are not claimed again. `anew`: the rules have changed. Refusals of a claim are only
 * logged, so that they do not block the receipt or inspection that caused it.
 */
export const settleSource = async (work: Work, source: Source, { anew = false } = {}): Promise<void> => {
  if (work.isTrial) return
  try {
    await lockSource(work, source)
    await lockDrafts(work, source)
    const { drafts, fresh: unclaimed } = await readDraftState(work, source)
    for (const draft of drafts) await settleDraft(work, draft, unclaimed, anew)
    for (const proposal of proposalsOf(source, unclaimed.facts, await readRules(work.tx)))
      await makeDraft(work, proposal)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    work.kit.log.warn({ ...source, reason: error.text.key }, 'claims do not follow their facts')
  }
}

/** The claims that a source would justify and that do not exist yet. */
export const readProposals = async (
  work: Work,
  source: Source,
  rules: readonly ConditionalRule[],
): Promise<Proposal[]> => {
  const { fresh: unclaimed } = await readDraftState(work, source)
  return proposalsOf(source, unclaimed.facts, rules)
}

/** Creates a draft. The caller must hold the lock of the source, so that concurrent writers create only one. */
export const makeDraft = async (work: Work, { type, rule, facts }: Proposal): Promise<Doc | null> => {
  const [first] = facts
  if (!first) return null
  const bookings = new Set(facts.map(({ head }) => head.booking_id))
  const [createdDraft] = await work.kit.repository(claims.name).create(asPortal(work, 'create'), [
    {
      type,
      purchase_order_id: first.order.purchase_order_id,
      rule_id: rule.id,
      ...first.head,
      booking_id: bookings.size === 1 ? first.head.booking_id : null,
      lines: facts.map(({ line }) => line),
    },
  ])
  return createdDraft ?? null
}

/** Prevents concurrent drafting from the same source until the transaction ends. */
export const lockSource = ({ tx }: Work, { kind, id }: Source) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`claims of ${kind} ${id}`], 'claims_lock')

/** Locks the drafts of a source, so that a concurrent edit or sharing is seen before the lines are written. */
const lockDrafts = ({ tx }: Work, { kind, id }: Source) =>
  tx.query(
    `select c.id from claims c where c.status = 'draft' and case $2::text
       when 'container' then c.container_id = $1::bigint when 'inspection' then c.qa_activity_id = $1::bigint
       else exists (select 1 from claim_lines l
         where l.claim_id = c.id and l.source_key = 'late:l' || ($1::bigint)::text) end
     order by c.id for update`,
    [id, kind],
    'claim_drafts_lock',
  )

interface Draft {
  id: number
  rule: ConditionalRule | null
  doc: Doc
}

/** Facts that are not part of a claim yet. `settleDraft` removes those that it adds to a draft. */
interface UnclaimedFacts {
  facts: Fact[]
}

const readDraftState = async (
  work: Work,
  source: Source,
): Promise<{ drafts: Draft[]; fresh: UnclaimedFacts & { all: Fact[] } }> => {
  const all = await readFactsOf(work, source)
  const rows = await work.tx.query<{ id: number; source_key: string; status: string }>(
    `select c.id, l.source_key, c.status from claim_lines l join claims c on c.id = l.claim_id
     where l.source_key is not null and (l.source_key = any($2::text[]) or case $3::text
       when 'container' then c.container_id = $1::bigint when 'inspection' then c.qa_activity_id = $1::bigint
       else l.source_key = 'late:l' || ($1::bigint)::text end)
     order by c.id, l.id`,
    [source.id, all.map(({ line }) => line.source_key), source.kind],
    'claims_of_source',
  )
  const ids = [...new Set(rows.flatMap(({ id, status }) => (status === 'draft' ? Number(id) : [])))]
  const docs = (await work.kit.repository(claims.name).find(work.tx, system, ids)) as Doc[]
  const rules = await readRulesOf(
    work.tx,
    docs.map(({ rule_id }) => rule_id),
  )
  const claimedKeys = new Set(rows.map(({ source_key }) => source_key))
  return {
    drafts: docs.map((doc) => ({ id: Number(doc.id), rule: rules.get(Number(doc.rule_id)) ?? null, doc })),
    fresh: { all, facts: all.filter(({ line }) => !claimedKeys.has(line.source_key)) },
  }
}

/**
 * Updates the facts of a draft and adds unclaimed facts of its order and rule. Removes the draft when it falls below
 * the minimum of its rule.
 */
const settleDraft = async (
  work: Work,
  { id, rule, doc }: Draft,
  unclaimed: UnclaimedFacts & { all: Fact[] },
  isRuleChanged: boolean,
) => {
  const lines = linesOf(doc)
  const manualLines = lines.filter(({ source_key }) => !source_key)
  const keptLines = lines.flatMap((line) => {
    const fact = unclaimed.all.find((candidate) => candidate.line.source_key === line.source_key)
    return line.source_key && fact ? [{ line, fact }] : []
  })
  const added = unclaimed.facts.filter(
    (fact) =>
      fact.type === doc.type &&
      fact.order.purchase_order_id === doc.purchase_order_id &&
      rule !== null &&
      ruleFor([rule], fact.type, fact.order, fact.day) !== null,
  )
  unclaimed.facts = unclaimed.facts.filter((fact) => !added.includes(fact))
  const facts = [...keptLines.map(({ fact }) => fact), ...added]
  if (manualLines.length === 0 && !isWorthwhile(rule, facts)) {
    await work.kit.repository(claims.name).remove(asPortal(work, 'delete'), id, Number(doc.version))
    return
  }
  const isSame =
    keptLines.length + manualLines.length === lines.length && added.length === 0 && keptLines.every(isUnchanged)
  if (isSame && !isRuleChanged) return
  await work.kit.repository(claims.name).edit(asPortal(work), id, {
    lines: [
      ...manualLines.map((line) => ({ id: line.id })),
      ...keptLines.map(({ line, fact }) => ({ id: line.id, ...withoutLine(fact) })),
      ...added.map(({ line }) => line),
    ],
  })
}

const withoutLine = ({ line: { po_line_id, size_id, ...values } }: Fact) => values

/** Whether a line equals the current values of its fact and its order. */
const isUnchanged = ({ line, fact }: { line: Doc; fact: Fact }): boolean =>
  Object.entries(fact.line).every(([field, value]) => (line[field] ?? null) === value) &&
  Number(line.unit_price) === Number(fact.order.unit_price) &&
  Number(line.line_value) === Number(fact.order.line_value)

const isWorthwhile = (rule: ConditionalRule | null, facts: readonly Fact[]): boolean => {
  const amounts = rule && amountsOf(rule, facts)
  return amounts !== null && !amounts.isBelowMinimum
}

const amountsOf = (rule: ConditionalRule, facts: readonly Fact[]): ClaimAmounts | null => {
  const [first] = facts
  return first
    ? claimAmounts(
        rule,
        facts.map(({ line, order }) => ({
          ...order,
          ...{ po_line_id: order.id, units: line.units, days_late: line.days_late },
        })),
        first.order,
      )
    : null
}

/** Groups facts into proposals. Leaves out facts without a rule, and claims below the minimum of their rule. */
const proposalsOf = (source: Source, facts: readonly Fact[], rules: readonly ConditionalRule[]): Proposal[] => {
  const groups = new Map<string, { rule: ConditionalRule; facts: Fact[] }>()
  for (const fact of facts) {
    const rule = ruleFor(rules, fact.type, fact.order, fact.day)
    if (!rule) continue
    const key = `${source.kind}-${source.id}-${fact.type}-${fact.order.purchase_order_id}-${rule.id}`
    const group = groups.get(key) ?? { rule, facts: [] }
    group.facts.push(fact)
    groups.set(key, group)
  }
  return [...groups].flatMap(([key, { rule, facts: groupFacts }]) => {
    const amounts = amountsOf(rule, groupFacts)
    const type = groupFacts[0]?.type
    return amounts && !amounts.isBelowMinimum && type ? [{ key, source, type, rule, facts: groupFacts, amounts }] : []
  })
}
