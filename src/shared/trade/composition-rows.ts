import { choice, flag, percent, reference } from '#shared/kit/fields.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { type CompositionRow, compositionProblems, garmentComponents } from './composition'

/**
 * The fields of an area whose rows are a composition, to be spread into its fields. `withComponent`: a garment has a
 * composition for each component, a yarn only one.
 */
export const compositionRowFields = <const W extends boolean>({ withComponent }: { withComponent: W }) =>
  ({
    ...(withComponent ? { component: choice(garmentComponents, { required: true, default: 'shell' }) } : {}),
    fibre_id: reference('fibres', { required: true, states: ['active'] }),
    pct: percent({ required: true }),
    recycled: flag(),
    organic: flag(),
  }) as CompositionFields<W>

type CompositionFields<W extends boolean> = (W extends true ? { component: ComponentField } : unknown) & {
  fibre_id: ReturnType<typeof reference<'fibres', { required: true }>>
  pct: ReturnType<typeof percent<{ required: true }>>
  recycled: ReturnType<typeof flag>
  organic: ReturnType<typeof flag>
}
type ComponentField = ReturnType<typeof choice<typeof garmentComponents, { required: true }>>

/** A composition row as records and forms contain it: with its id, and without a component for a yarn. */
export interface StoredCompositionRow extends CompositionRow {
  id?: number
}

/** The composition rows in a field of a document; rows without a component count as `shell`. */
export const compositionRowsOf = (document: object, name: string): StoredCompositionRow[] => {
  const rows = (document as Record<string, unknown>)[name]
  return Array.isArray(rows)
    ? rows.map((row: Partial<StoredCompositionRow>) => ({
        ...row,
        component: row.component ?? 'shell',
        fibre_id: row.fibre_id ?? null,
        pct: decimalOf(row.pct),
      }))
    : []
}

/** Problems of the composition in a field of a document, for the rules of its area. */
export const compositionFieldProblems = (document: object, name: string): Problem[] =>
  compositionProblems(compositionRowsOf(document, name), name)

/** While a percentage is typed it may not be a number yet; then it counts as empty, and the schema refuses it. */
const decimalOf = (pct: unknown): string | null =>
  typeof pct === 'string' && /^\d{1,3}(\.\d{1,8})?$/.test(pct) ? pct : null

/** The record that a composition comes from. */
export type CompositionSource = 'line' | 'colourway' | 'yarn'

export interface EffectiveComposition<R extends CompositionRow = CompositionRow> {
  rows: readonly R[]
  /** Null if there is no composition. */
  source: CompositionSource | null
}

/**
 * The effective composition: that of the order line, else of its colourway, else of the colourway's yarn. The first one
 * found counts as a whole; they are never mixed.
 */
export const effectiveComposition = <R extends CompositionRow>(given: {
  yarn?: readonly R[] | null
  colourway?: readonly R[] | null
  line?: readonly R[] | null
}): EffectiveComposition<R> => {
  for (const source of ['line', 'colourway', 'yarn'] as const) {
    const rows = given[source]
    if (rows && rows.length > 0) return { rows, source }
  }
  return { rows: [], source: null }
}
