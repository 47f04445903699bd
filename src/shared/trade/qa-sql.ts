import { quoted } from '#shared/base/quoted.ts'
import { sampledTypes } from './qa'

/**
 * SQL columns for quality rates, for the alias of an activity. First-pass rate: first final inspections that passed
 * among all with a result. Defects per 100: defective units among those inspected at random.
 */
export const qualityColumns = (alias: string) => ({
  first_passed: `count(*) filter (where ${alias}.type = 'final' and ${alias}.result = 'passed')`,
  first: `count(*) filter (where ${alias}.type = 'final')`,
  defects: `sum(${alias}.critical_qty + ${alias}.major_qty + ${alias}.minor_qty) filter (where ${isSampled(alias)})`,
  inspected: `sum(${alias}.inspected_qty) filter (where ${isSampled(alias)})`,
})

/** Whether an activity counts, because its result is known. */
export const isInspected = (alias: string) =>
  `(${alias}.result is not null and ${alias}.inspected_on is not null and ${alias}.archived_at is null)`

const isSampled = (alias: string) => `${alias}.type in (${quoted(sampledTypes)})`
