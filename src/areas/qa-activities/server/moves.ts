import {
  allocatedSpecification,
  measuresFor,
  readArticleSpecifications,
  readTables,
} from '#server/allocation/spec-tables.ts'
import { invalid } from '#server/kit/errors.ts'
import type { Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'
import { textOf } from '#shared/kit/text.ts'
import type { InspectedLot } from '#shared/trade/inspection-switching.ts'
import { type Check, countChecks, type Findings, measuredTypes, resultOf, sampledTypes } from '#shared/trade/qa.ts'
import { qaActivities } from '../area'
import { closingProblems } from '../rules'
import { presetValues } from './complete'
import { isAnnounced, mailAdmins, mailCancelled, mailOffice, mailSupplier } from './notices'
import { switchingFor } from './severity'

type Input = Record<string, unknown>

export const moves: Record<string, MoveHooks> = {
  request: {
    effect: async (work, activity, _change, { planned_date, comment }) => {
      await requireDue(work, activity, 'planned_date', planned_date)
      Object.assign(activity, { planned_date, requested_at: work.now })
      await mailOffice(work, 'qa_requested', activity, String(comment ?? ''))
    },
  },
  schedule: {
    effect: async (work, activity, _change, { planned_date, inspector_id, comment }) => {
      await requireDue(work, activity, 'planned_date', planned_date)
      if (inspector_id && !(await stillInUse(work, { inspector_id })).inspector_id)
        throw refusal('inspector_id', 'problems.qa-activities.no_inspector')
      Object.assign(activity, { planned_date, inspector_id })
      await mailSupplier(work, 'qa_scheduled', activity, String(comment ?? ''))
    },
  },
  refuse: {
    effect: (work, activity, _change, { reason }) => mailSupplier(work, 'qa_refused', activity, String(reason)),
  },
  start: {
    effect: async (work, activity) => {
      // The severity is derived from earlier lots for the last time; from now on the sampling plan is fixed.
      if (activity.type === 'final') activity.inspection_severity = (await switchingFor(work, activity)).severity
      await copyChecklist(work, activity)
      await copyMeasures(work, activity)
    },
  },
  complete: {
    effect: async (work, activity, change, input) => {
      complete(work, activity, change, input)
      await mailIfDiscontinued(work, activity)
    },
  },
  reopen: { effect: (_work, activity) => void Object.assign(activity, { result: null }) },
  accept: { effect: (work, activity) => decide(work, activity, null) },
  accept_with_concession: {
    effect: (work, activity, _change, { decision_reason }) => decide(work, activity, decision_reason),
  },
  require_rework: {
    effect: async (work, activity, _change, { plan_due, decision_reason }) => {
      await requireDue(work, activity, 'plan_due', plan_due)
      Object.assign(activity, { plan_due, plan_state: 'asked' })
      await decide(work, activity, decision_reason)
    },
  },
  submit_plan: {
    effect: async (work, activity, _change, input) => {
      await requireDue(work, activity, 'corrected_by', input.corrected_by)
      const { root_cause, corrective_action, preventive_action, corrected_by } = input
      Object.assign(activity, { root_cause, corrective_action, preventive_action, corrected_by })
      Object.assign(activity, { plan_state: 'submitted', plan_comment: null })
      await mailOffice(work, 'qa_plan_submitted', activity, String(corrective_action))
    },
  },
  accept_plan: {
    effect: async (work, activity) => {
      activity.plan_state = 'accepted'
      await mailSupplier(work, 'qa_plan_accepted', activity, '')
    },
  },
  return_plan: {
    effect: async (work, activity, _change, { plan_comment }) => {
      Object.assign(activity, { plan_state: 'returned', plan_comment })
      await mailSupplier(work, 'qa_plan_returned', activity, String(plan_comment))
    },
  },
  reinspect: { effect: reinspect },
  reject: { effect: (work, activity, _change, { decision_reason }) => decide(work, activity, decision_reason) },
  miss: { effect: (work, activity, _change, { reason }) => mailSupplier(work, 'qa_missed', activity, String(reason)) },
  cancel: {
    effect: (work, activity, { before }, { reason }) =>
      before && isAnnounced(before) ? mailCancelled(work, activity, String(reason)) : undefined,
  },
}

const refusal = (field: string, text: string, params?: Record<string, string | number>) =>
  invalid({ [field]: [textOf(text, params)] })

const requireDue = async (work: Work, { supplier_id }: Doc, field: string, day: unknown) => {
  if (await isPast(work, day, supplier_id)) throw refusal(field, 'problems.qa-activities.past')
}

/** Copies the current checklist of the type from the library; a reopened inspection keeps its answers. */
async function copyChecklist({ tx }: Work, activity: Doc) {
  if (((activity.checks ?? []) as Doc[]).length > 0) return
  const items = await tx.query<{ id: number; is_hard_fail: boolean }>(
    `select id, is_hard_fail from checklist_items
     where status = 'active' and archived_at is null and $1 = any(activity_types) order by seq, id limit 100`,
    [activity.original_type],
    'qa_checklist',
  )
  activity.checks = items.map(({ id, is_hard_fail }, index) => ({
    checklist_item_id: id,
    is_hard_fail,
    seq: index + 1,
  }))
}

/** Copies the points of the line's current measurement specification, in the sizes of the line. */
async function copyMeasures({ tx, context }: Work, activity: Doc) {
  activity.counts_measures = context.settings.out_of_tolerance_is_major === true
  if (!measuredTypes.includes(String(activity.type)) || ((activity.measures ?? []) as Doc[]).length > 0) return
  const [line] = await tx.query<{ article_id: number; specification_id: number | null; sizes: number[] }>(
    `select l.article_id, ${allocatedSpecification('l')} as specification_id,
       array(select z.size_id from po_line_sizes z where z.po_line_id = l.id and z.qty > 0) as sizes
     from po_lines l where l.id = $1`,
    [activity.po_line_id ?? null],
    'qa_measured_line',
  )
  if (!line) return
  const articles = await readArticleSpecifications(tx, [line.article_id])
  const id = Number(line.specification_id ?? articles.get(line.article_id) ?? 0)
  const table = (await readTables(tx, [id])).get(id)
  if (!table) return
  const sizes = new Set(line.sizes.length > 0 ? line.sizes.map(Number) : table.sizes)
  Object.assign(activity, { measures: measuresFor(table, sizes), measure_unit: table.unit })
}

/** Sets the inspected values and computes the result. Throws 422 for inconsistent input. */
function complete({ context }: Work, activity: Doc, _change: unknown, input: Input) {
  const { inspected_on, packed_pct, conclusion, remark } = input
  const isSampled = sampledTypes.includes(String(activity.type))
  const [critical = 0, major = 0, minor = 0] = [activity.critical_qty, activity.major_qty, activity.minor_qty].map(
    Number,
  )
  // Pieces out of tolerance may also have a defect, so they are not counted twice.
  const defective = critical + major + minor - (activity.counts_measures ? Number(activity.out_of_tolerance_qty) : 0)
  const [first] = closingProblems(activity, input, defective, context.today)
  if (first) throw invalid({ [first.field ?? '']: [first.text] })
  Object.assign(activity, {
    ...{ inspected_on, conclusion, remark, packed_pct: packed_pct ?? null },
    inspected_qty: input.inspected_qty ?? (isSampled ? Number(activity.sample_size ?? 0) : null),
    result: resultOf({
      ...{ critical, major, minor },
      hard_fails: countChecks((activity.checks ?? []) as unknown as Check[]).hard_fails,
      type: String(activity.type),
      original_type: String(activity.original_type),
      major_reject: activity.major_reject as number | null,
      minor_reject: activity.minor_reject as number | null,
      packed_pct: (packed_pct ?? null) as number | null,
      conclusion: conclusion as Findings['conclusion'],
    }),
  })
}

/** Mails the administrators if so many lots failed tightened inspections that inspections should be discontinued. */
async function mailIfDiscontinued(work: Work, activity: Doc) {
  const { type, result, inspection_severity } = activity
  if (type !== 'final' || result !== 'failed' || inspection_severity !== 'tightened') return
  const lot: InspectedLot = { severity: inspection_severity, isAccepted: false, isMarginal: false }
  if ((await switchingFor(work, activity, [lot])).isDiscontinued) await mailAdmins(work, 'qa_discontinued', activity)
}

/** Stores who decided, and mails the supplier. */
async function decide(work: Work, activity: Doc, decision_reason: unknown) {
  Object.assign(activity, { decision_reason, decided_by: work.me.id || null, decided_at: work.now })
  await mailSupplier(work, 'qa_decided', activity, String(decision_reason ?? ''))
}

/** Creates a scheduled re-inspection of the same lot, linked with this one. */
async function reinspect(work: Work, activity: Doc, _change: unknown, { planned_date }: Input) {
  await requireDue(work, activity, 'planned_date', planned_date)
  const isSampled = sampledTypes.includes(String(activity.type))
  const next: Doc = {
    ...Object.fromEntries(repeatedFields.map((field) => [field, activity[field]])),
    ...(await stillInUse(work, activity)),
    type: isSampled ? 'reinspection' : activity.type,
    planned_date,
  }
  presetValues.set(work, {
    status: 'scheduled',
    original_type: activity.original_type,
    inspection_severity: activity.inspection_severity,
    previous_activity_id: activity.id,
    requested_at: work.now,
  })
  try {
    const [made] = await work.kit.repository(qaActivities.name).create(work, [next])
    if (made) await mailSupplier(work, 'qa_scheduled', made, '')
  } finally {
    presetValues.delete(work)
  }
}

const repeatedFields = [
  ...['po_line_id', 'supplier_id', 'priority', 'inspector_type', 'inspection_firm'],
  ...['lot_qty', 'level', 'aql_major', 'aql_minor'],
]

/** Inspector, factory and label; null for an inspector who has left, and for archived records. */
const stillInUse = async ({ tx }: Work, { inspector_id, factory_id, label_id }: Doc): Promise<Doc> => {
  const [row] = await tx.query<Doc>(
    `select (select id from users where id = $1 and status = 'active' and archived_at is null
         and (type in ('admin', 'Office') or is_super_user = 1)) as inspector_id,
       (select id from factories where id = $2 and archived_at is null) as factory_id,
       (select id from labels where id = $3 and archived_at is null) as label_id`,
    [inspector_id ?? null, factory_id ?? null, label_id ?? null],
    'qa_repeated_references',
  )
  return row ?? {}
}
