import { serve } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { ratioTemplates } from './area'

export const server = serve(ratioTemplates, {
  prepare: async (work, changes) => {
    const ids = changes.flatMap(({ after }) => itemsOf(after).map(({ size_id }) => size_id))
    const rows = await work.tx.query<{ id: number; size_scale_id: number }>(
      'select id, size_scale_id from sizes where id = any($1::bigint[])',
      [ids],
      'ratio_template_sizes',
    )
    const scales = new Map(rows.map(({ id, size_scale_id }) => [id, size_scale_id]))
    return changes.map(({ after }) =>
      itemsOf(after).flatMap(({ size_id }, index): Problem[] =>
        scales.get(size_id) === after.size_scale_id
          ? []
          : [problem(textOf('messages.purchase-orders.size_of_other_scale'), `items.${index}.size_id`)],
      ),
    )
  },
})

const itemsOf = ({ items }: Record<string, unknown>) => (items ?? []) as { size_id: number }[]
