import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { daysBetween } from '#shared/base/dates.ts'
import { compare, currencyDigits, round, sum } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type ClaimFact, claimAmounts } from '#shared/trade/claim-amount.ts'
import type { ConditionalRule } from '#shared/trade/claim-rules.ts'
import type { ClaimType } from '#shared/trade/claim-terms.ts'
import { type LineFacts, readLineFacts, readRules, readRulesOf, ruleOfLines } from './facts'

/**
 * Numbers new claims, and computes unshared claims from the facts of their lines and their rule. After sharing, only
 * the amount follows the claimed amounts of the lines.
 */
export const completeClaims = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const open = changes.filter(isOpen)
  const facts = await readLineFacts(
    work,
    open.flatMap(({ after }) => linesOf(after).map(({ po_line_id }) => po_line_id)),
  )
  const library = {
    inUse: open.some(({ after }) => !after.rule_id) ? await readRules(work.tx) : [],
    byId: await readRulesOf(
      work.tx,
      open.map(({ after }) => after.rule_id),
    ),
  }
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    if (!before && !work.isTrial) after.claim_no = await nextNumber(work.tx, 'CLM', work.context.today)
    problems.push(open.includes(change) ? computeClaim(work, change, facts, library) : [])
    addUp(after)
  }
  return problems
}

/**
 * Whether the claim is a draft or is being shared: afterwards the supplier sees the computed values, so they are fixed.
 */
const isOpen = ({ before, after }: Change): boolean =>
  !before || after.status === 'draft' || (before.status === 'draft' && after.status === 'shared')

export const linesOf = (claim: Doc | null): Doc[] => (claim?.lines ?? []) as Doc[]

interface Library {
  inUse: readonly ConditionalRule[]
  byId: ReadonlyMap<number, ConditionalRule>
}

const computeClaim = (
  work: Work,
  { before, after }: Change,
  facts: ReadonlyMap<number, LineFacts>,
  library: Library,
): Problem[] => {
  const lines = linesOf(after)
  const problems = work.me.id === 0 ? [] : [...lineProblems(after, facts), ...factProblems(before, after)]
  const knownLines = lines.flatMap(({ po_line_id }) => facts.get(Number(po_line_id)) ?? [])
  const [first] = knownLines
  if (!first || knownLines.length < lines.length || problems.length > 0) return problems
  Object.assign(after, { supplier_id: first.supplier_id, currency: first.currency })
  for (const line of lines) takeFacts(after, line, facts.get(Number(line.po_line_id)) as LineFacts)
  const rule =
    library.byId.get(Number(after.rule_id)) ??
    ruleOfLines(library.inUse, after.type as ClaimType, knownLines, work.context.today)
  if (!rule) return [problem(textOf('problems.claims.no_rule'), 'rule_id')]
  if (rule.type !== after.type) return [problem(textOf('problems.claims.rule_of_other_type'), 'rule_id')]
  const { basis, rate, grace_days, cap_pct } = rule
  Object.assign(after, { rule_id: rule.id, basis, rate, grace_days, cap_pct })
  const amounts = claimAmounts(rule, lines.map(factOf), first)
  if (!amounts) return [problem(textOf('problems.claims.no_exchange_rate'), 'rule_id')]
  for (const [at, line] of lines.entries()) {
    const old = linesOf(before).find(({ id }) => id !== undefined && id === line.id)
    takeAmount(line, old ?? null, amounts.lines[at] as string)
  }
  after.fee = amounts.fee
  return after.status === 'shared' && compare(sumOf(lines), '0') <= 0
    ? [problem(textOf('problems.claims.nothing_claimed'))]
    : []
}

/** Refuses lines of other orders, and lines without a price or currency. */
const lineProblems = (claim: Doc, facts: ReadonlyMap<number, LineFacts>): Problem[] =>
  linesOf(claim).flatMap(({ po_line_id }, at) => {
    const line = facts.get(Number(po_line_id))
    if (!line) return [problem(textOf('problems.claims.no_price'), `lines.${at}.po_line_id`)]
    return line.purchase_order_id === claim.purchase_order_id
      ? []
      : [problem(textOf('problems.claims.other_order'), `lines.${at}.po_line_id`)]
  })

/** Counted lines keep their units and cannot be removed; a user may only lower the claimed amount. */
const factProblems = (before: Doc | null, after: Doc): Problem[] =>
  linesOf(before).flatMap((old) => {
    if (!old.source_key) return []
    const at = linesOf(after).findIndex(({ id }) => id === old.id)
    const now = linesOf(after)[at]
    if (!now) return [problem(textOf('problems.claims.fact_removed', { line: String(old.line_title ?? '') }), 'lines')]
    return now.units !== old.units || now.days_late !== old.days_late
      ? [problem(textOf('problems.claims.fact_changed'), `lines.${at}.units`)]
      : []
  })

/** Copies the order's values to a line; lines made from a fact already have their counts. */
const takeFacts = (claim: Doc, line: Doc, facts: LineFacts) => {
  Object.assign(line, {
    line_title: facts.line_title,
    unit_price: facts.unit_price,
    line_value: facts.line_value,
  })
  if (claim.type === 'late') {
    Object.assign(line, { agreed_date: facts.agreed_date, actual_date: facts.actual_date })
    if (line.source_key || typeof line.days_late !== 'number') line.days_late = daysLate(facts)
  }
  if (line.source_key) return
  Object.assign(line, {
    ordered_qty: facts.ordered_qty,
    shipped_qty: facts.shipped_qty,
    received_qty: facts.received_qty,
  })
}

/** Days between the agreed and the actual date; 0 when one of them is unknown or the goods were on time. */
export const daysLate = ({ agreed_date, actual_date }: Pick<LineFacts, 'agreed_date' | 'actual_date'>): number =>
  agreed_date && actual_date ? Math.max(daysBetween(agreed_date, actual_date), 0) : 0

const factOf = ({ po_line_id, units, unit_price, line_value, days_late }: Doc): ClaimFact => ({
  po_line_id: Number(po_line_id),
  units: Number(units ?? 1),
  unit_price: String(unit_price),
  line_value: String(line_value),
  days_late: typeof days_late === 'number' ? days_late : null,
})

/** Sets the computed amount. A lower claimed amount stays, but never exceeds the computed one. */
const takeAmount = (line: Doc, old: Doc | null, computed: string) => {
  const claimed = typeof line.claimed_amount === 'string' ? line.claimed_amount : null
  const wasLowered = old !== null && !same(old.claimed_amount, old.computed_amount)
  const isAsBefore = old !== null && same(claimed, old.claimed_amount)
  line.computed_amount = computed
  if (claimed === null || (isAsBefore && (!wasLowered || compare(claimed, computed) > 0)))
    line.claimed_amount = computed
  if (same(line.claimed_amount, computed)) line.reason = null
}

const same = (value: unknown, other: unknown): boolean =>
  typeof value === 'string' && typeof other === 'string' && compare(value, other) === 0

const sumOf = (lines: readonly Doc[]): string => sum(lines.map(({ claimed_amount }) => String(claimed_amount ?? '0')))

const addUp = (claim: Doc) => {
  const lines = linesOf(claim)
  const digits = currencyDigits(String(claim.currency ?? ''))
  const fee = String(claim.fee ?? '0')
  const computed = sum(lines.map(({ computed_amount }) => String(computed_amount ?? '0')))
  const net = sumOf(lines)
  claim.computed_amount = round(sum([computed, fee]), digits)
  claim.amount = round(compare(net, '0') > 0 ? sum([net, fee]) : '0', digits)
}
