import { afterEach, describe, expect, it, vi } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { qaActivities } from '#areas/qa-activities/area.ts'
import { tonguesOf } from '#server/paper/papers.ts'
import type { PaperBlock } from '#shared/kit/paper.ts'
import { orderPaper } from '#shared/trade/order-paper.ts'
import { paperTexts } from '#shared/trade/paper-words.ts'
import { statementPaper } from '#shared/trade/statement-paper.ts'

/** Everything that stands on a block. */
const textsOf = (block: PaperBlock): string[] => {
  switch (block.kind) {
    case 'facts':
      return block.facts.flatMap(({ lines }) => lines)
    case 'table':
      return block.rows.flat(2)
    case 'total':
      return [block.text]
    default:
      return []
  }
}

describe('a statement of account', () => {
  it.each([
    ['USD', '1234.50', 'USD 1,234.50'],
    ['JPY', '1234', 'JPY 1,234'],
    ['KWD', '-1234.500', 'KWD -1,234.500'],
  ])('names the currency of an amount once: %s', (currency, amount, written) => {
    const account = { currency, opening: amount, entries: [], invoiced: amount, settled: amount, closing: amount }
    const statement = {
      ...{
        supplier: { id: 60, code: 'GLG', supplier_name: 'Golden Loom Garment' },
        from: '2026-10-01',
        to: '2026-10-31',
      },
      accounts: [account],
    }
    const { blocks } = statementPaper(statement, { tongues: tonguesOf('en'), company: 'Retailer' })
    const ofAccount = blocks.slice(1).flatMap(textsOf)
    expect(ofAccount).toEqual([written, written, written, written, `Closing balance: ${written}`])
  })
})

describe('an order', () => {
  it.each([
    ['USD', '3.1', '3.10'],
    ['USD', '3.1255', '3.1255'],
    ['JPY', '1200.0000', '1,200'],
    ['KWD', '1.25', '1.250'],
  ])('has unit prices with the digits of its currency: %s %s', (currency, unit_price, written) => {
    const line = {
      ...{ line_no: 10, line_status: 'open', description_en: null, description_zh: null, size_scale_id: null },
      ...{ qty: 1, unit_price, line_value: '1', sizes: [] },
    }
    const order = {
      ...{ po_no: 'PO-1', revision_no: 0, status: 'issued', issued_at: null, currency, notes_shared: null },
      lines: [line],
    }
    const { blocks } = orderPaper(order, {
      areas: { order: purchaseOrders, line: poLines },
      tongues: tonguesOf('en'),
      mayRead: () => true,
      ranks: new Map(),
    })
    expect(blocks.filter(({ kind }) => kind === 'table').flatMap(textsOf)).toContain(written)
  })
})

describe('a value on paper', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['Asia/Shanghai', '30 Nov 2026'],
    ['America/New_York', '29 Nov 2026'],
  ])('that is a moment is of the day that it was in %s, as the day of the paper itself is', (zone, day) => {
    vi.stubEnv('TZ', zone)
    const { value } = paperTexts(tonguesOf('en'))
    const activity = { decided_at: '2026-11-29T23:30:00Z', planned_date: '2026-11-29' }
    expect(value(qaActivities, 'decided_at', activity)).toBe(day)
    expect(value(qaActivities, 'planned_date', activity)).toBe('29 Nov 2026')
  })
})
