/**
 * SQL condition: no later result supersedes this one, as defined by `supersedes`. `alias` is an alias of the table and
 * must never come from a request.
 */
export const isCurrent = (alias: string): string => `(${alias}.status in (${established}) and not exists (
  select 1 from factory_accreditations later join standard_programs p on p.id = later.standard_program_id
  where later.factory_id = ${alias}.factory_id and later.standard_program_id = ${alias}.standard_program_id
    and later.status in (${established}) and later.archived_at is null
    and (later.audit_date, later.id) > (${alias}.audit_date, ${alias}.id)
    and (p.scope <> 'product' or later.follow_up_of_id = ${alias}.id)))`

const established = `'valid', 'expiring', 'expired', 'failed'`
