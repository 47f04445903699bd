import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Minimum lengths below which a text is not understandable. */
export const least = { subject: 3, message: 10 } as const

/** Whether a text is shorter than its minimum. A Chinese character counts as two letters. */
export const isTooShort = (field: keyof typeof least, text: string): boolean => {
  const written = text.trim()
  return written.length + (written.match(/\p{Script=Han}/gu)?.length ?? 0) < least[field]
}

export const rules: Rules = {
  check: (ticket) =>
    (['subject', 'message'] as const).flatMap((field): Problem[] =>
      isTooShort(field, String(ticket[field] ?? ''))
        ? [problem(textOf('problems.support-tickets.too_short', { min: least[field] }), field)]
        : [],
    ),
}
