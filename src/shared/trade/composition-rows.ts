import { choice, flag, percent, reference } from '#shared/kit/fields.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { type CompositionRow, compositionProblems, garmentComponents } from './composition'

/**
 * The fields of an area whose rows are a composition, spread into its own. `withComponent`: a garment is labelled part by
 * part; a yarn is one whole.
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

/** A composition row as records and forms hold it: with the id that it is stored under, without a component in a yarn. */
export interface StoredCompositionRow extends CompositionRow {
  id?: number
}

/** The composition under a document's field; rows without a component are those of the whole, which count as the shell. */
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

/** What stands against the composition of a document, for the rules of its area. */
export const compositionFieldProblems = (document: object, name: string): Problem[] =>
  compositionProblems(compositionRowsOf(document, name), name)

/** A percentage while it is typed may be no number yet: it counts as none, and the schema refuses it. */
const decimalOf = (pct: unknown): string | null =>
  typeof pct === 'string' && /^\d{1,3}(\.\d{1,8})?$/.test(pct) ? pct : null

/** Where a composition comes from. */
export type CompositionSource = 'line' | 'colourway' | 'yarn'

export interface EffectiveComposition<R extends CompositionRow = CompositionRow> {
  rows: readonly R[]
  /** Null where nobody has said a composition yet. */
  source: CompositionSource | null
}

/**
 * The composition that counts: what the order line says, else what its colourway says, else that of the colourway's yarn.
 * The nearest one counts whole; nothing is mixed.
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
