import { compare, subtract, sum, withoutTrailingZeros } from '#shared/base/money.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Components of a garment that are labelled separately. */
export const garmentComponents = ['shell', 'lining', 'rib', 'filling', 'trim'] as const
export type GarmentComponent = (typeof garmentComponents)[number]

/** A fibre of a component. `pct` is decimal text with at most two decimals. */
export interface CompositionRow {
  component: GarmentComponent
  fibre_id: number | null
  pct: string | null
  recycled?: boolean
  organic?: boolean
}

/** The percentage missing to 100 in a component; negative if it exceeds 100. */
export const missingPct = (rows: readonly CompositionRow[], component: GarmentComponent): string =>
  subtract('100', sum(rows.flatMap((row) => (row.component === component && row.pct !== null ? [row.pct] : []))))

/**
 * Problems of composition rows: every component must add up to exactly 100, each percentage must be above 0, and a
 * fibre may occur twice only with different qualifiers (recycled, organic). `path` is the field of the rows in their
 * document.
 */
export const compositionProblems = (rows: readonly CompositionRow[], path: string): Problem[] => [
  ...rows.flatMap((row, index) => rowProblems(rows, row, index, path)),
  ...garmentComponents.flatMap((component) => totalProblems(rows, component, path)),
]

const rowProblems = (rows: readonly CompositionRow[], row: CompositionRow, index: number, path: string): Problem[] => {
  const isAboveZero = row.pct === null || compare(row.pct, '0') > 0
  const isRepeated = rows.some((earlier, at) => at < index && isSameFibre(earlier, row))
  return [
    ...(isAboveZero ? [] : [problem(textOf('problems.compositions.pct_zero'), `${path}.${index}.pct`)]),
    ...(isRepeated ? [problem(textOf('problems.compositions.fibre_repeated'), `${path}.${index}.fibre_id`)] : []),
  ]
}

/** Reported at the last row of the component, beside its total. */
const totalProblems = (rows: readonly CompositionRow[], component: GarmentComponent, path: string): Problem[] => {
  const last = rows.findLastIndex((row) => row.component === component)
  const missing = last < 0 ? '0' : missingPct(rows, component)
  const difference = compare(missing, '0')
  if (difference === 0) return []
  const pct = withoutTrailingZeros(missing.replace('-', ''))
  const text =
    difference > 0
      ? textOf('problems.compositions.below_total', { pct })
      : textOf('problems.compositions.above_total', { pct })
  return [problem(text, `${path}.${last}.pct`)]
}

const isSameFibre = (a: CompositionRow, b: CompositionRow): boolean =>
  a.fibre_id !== null &&
  a.fibre_id === b.fibre_id &&
  a.component === b.component &&
  (a.recycled ?? false) === (b.recycled ?? false) &&
  (a.organic ?? false) === (b.organic ?? false)

/** Rows in the order of labels: components in their order, the largest share first. */
export const inLabelOrder = <R extends CompositionRow>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      garmentComponents.indexOf(a.component) - garmentComponents.indexOf(b.component) ||
      compare(b.pct ?? '0', a.pct ?? '0'),
  )

/**
 * Percentage points by which the tested share of a fibre may differ from the declared one: Regulation (EU) No
 * 1007/2011, Art. 20.
 */
export const labTolerance = '3'

/**
 * The fibres whose tested share differs from the declared one by more than the tolerance. A fibre that is missing on
 * one side counts as 0 there.
 */
export const beyondTolerance = (
  declared: readonly CompositionRow[],
  tested: readonly CompositionRow[],
): { component: GarmentComponent; fibre_id: number; declared: string; tested: string }[] =>
  garmentComponents.flatMap((component) => {
    const ids = new Set(
      [...declared, ...tested].flatMap((row) => (row.component === component ? (row.fibre_id ?? []) : [])),
    )
    return [...ids].flatMap((fibre_id) => {
      const shares = { declared: shareOf(declared, component, fibre_id), tested: shareOf(tested, component, fibre_id) }
      const difference = subtract(shares.tested, shares.declared).replace('-', '')
      return compare(difference, labTolerance) > 0 ? [{ component, fibre_id, ...shares }] : []
    })
  })

const shareOf = (rows: readonly CompositionRow[], component: GarmentComponent, fibre_id: number): string =>
  sum(rows.flatMap((row) => (row.component === component && row.fibre_id === fibre_id ? [row.pct ?? '0'] : [])))
