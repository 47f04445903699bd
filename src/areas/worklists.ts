import type { Area } from '../shared/area'
import type { Filter } from '../shared/list-query'
import type { Who } from '../shared/roles'
import { asWorklist, type Worklist } from '../shared/worklist'
import { register } from './index'

const agents: Who = ['group:Agent']
const openLines: Filter = { field: 'line_status', op: '', values: ['open'] }

/**
 * THE register of worklists: one exists when it stands here, with its route, its line in the menu (`navigation.ts` names
 * the address), its right, views and columns. Its texts: `worklists.<name>` of the area.
 */
export const worklists: readonly Worklist[] = [
  {
    name: 'season-worklist',
    area: 'po-lines',
    path: '/apps/sales/season',
    auth: agents,
    columns: ['line_title', 'purchase_order_id', 'article_id', 'colourway_id', 'qty', 'season_id', 'ex_factory_date'],
    sort: ['ex_factory_date'],
    where: [openLines],
    edits: ['season_id'],
  },
]

/** The areas as their worklists show them. */
export const worklistAreas: readonly Area[] = worklists.map((worklist) =>
  asWorklist(register.get(worklist.area), worklist),
)

/** The worklist of that name as an area. */
export const findWorklist = (name: string): Area | undefined =>
  worklistAreas.find(({ worklist }) => worklist?.name === name)
