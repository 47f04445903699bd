import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Possible oversights in an order that no rule prevents. */
export type Caution = 'ex_factory_passed' | 'ordered_late' | 'no_sizes'

/** An order line, as far as cautions need it. */
export interface CautionedLine {
  line_status: string | null
  ex_factory_date: string | null
  size_scale_id: number | null
  sizes?: readonly unknown[]
}

/** Cautions about a line before it is agreed; an empty list for a line that is not open. */
export const lineCautions = (line: CautionedLine, today: string): Caution[] =>
  line.line_status !== 'open'
    ? []
    : [
        ...(isPast(line.ex_factory_date, today) ? (['ex_factory_passed'] as const) : []),
        ...(line.size_scale_id !== null && (line.sizes ?? []).length === 0 ? (['no_sizes'] as const) : []),
      ]

export const isPast = (date: string | null, today: string): boolean => date !== null && date < today

/** The texts of cautions, without duplicates. */
export const cautionTexts = (cautions: readonly Caution[]): Problem[] =>
  [...new Set(cautions)].map((caution) => problem(textOf(textKeys[caution])))

const textKeys: Record<Caution, string> = {
  ex_factory_passed: 'problems.cautions.ex_factory_passed',
  ordered_late: 'problems.cautions.ordered_late',
  no_sizes: 'problems.cautions.no_sizes',
}
