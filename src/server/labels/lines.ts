import { sql } from 'kysely'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'

/** One line, or all lines of an order that are neither cancelled nor closed short. */
export type LineTarget = { line: number } | { order: number }

/** Returns a function that finds the ids of lines in the caller's scope, ordered by line number. */
export const createLineFinder = (kit: Kit) => {
  const statements = memo<Statement>(20)
  return async (me: Principal, target: LineTarget): Promise<number[]> => {
    const scope = readScopeOf(me)
    const isLine = 'line' in target
    const statement = statements(`${scope} ${isLine ? 'line' : 'order'}`, () =>
      compile(sql`
        select l.id from po_lines as l
        where ${isLine ? sql`l.id = ${slot('id')}::bigint` : sql`l.purchase_order_id = ${slot('id')}::bigint and l.line_status not in ('cancelled', 'short_closed')`}
          and ${kit.selects.inScope(kit.register.get('po-lines'), scope, 'l')}
        order by l.line_no, l.id`),
    )
    const id = isLine ? target.line : target.order
    const rows = await run<{ id: number }>(kit.db, statement, { id, ...callerValues(me) })
    return rows.map((row) => row.id)
  }
}

/** The areas whose records have files for printers, with the lines that a record stands for. */
export const lineTargets: Readonly<Record<string, (id: number) => LineTarget>> = {
  'po-lines': (line) => ({ line }),
  'purchase-orders': (order) => ({ order }),
}
