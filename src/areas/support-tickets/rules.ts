import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Minimum length of subject and message; shorter ones are not understandable. */
const least = { subject: 3, message: 10 }

export const rules: Rules = {
  check: (ticket) =>
    Object.entries(least).flatMap(([field, min]): Problem[] => {
      const written = String(ticket[field] ?? '').trim()
      return written.length < min ? [problem(textOf('problems.support-tickets.too_short', { min }), field)] : []
    }),
}
