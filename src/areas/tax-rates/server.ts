import { sql } from 'kysely'
import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { sameStoredValue } from '#server/kit/write/diff.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { taxRates } from './area'

export const server = serve(taxRates, {
  conditions: {
    valid_since: (alias, holds) => holds(sql`coalesce(${sql.id(alias, 'valid_from')}, '-infinity')`),
    valid_until: (alias, holds) => holds(sql`coalesce(${sql.id(alias, 'valid_to')}, 'infinity')`),
  },
  prepare: async (work, changes) => {
    const problems: Problem[][] = []
    for (const change of changes) problems.push(await usedProblems(work, change))
    return problems
  },
})

const figures = ['rate_pct', 'category', 'rounding'] as const

/**
 * A rate used by submitted invoices is fixed, because their totals and documents were calculated with it. Drafts follow
 * the rate.
 */
const usedProblems = async ({ tx }: Work, { before, after }: Change): Promise<Problem[]> => {
  const changed = figures.filter(
    (field) => before && !sameStoredValue(taxRates.fields[field], before[field], after[field]),
  )
  if (changed.length === 0) return []
  const used = await tx.query(
    `select 1 from invoices i where i.status <> 'draft' and (
       exists (select 1 from invoice_lines y where y.invoice_id = i.id and y.tax_rate_id = $1)
       or exists (select 1 from invoice_charges c where c.invoice_id = i.id and c.tax_rate_id = $1)) limit 1`,
    [after.id],
    'tax_rate_used',
  )
  return used.length === 0 ? [] : changed.map((field) => problem(textOf('problems.tax-rates.in_use'), field))
}
