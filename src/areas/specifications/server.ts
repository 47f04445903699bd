import { sql } from 'kysely'
import { serve, type Work } from '#server/kit/kit.ts'
import { nextInSeries } from '#server/kit/write/counters.ts'
import { serveSuccession } from '#server/kit/write/succession.ts'
import { specifications } from './area'

const succession = serveSuccession(specifications, 'spec_id')

export const server = serve(specifications, {
  scopes: {
    allocated: (alias, _caller, inScope) => sql<boolean>`exists (
      select 1 from spec_allocations as sa where sa.specification_id = ${sql.id(alias, 'id')}
        and ${inScope('spec-allocations', 'sa')})`,
  },

  prepare: async (work, changes) => {
    const problems = await succession.number(work, changes)
    for (const { before, after } of changes) {
      if (!before) {
        if (!work.isTrial) after.spec_id ??= await freeNumber(work)
        after.drafted_by = work.me.id || null
      }
      const version = `${after.spec_id ?? 'SP'} v${after.version_no}`
      after.title_en = `${version} ${after.name_en}`
      after.title_zh = `${version} ${after.name_zh || after.name_en}`
    }
    return problems
  },

  moves: {
    revise: succession.revise,
    activate: succession.takeOver,
    submit: {
      effect: ({ me, now }, target) =>
        void Object.assign(target, { submitted_by: me.id || null, submitted_at: now, decision_comment: null }),
    },
  },
  mayDelete: succession.mayDelete,
  removed: succession.removed,
})

/** The next number that nobody has given by hand. */
const freeNumber = async ({ tx }: Work): Promise<string> => {
  for (;;) {
    const spec_id = `SP-${String(await nextInSeries(tx, 'SP')).padStart(5, '0')}`
    const [standing] = await tx.query('select 1 from specifications where spec_id = $1 limit 1', [spec_id], 'spec_id')
    if (!standing) return spec_id
  }
}
