import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

export const rules: Rules = {
  check: ({ items }) => {
    const milestones = items as Item[]
    return [
      ...repeatProblems(
        milestones,
        ({ code }) => code,
        (index) => problem(textOf('problems.tna-templates.code_repeated'), `items.${index}.code`),
      ),
      ...repeatProblems(
        milestones,
        ({ seq }) => seq,
        (index) => problem(textOf('problems.tna-templates.seq_repeated'), `items.${index}.seq`),
      ),
      ...waitProblems(milestones),
    ]
  },
}

interface Item {
  seq: number
  code: string
  after_code: string | null
  and_after_code: string | null
}

/** Predecessors must come earlier in the template, which rules out cycles. */
const waitProblems = (items: readonly Item[]): Problem[] => {
  const seqs = new Map(items.map(({ code, seq }) => [code, seq]))
  return items.flatMap((item, index) =>
    (['after_code', 'and_after_code'] as const).flatMap((field): Problem[] => {
      const code = item[field]
      if (!code) return []
      const seq = seqs.get(code)
      if (seq !== undefined && seq < item.seq) return []
      const text = seq === undefined ? 'problems.tna-templates.no_such_code' : 'problems.tna-templates.waits_for_later'
      return [problem(textOf(text, { code }), `items.${index}.${field}`)]
    }),
  )
}
