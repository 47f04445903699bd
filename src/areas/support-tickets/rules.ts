import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Minimum lengths below which a text is not understandable. A Chinese character counts as two letters. */
const least = { subject: 3, message: 10 }

export const rules: Rules = {
  check: (ticket) =>
    Object.entries(least).flatMap(([field, min]): Problem[] => {
      const written = String(ticket[field] ?? '').trim()
      const length = written.length + (written.match(/\p{Script=Han}/gu)?.length ?? 0)
      return length < min ? [problem(textOf('problems.support-tickets.too_short', { min }), field)] : []
    }),
}
