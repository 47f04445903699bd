import type { Queryable } from '#server/db/types.ts'
import { conflict, type Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { today } from '#shared/base/dates.ts'
import { type Register, tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { AllocatedLibrary, AllocationPlan } from '#shared/trade/allocation.ts'
import {
  chooseRecord,
  type FillChoice,
  type FillLine,
  type FillRecord,
  type FillSource,
  fitsLine,
} from '#shared/trade/allocation-fill.ts'
import { type Allocations, type LineRequest, sameColour } from './commands'
import { versionsInUse } from './lines'
import { versionColumn } from './receipts'

/** A type of a line: one cell of the matrix. */
export interface Cell {
  line: number
  type: string
}

/** A plan with an allocation for each type, from a library that declares what its records are made for. */
export interface FillablePlan extends AllocationPlan {
  library: AllocatedLibrary & { madeFor: NonNullable<AllocatedLibrary['madeFor']> }
  typed: NonNullable<AllocationPlan['typed']>
}

export const isFillable = (plan: AllocationPlan): plan is FillablePlan =>
  plan.typed !== undefined && plan.library?.madeFor !== undefined

/** The request for each cell from the source; a refusal where no record fits, or several do. */
export const fillRequests = (
  { kit, area }: Allocations,
  plan: FillablePlan,
  source: FillSource,
  cells: readonly Cell[],
): Promise<LineRequest[]> =>
  source === 'last_order' ? fromLastOrder(kit, tableOf(area), plan, cells) : byRule(kit, plan, source, cells)

const byRule = async (
  kit: Kit,
  plan: FillablePlan,
  source: FillSource,
  cells: readonly Cell[],
): Promise<LineRequest[]> => {
  const choices = await chooseFor(kit.db, kit.register, plan, cells, source === 'article')
  return cells.map(({ line, type }, index) => {
    const choice = choices[index] ?? { found: 'none' }
    switch (choice.found) {
      case 'one':
        return { line, type, record: choice.record.title, values: { [plan.library.by]: choice.record.id } }
      case 'none':
        return {
          line,
          type,
          refusal: noneRefusal(
            source === 'article' ? 'problems.allocations.none_of_article' : 'problems.allocations.none_fits',
          ),
        }
      default:
        return {
          line,
          type,
          refusal: refusalOf(
            'ambiguous',
            textOf('problems.allocations.several_fit', { titles: choice.records.map(({ code }) => code).join(', ') }),
          ),
        }
    }
  })
}

type NamedRecord = FillRecord & { title: string }

/** The records that the rule `chooseRecord` finds for the cells, in their order. */
export const chooseFor = async (
  on: Queryable,
  register: Register,
  plan: FillablePlan,
  cells: readonly Cell[],
  articleOnly = false,
): Promise<FillChoice<NamedRecord>[]> => {
  const [lines, records] = await Promise.all([
    readFillLines(on, plan, cells),
    readFillRecords(on, register, plan, cells),
  ])
  return cells.map(({ line: id, type }) => {
    const line = lines.get(id)
    return line ? chooseRecord(records, line, type, { today: today(), articleOnly }) : { found: 'none' }
  })
}

/** The records of these types that are made for all of the lines. */
export const fittingRecords = async (
  kit: Kit,
  plan: FillablePlan,
  ids: readonly number[],
  types: readonly string[],
): Promise<number[]> => {
  const cells = ids.flatMap((line) => types.map((type) => ({ line, type })))
  const [lines, records] = await Promise.all([
    readFillLines(kit.db, plan, cells),
    readFillRecords(kit.db, kit.register, plan, cells),
  ])
  return records.filter((record) => [...lines.values()].every((line) => fitsLine(record, line))).map(({ id }) => id)
}

/** The record of the article's last other order with the same supplier, in the version that is in use now. */
const fromLastOrder = async (
  kit: Kit,
  table: string,
  plan: FillablePlan,
  cells: readonly Cell[],
): Promise<LineRequest[]> => {
  const { library, typed } = plan
  const rows = await kit.db.query<{ line: number; type: string; record: number; title: string }>(
    `select distinct on (n.id, a.${typed.by}) n.id as line, a.${typed.by} as type, a.${library.by} as record,
       r.${kit.register.get(library.area).title} as title
     from ${tableOf(plan.lines)} n
     join ${tableOf(plan.orders)} o on o.id = n.purchase_order_id
     join ${tableOf(plan.lines)} l on l.article_id = n.article_id and l.purchase_order_id <> n.purchase_order_id
     join ${tableOf(plan.orders)} e on e.id = l.purchase_order_id and e.supplier_id = o.supplier_id
     join ${table} a on a.po_line_id = l.id and a.status in ('allocated', 'acknowledged', 'approved', 'outdated')
     join ${tableOf(library.area)} r on r.id = a.${library.by}
     where n.id = any($1::bigint[]) and a.${typed.by} = any($2::text[])
     order by n.id, a.${typed.by}, e.order_date desc nulls last, e.id desc, ${sameColour} desc, l.id desc, a.id desc`,
    [linesIn(cells), typesIn(cells)],
    `${table}_last_order`,
  )
  const inUse = await versionsInUse(
    kit.db,
    library,
    rows.map(({ record }) => record),
  )
  const earlier = new Map(rows.map((row) => [`${row.line} ${row.type}`, row]))
  return cells.map(({ line, type }) => {
    const row = earlier.get(`${line} ${type}`)
    if (!row) return { line, type, refusal: noneRefusal('problems.allocations.none_earlier') }
    return { line, type, record: row.title, values: { [library.by]: inUse.get(row.record) ?? row.record } }
  })
}

/** The lines of the cells with the properties that records are made for. */
const readFillLines = async (
  on: Queryable,
  plan: AllocationPlan,
  cells: readonly Cell[],
): Promise<ReadonlyMap<number, FillLine>> => {
  const rows = await on.query<FillLine & { id: number }>(
    `select l.id, l.article_id, coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
       coalesce(l.house_brand_id, o.house_brand_id) as brand_id,
       coalesce(o.ship_to_country, (select office_country from settings limit 1)) as market,
       (with recursive up as (
          select c.id, c.parent_id, 0 as height from product_categories c
          where c.id = coalesce(l.product_category_id, o.product_category_id)
          union all
          select c.id, c.parent_id, up.height + 1 from up join product_categories c on c.id = up.parent_id
          where up.height < 10)
        select coalesce(json_agg(up.id order by up.height), '[]') from up) as categories
     from ${tableOf(plan.lines)} l join ${tableOf(plan.orders)} o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[])`,
    [linesIn(cells)],
    'fill_lines',
  )
  return new Map(rows.map(({ id, ...line }) => [id, line]))
}

/** The usable records of the cells' types, without records of other articles. */
const readFillRecords = (on: Queryable, register: Register, plan: FillablePlan, cells: readonly Cell[]) => {
  const { library, typed } = plan
  const { article, category, brand, market, from } = library.madeFor
  const area = register.get(library.area)
  const column = (name?: string) => (name ? `r.${name}` : 'null')
  return on.query<NamedRecord>(
    `select r.id, r.${area.key?.[0] ?? area.title}::text as code, r.${typed.by} as type, r.${area.title} as title,
       r.${versionColumn(register, plan)} as version_no, ${column(article)} as article_id,
       ${column(category)} as category_id, ${column(brand)} as brand_id, ${column(from)}::text as effective_from,
       ${
         market
           ? `case when r.${market} is not null then (select coalesce(json_agg(c.country), '[]')
                from label_market_countries c where c.label_market_id = r.${market}) end`
           : 'null'
       } as markets
     from ${tableOf(area)} r
     where r.status = any($1::text[]) and r.archived_at is null and r.${typed.by} = any($2::text[])
       ${
         article
           ? `and (r.${article} is null or r.${article} in (
                select l.article_id from ${tableOf(plan.lines)} l where l.id = any($3::bigint[])))`
           : ''
       }`,
    [library.usable, typesIn(cells), ...(article ? [linesIn(cells)] : [])],
    `${tableOf(area)}_to_fill`,
  )
}

const linesIn = (cells: readonly Cell[]) => [...new Set(cells.map(({ line }) => line))]
const typesIn = (cells: readonly Cell[]) => [...new Set(cells.map(({ type }) => type))]

const noneRefusal = (key: string) => refusalOf('none', textOf(key))

/** A refusal as plain data, because the plan is stored with the idempotency key. */
const refusalOf = (code: string, text: Text): Pick<Refusal, 'status' | 'code' | 'text' | 'errors'> => {
  const { status, errors } = conflict(code, text)
  return { status, code, text, errors }
}
