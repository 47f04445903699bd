import { register } from '#register'
import type { Area, Worklist } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import type { Audience } from '#shared/kit/roles.ts'
import { asWorklist } from '#shared/kit/worklist.ts'

const agents: Audience = ['group:Agent']
// The menu leads agents and the office to deliveries; supplier staff reach them from their orders.
const deliveryReporters: Audience = ['group:Agent', 'staff']
const openLines: Filter = { field: 'line_status', op: '', values: ['open'] }

/** Users who make samples, and the office. */
const sampleUsers: Audience = ['admin', 'Office', 'group:staff']

/**
 * The register of worklists. A worklist exists once it is listed here: with its route, its right, its views and
 * columns, and a menu entry (`navigation.ts` has the address). Its texts are `worklists.<name>` of the area.
 */
export const worklists: readonly Worklist[] = [
  {
    name: 'delivery-worklist',
    area: 'po-lines',
    path: '/apps/sales/delivery_status',
    auth: deliveryReporters,
    columns: [
      'line_title',
      'delivery_status_id',
      'delivery_risk',
      'ex_factory_date',
      'forecast_ex_factory_date',
      'slip_days',
      'late_reason',
      'delivery_comment',
      'purchase_order_id',
      'article_id',
      'qty',
    ],
    sort: ['ex_factory_date'],
    where: [
      openLines,
      { field: 'delivery_status_id', op: '_nnull', values: ['true'] },
      { field: 'delivery_stage', op: '_nin', values: ['delivered', 'closed'] },
    ],
    edits: ['delivery_status_id', 'forecast_ex_factory_date', 'late_reason', 'delivery_comment'],
  },
  ...(
    [
      ['season', '/apps/sales/season', 'season_id'],
      ['brand', '/apps/sales/house_brand', 'house_brand_id'],
      ['category', '/apps/sales/product_category', 'product_category_id'],
    ] as const
  ).map(
    ([name, path, field]): Worklist => ({
      name: `${name}-worklist`,
      area: 'po-lines',
      path,
      auth: agents,
      columns: [
        'line_title',
        field,
        `${name}_warning`,
        'article_id',
        'colourway_id',
        'purchase_order_id',
        'qty',
        'ex_factory_date',
      ],
      sort: ['ex_factory_date'],
      where: [openLines],
      edits: [field],
    }),
  ),
  {
    name: 'sample-request-worklist',
    area: 'sample-requests',
    path: '/apps/sample_management/request-table',
    auth: ['group:admin'],
    columns: [
      'request_no',
      'status',
      'sample_type_id',
      'due_date',
      'round',
      'article_id',
      'colourway_id',
      'po_line_id',
      'supplier_id',
      'promised_date',
      'dispatch_date',
      'received_date',
      'requested_qty',
      'priority',
    ],
    sort: ['due_date'],
    where: [],
    edits: [],
  },
  {
    name: 'sample-fulfilment-worklist',
    area: 'sample-requests',
    path: '/apps/sample_management/sample_fulfilment_table',
    auth: sampleUsers,
    columns: [
      'request_no',
      'status',
      'sample_type_id',
      'due_date',
      'round',
      'article_id',
      'colourway_id',
      'requested_qty',
      'promised_date',
      'priority',
      'location_id',
      'po_line_id',
    ],
    sort: ['due_date'],
    where: [{ field: 'status', op: '_nin', values: ['draft'] }],
    edits: [],
  },
]

/** One area per worklist: the underlying area with the address, columns and conditions of the worklist. */
export const worklistAreas: readonly Area[] = worklists.map((worklist) =>
  asWorklist(register.get(worklist.area), worklist),
)

/**
 * Pages with a layout of their own (`pages.ts`) that show the records of an area and accept the conditions, the order
 * and the saved views of a list.
 */
export const listPages: readonly Worklist[] = [
  {
    name: 'readiness',
    area: 'po-lines',
    path: '/apps/readiness',
    auth: deliveryReporters,
    columns: ['line_title'],
    sort: ['ex_factory_date', 'purchase_order_id', 'line_no'],
    where: [],
    edits: [],
  },
]

const listPageAreas: readonly Area[] = listPages.map((page) => asWorklist(register.get(page.area), page))

/** Finds a worklist, or a page with list conditions, by name; returns it as an area. */
export const findListed = (name: string): Area | undefined =>
  findWorklist(name) ?? listPageAreas.find(({ worklist }) => worklist?.name === name)

/** Finds a worklist by name; returns it as an area. */
export const findWorklist = (name: string): Area | undefined =>
  worklistAreas.find(({ worklist }) => worklist?.name === name)
