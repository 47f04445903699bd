import { sql } from 'kysely'
import { tableOf } from '../../shared/area'
import type { Scope } from './area-server'
import { id } from './sql'

/** Areas by name: documents with rows, and the field by which a row names its document. */
interface Documents {
  documents: string
  rows: string
  by: string
}

/** A library's records that the documents which the caller sees name by a field, in their heads or in their rows. */
export const namedOn =
  (field: string, { documents, rows, by }: Documents): Scope =>
  (alias, _caller, inScope) => {
    const [document, row] = [documents, rows].map((name) => id(tableOf(name)))
    // `offset 0` has the caller's own documents read once, instead of everybody's for each record.
    return sql<boolean>`${id(alias, 'id')} in (
      with own as (select d.id, d.${id(field)} from ${document} as d where ${inScope(documents, 'd')} offset 0)
      select own.${id(field)} from own
      union all select r.${id(field)} from own join ${row} as r on r.${id(by)} = own.id)`
  }
