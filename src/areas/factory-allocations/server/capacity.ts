import type { Queryable } from '#server/db/types.ts'

/**
 * Units of factories by the month in which they are due. A line that passes through a factory in several stages counts
 * once, with its largest stage; ended and withdrawn allocations do not count.
 */
const loads = (condition: string) => `
  select factory_id, month, sum(units)::bigint as units, count(*)::int as lines from (
    select a.factory_id, to_char(a.end_date, 'YYYY-MM') as month, a.po_line_id, max(a.qty) as units
    from factory_allocations a join po_lines l on l.id = a.po_line_id
    where a.status in ('proposed', 'approved') and a.end_date is not null and l.line_status = 'open' and ${condition}
    group by a.factory_id, 2, a.po_line_id) x
  group by factory_id, month`

/** Units by factory and month (`12 2027-03`), without the given allocations. */
export const readCapacity = async (
  on: Queryable,
  factories: readonly number[],
  excludedAllocations: readonly number[] = [],
): Promise<Map<string, number>> => {
  const rows = await on.query<{ factory_id: number; month: string; units: number }>(
    loads('a.factory_id = any($1::bigint[]) and a.id <> all($2::bigint[])'),
    [factories, excludedAllocations],
    'factory_loads',
  )
  return new Map(rows.map(({ factory_id, month, units }) => [`${factory_id} ${month}`, units]))
}

/** Marks allocations in months beyond the capacity of the factory, and unmarks all others. */
export const settleCapacity = (on: Queryable, factories: readonly number[]) =>
  on.query(
    // Materialised, so that loads are added up once and not per allocation.
    `with load as materialized (${loads('a.factory_id = any($1::bigint[])')}),
       full_months as materialized (
         select load.factory_id, load.month from load join factories f on f.id = load.factory_id
         where f.capacity_per_month > 0 and load.units > f.capacity_per_month)
     update factory_allocations a set over_capacity = not a.over_capacity
     where a.factory_id = any($1::bigint[])
       and a.over_capacity <> (a.status in ('proposed', 'approved') and coalesce(
         (a.factory_id, to_char(a.end_date, 'YYYY-MM')) in (select factory_id, month from full_months), false))`,
    [factories],
    'factory_loads_settle',
  )

const inMonths = `a.end_date >= ($1 || '-01')::date and a.end_date < ($2 || '-01')::date + interval '1 month'`

/** The months of a factory, as the capacity view shows them. */
export interface FactoryCapacity {
  id: number
  factory_code: string | null
  name_en: string
  name_zh: string | null
  status: string
  capacity_per_month: number | null
  capacity_uom: string | null
  months: { month: string; units: number; lines: number; is_over: boolean }[]
}

/**
 * Factories that are or can be allocated, with their units in the months from `first` to `last` (`2027-03`), limited to
 * the suppliers of a portfolio if given. Whether a month exceeds the capacity counts the orders of all suppliers,
 * because they use the same machines.
 */
export const readCapacities = (
  on: Queryable,
  first: string,
  last: string,
  portfolio: readonly number[] | null,
): Promise<FactoryCapacity[]> =>
  on.query<FactoryCapacity>(
    `with load as (${loads(inMonths)}),
       own as (${loads(`${inMonths} and ($3::bigint[] is null or a.supplier_id = any($3))`)})
     select f.id, f.factory_code, f.name_en, f.name_zh, f.status, f.capacity_per_month, f.capacity_uom,
       (select coalesce(json_agg(json_build_object('month', l.month, 'units', coalesce(o.units, 0),
          'lines', coalesce(o.lines, 0), 'is_over', over.is_it) order by l.month), '[]')
        from load l left join own o on o.factory_id = l.factory_id and o.month = l.month
          cross join lateral (select coalesce(f.capacity_per_month > 0 and l.units > f.capacity_per_month, false) as is_it) over
        where l.factory_id = f.id and (o.units is not null or over.is_it)) as months
     from factories f
     where (exists (select 1 from load l where l.factory_id = f.id)
         or (f.status in ('approved', 'conditional') and f.archived_at is null))
       and ($3::bigint[] is null or f.id in (select s.factory_id from factory_suppliers s where s.supplier_id = any($3)))
     order by f.name_en, f.id limit 500`,
    [first, last, portfolio],
    'factory_capacities',
  )
