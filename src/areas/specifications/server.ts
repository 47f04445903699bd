import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { nextInSeries } from '#server/kit/write/counters.ts'
import { serveSuccession } from '#server/kit/write/succession.ts'
import { textOf } from '#shared/kit/text.ts'
import { submitProblems } from '#shared/trade/specification.ts'
import { specifications } from './area'
import { paperOf } from './server/paper'
import { completeTables } from './server/tables'

const succession = serveSuccession(specifications, 'spec_id')

export const server = serve(specifications, {
  scopes: {
    // Versions on lines in the supplier's scope, and versions that it acknowledged before, so that it can compare them.
    allocated: (alias, _caller, inScope) => sql<boolean>`(exists (
      select 1 from spec_allocations as sa where sa.specification_id = ${sql.id(alias, 'id')}
        and ${inScope('spec-allocations', 'sa')}) or exists (
      select 1 from spec_receipts as sr join spec_allocations as ra on ra.id = sr.allocation_id
      where sr.record_id = ${sql.id(alias, 'id')} and ${inScope('spec-allocations', 'ra')}))`,
  },

  prepare: async (work, changes) => {
    const problems = await succession.number(work, changes)
    for (const change of changes) await completeHead(work, change)
    const ofTables = await completeTables(work.tx, changes)
    return problems.map((ofNumber, at) => [...ofNumber, ...(ofTables[at] ?? [])])
  },

  moves: {
    revise: succession.revise,
    submit: {
      guard: async (work, target) => submitProblems(target, await hasFiles(work, target)),
      effect: ({ me, now }, target) =>
        void Object.assign(target, { submitted_by: me.id || null, submitted_at: now, decision_comment: null }),
    },
    approve: {
      guard: succession.takeOver.guard,
      effect: async (work, target, change, input) => {
        Object.assign(target, approval(work, input), { effective_from: target.effective_from ?? work.context.today })
        await succession.takeOver.effect?.(work, target, change, input)
      },
    },
    schedule: {
      effect: (work, target, _change, input) => {
        if (String(input.effective_from) <= work.context.today)
          throw invalid({ effective_from: [textOf('problems.specifications.effective_past')] })
        Object.assign(target, approval(work, input), { effective_from: input.effective_from })
      },
    },
    send_back: {
      effect: (_work, target, _change, { comment }) =>
        void Object.assign(target, {
          ...{ submitted_by: null, submitted_at: null, approved_by: null, approved_at: null },
          decision_comment: comment,
        }),
    },
    activate: activation(),
  },
  mayDelete: succession.mayDelete,
  removed: succession.removed,
  daily: activateDue,
  paper: paperOf,
})

/** Numbers and titles a new version. A later version does not inherit the effective date of its predecessor. */
const completeHead = async (work: Work, { before, after }: Change) => {
  if (!before) {
    if (!work.isTrial) after.spec_id ??= await freeNumber(work)
    after.drafted_by ??= work.me.id || null
    if (after.predecessor_id && work.me !== system) after.effective_from = null
  }
  const version = `${after.spec_id ?? 'SP'} v${after.version_no}`
  after.title_en = `${version} ${after.name_en}`
  after.title_zh = `${version} ${after.name_zh || after.name_en}`
}

const approval = ({ me, now }: Work, { comment }: Record<string, unknown>) => ({
  approved_by: me.id || null,
  approved_at: now,
  decision_comment: comment ?? null,
})

/** Activating a version before its effective date, or reactivating a retired one, makes it effective today. */
function activation(): MoveHooks {
  const { guard, effect } = succession.takeOver
  return {
    ...(guard ? { guard } : {}),
    effect: async (work, target, change, input) => {
      const { today } = work.context
      if (typeof target.effective_from !== 'string' || target.effective_from > today) target.effective_from = today
      await effect?.(work, target, change, input)
    },
  }
}

/** One portion of the daily work: activates approved versions whose effective date has come. */
async function activateDue(work: Work, after: number): Promise<number | null> {
  const rows = await work.tx.query<{ id: number; version: number }>(
    `select id, version from specifications
     where status = 'scheduled' and effective_from <= $1 and id > $2 and archived_at is null
     order by id limit ${dueAtOnce} for update`,
    [work.context.today, after],
    'specifications_due',
  )
  const repository = work.kit.repository(specifications.name)
  for (const { id, version } of rows) await repository.move(asPortal(work, 'activate'), id, 'activate', { version })
  return rows.length === dueAtOnce ? (rows.at(-1)?.id ?? null) : null
}

const dueAtOnce = 10

const hasFiles = async ({ tx }: Work, { id }: Doc): Promise<boolean> => {
  const rows = await tx.query(
    `select 1 from files where area = $1 and record_id = $2 and slot = 'attachment' limit 1`,
    [specifications.name, id],
    'specification_files',
  )
  return rows.length > 0
}

/** The next number that no user has already assigned by hand. */
const freeNumber = async ({ tx }: Work): Promise<string> => {
  for (;;) {
    const spec_id = `SP-${String(await nextInSeries(tx, 'SP')).padStart(5, '0')}`
    const [existing] = await tx.query(
      'select 1 from specifications where spec_id = $1 limit 1',
      [spec_id],
      'spec_number',
    )
    if (!existing) return spec_id
  }
}
