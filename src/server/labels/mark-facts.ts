import { sql } from 'kysely'
import { type MarkedLine, readCartonLines } from '#server/allocation/carton-lines.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import type { LinePrice, TicketLine } from '#shared/trade/price-ticket.ts'
import { createLineFinder, type LineTarget } from './lines'

/** The facts of a line for its marks. */
export interface MarkFacts extends MarkedLine, TicketLine {
  quantities: MarkedLine['quantities']
}

/** Returns a function that reads lines in the caller's scope, with the retail prices that the caller may know. */
export const createMarkReader = (kit: Kit) => {
  const find = createLineFinder(kit)
  const statements = memo<Statement>(20)

  const pricesOf = async (me: Principal, lines: readonly number[]) => {
    if (!kit.can(me.role, prices, 'read')) return []
    const scope = readScopeOf(me)
    const statement = statements(scope, () =>
      compile(sql`
        select r.id, r.po_line_id, r.market, r.currency,
          case when r.status in ('released', 'ticketed') then r.amount::text end as amount
        from po_line_rrps as r
        where r.po_line_id = any(${slot('lines')}::bigint[]) and r.status <> 'not_required'
          and ${kit.selects.inScope(kit.register.get(prices), scope, 'r')}
        order by r.market, r.id`),
    )
    return run<LinePrice & { po_line_id: number }>(kit.db, statement, { lines, ...callerValues(me) })
  }

  return async (me: Principal, target: LineTarget): Promise<MarkFacts[]> => {
    const ids = await find(me, target)
    if (ids.length === 0) return []
    const [lines, linePrices] = await Promise.all([readCartonLines(kit.db, ids), pricesOf(me, ids)])
    return lines.map((line) => ({
      ...line,
      prices: linePrices
        .filter(({ po_line_id }) => po_line_id === line.id)
        .map(({ id, market, amount, currency }) => ({ id, market, amount, currency })),
    }))
  }
}

const prices = 'po-line-rrps'
