import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { quoted } from '#shared/base/quoted.ts'
import { plannedStates } from '#shared/trade/qa.ts'
import { qaActivities } from './area'
import { completeActivities } from './server/complete'
import { defectFigureRoutes } from './server/defect-figures'
import { moves } from './server/moves'
import { paperOf } from './server/paper'
import { planRoutes } from './server/plan'
import { followActivities, followOrders, settleInspectionsOfDay } from './server/settle'

const isPlanned = (alias: string) => sql`${sql.id(alias, 'status')} in (${sql.raw(quoted(plannedStates))})`

export const server = serve(qaActivities, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },

  conditions: {
    is_overdue: (alias, holds, caller) =>
      holds(sql`(${isPlanned(alias)} and ${sql.id(alias, 'planned_date')} < ${caller.today})`),
    defect_code_id: (alias, holds) =>
      sql`exists (select 1 from qa_defects d where d.qa_activity_id = ${sql.id(alias, 'id')} and ${holds(sql`d.defect_code_id`)})`,
    planned_by: (alias, holds) => sql`(${isPlanned(alias)} and ${holds(sql.id(alias, 'planned_date'))})`,
    plan_to_review: (alias, holds) =>
      holds(sql`(${sql.id(alias, 'status')} = 'rework_required' and ${sql.id(alias, 'plan_state')} = 'submitted')`),
    plan_to_answer: (alias, holds) =>
      holds(
        sql`(${sql.id(alias, 'status')} = 'rework_required' and ${sql.id(alias, 'plan_state')} in ('asked', 'returned'))`,
      ),
  },

  prepare: completeActivities,
  written: followActivities,
  moves,
  routes: (app, kit) => {
    defectFigureRoutes(app, kit)
    planRoutes(app, kit)
  },
  paper: paperOf,
  follows: { 'purchase-orders': followOrders },
  daily: settleInspectionsOfDay,

  import: {
    aliases: {
      type: ['activity', 'inspection', '类型', '检验类型'],
      planned_date: ['date', 'planned', '计划日期', '日期'],
      lot_qty: ['lot', 'quantity', '批量', '数量'],
    },
  },
})
