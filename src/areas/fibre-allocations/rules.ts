import { withoutTrailingZeros } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import { beyondTolerance, type CompositionRow, garmentComponents } from '#shared/trade/composition.ts'
import { compositionFieldProblems, compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { compositionText, qualifiedName } from '#shared/trade/composition-text.ts'
import { closedStates } from '#shared/trade/readiness.ts'

/** The names of a fibre that the texts of this area print. */
export interface FibreNames {
  name_en: string
  name_zh: string
}

/** The compositions of a line: declared by the supplier, tested by the laboratory, printed on the label. */
export const compositionFields = ['declared', 'tested', 'label'] as const

export const rules: Rules = {
  check: (record, { today }) => [
    ...compositionFields.flatMap((name) => compositionFieldProblems(record, name)),
    ...testedPartProblems(record),
    ...(typeof record.tested_on === 'string' && record.tested_on > today
      ? [problem(textOf('problems.fibre-allocations.tested_later'), 'tested_on')]
      : []),
  ],
  editable: (record, { me }) => {
    const status = String((record as AnyRecord).status)
    if (closedStates.has(status) && status !== 'rejected') return () => false
    // A declaration under verification cannot change; laboratory results may be added at any time.
    if (me.role === 'Agent' && status === 'submitted') return () => false
    return () => true
  },
}

/** Tested parts must also be declared. */
const testedPartProblems = (record: object): Problem[] => {
  const declared = new Set(compositionRowsOf(record, 'declared').map(({ component }) => component))
  return compositionRowsOf(record, 'tested').flatMap(({ component }, index) =>
    declared.size === 0 || declared.has(component)
      ? []
      : [problem(textOf('problems.fibre-allocations.part_undeclared'), `tested.${index}.component`)],
  )
}

/**
 * Compares a laboratory's result with the declaration: one problem per fibre that deviates by more than the tolerance.
 */
export const toleranceProblems = (
  declared: readonly CompositionRow[],
  tested: readonly CompositionRow[],
  nameOf: (id: number) => FibreNames,
): Problem[] => {
  if (tested.length === 0) return []
  const parts = new Set(tested.map(({ component }) => component))
  return beyondTolerance(
    declared.filter(({ component }) => parts.has(component)),
    tested,
  ).map(({ fibre_id, declared: stated, tested: measured }) => {
    const { name_en, name_zh } = nameOf(fibre_id)
    const text = textOf('problems.fibre-allocations.tolerance', {
      fibre: `${name_en} ${name_zh}`,
      stated: withoutTrailingZeros(stated),
      measured: withoutTrailingZeros(measured),
    })
    return {
      ...problem(text),
      code: 'FIBRE_TOLERANCE',
    }
  })
}

/** The composition in one line; a single component is printed without its name. */
export const compositionSummary = (
  rows: readonly CompositionRow[],
  nameOf: (id: number) => FibreNames,
  language: Language,
  componentName: (component: string) => string,
): string => {
  const parts = garmentComponents.filter((component) => rows.some((row) => row.component === component))
  return parts
    .map((component) => {
      const text = compositionText(
        rows.filter((row) => row.component === component),
        (id, row) => qualifiedName(nameOf(id)[`name_${language}`], row, language),
        language,
      )
      return parts.length === 1 ? text : `${componentName(component)}${language === 'zh' ? '：' : ': '}${text}`
    })
    .join(language === 'zh' ? '；' : '; ')
    .slice(0, 500)
}

/** Whether two compositions are equal, regardless of order. */
export const isSameComposition = (a: readonly CompositionRow[], b: readonly CompositionRow[]): boolean =>
  keysOf(a).join() === keysOf(b).join()

const keysOf = (rows: readonly CompositionRow[]) =>
  rows
    .map(({ component, fibre_id, pct, recycled, organic }) =>
      [component, fibre_id, Number(pct ?? 0), recycled === true, organic === true].join(' '),
    )
    .toSorted()
