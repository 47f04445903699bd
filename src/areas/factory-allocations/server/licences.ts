import type { Work } from '#server/kit/kit.ts'
import { type Licence, licenceFault } from '#shared/trade/licence.ts'
import { factoryAllocations } from '../area'

/** Marks allocations to these factories whose licence is invalid, and unmarks all others. */
export const settleLicences = async (
  { tx, touched, context: { settings, today } }: Work,
  factories: readonly number[],
) => {
  if (factories.length === 0) return
  const rows = await tx.query<Licence & { id: number }>(
    `select f.id, f.business_licence_no, f.business_licence_expiry::text from factories f
     where f.id = any($1::bigint[])
       and exists (select 1 from factory_allocations a where a.factory_id = f.id)`,
    [factories],
    'factory_licences',
  )
  const lapsed =
    settings.licence_requirement === 'ignore' ? [] : rows.filter((factory) => licenceFault(factory, today) !== null)
  const changed = await tx.query(
    `update factory_allocations a set licence_lapsed = not a.licence_lapsed
     where a.factory_id = any($1::bigint[])
       and a.licence_lapsed <> (a.factory_id = any($2::bigint[]) and a.status in ('proposed', 'approved')
         and a.override_reason is null
         and exists (select 1 from po_lines l where l.id = a.po_line_id and l.line_status = 'open'))
     returning 1`,
    [factories, lapsed.map(({ id }) => id)],
    'factory_licences_settle',
  )
  if (changed.length > 0) touched.add(factoryAllocations.name)
}

/** One portion of the daily work: licences expire without a write. */
export const settleLicencesOfDay = async (work: Work, after: number): Promise<number | null> => {
  const rows = await work.tx.query<{ id: number }>(
    `select id from factories where id > $1 order by id limit ${factoriesAtOnce}`,
    [after],
    'factory_licences_of_day',
  )
  await settleLicences(
    work,
    rows.map(({ id }) => id),
  )
  return rows.length === factoriesAtOnce ? (rows.at(-1)?.id ?? null) : null
}

const factoriesAtOnce = 50
