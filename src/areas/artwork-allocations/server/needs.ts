import { readCartonLines } from '#server/allocation/carton-lines.ts'
import type { Queryable } from '#server/db/types.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { missingForMarks } from '#shared/trade/carton-mark.ts'
import type { MarkSource } from '#shared/trade/mark.ts'
import { type NeedName, needsOfType } from '../rules'

/** One prerequisite of a line's artwork, with what is missing. */
export interface Need {
  name: NeedName
  /** The gaps; empty when the line has everything. */
  missing: NeedGap[]
}

export interface NeedGap {
  text: Text
  area: string
  /** The record to open; null when it does not exist yet. */
  id: number | null
}

/** Reads all prerequisites of these artwork types for these lines at once; returns a lookup by line and type. */
export const readNeeds = async (
  on: Queryable,
  lineTypes: readonly { line: number; type: unknown }[],
): Promise<(line: number, type: unknown) => Need[]> => {
  const linesWith = (name: NeedName) => [
    ...new Set(lineTypes.filter(({ type }) => needsOfType(type).includes(name)).map(({ line }) => line)),
  ]
  const [compositions, cares, prices, cartons] = [
    await readStates(on, 'fibre_allocations', linesWith('composition')),
    await readStates(on, 'care_allocations', linesWith('care')),
    await readPrices(on, linesWith('retail_price')),
    new Map((await readCartonLines(on, linesWith('carton'))).map((line) => [line.id, missingForMarks(line)])),
  ]
  const missing = (name: NeedName, line: number): NeedGap[] => {
    switch (name) {
      case 'composition':
        return openGap(compositions.get(line), 'problems.artwork-allocations.composition_open', 'fibre-allocations')
      case 'care':
        return openGap(cares.get(line), 'problems.artwork-allocations.care_open', 'care-allocations')
      case 'retail_price':
        return openGap(prices.get(line), 'problems.artwork-allocations.price_open', 'po-line-rrps')
      case 'carton':
        return (cartons.get(line) ?? []).map(({ text, source, id }) => ({ text, area: areaOf[source], id }))
    }
  }
  return (line, type) => needsOfType(type).map((name) => ({ name, missing: missing(name, line) }))
}

interface NeedState {
  id: number
  holds: boolean
}

const openGap = (state: NeedState | undefined, key: string, area: string): NeedGap[] =>
  state?.holds ? [] : [{ text: textOf(key), area, id: state?.id ?? null }]

const areaOf: Readonly<Record<MarkSource, string>> = {
  order: 'purchase-orders',
  article: 'articles',
  retail_price: 'po-line-rrps',
}

/** The approved allocation of each line, otherwise its newest open one. */
const readStates = async (on: Queryable, table: 'fibre_allocations' | 'care_allocations', lines: readonly number[]) => {
  if (lines.length === 0) return new Map<number, NeedState>()
  const rows = await on.query<{ line: number } & NeedState>(
    `select distinct on (po_line_id) po_line_id as line, id, status = 'approved' as holds
     from ${table}
     where po_line_id = any($1::bigint[]) and status not in ('replaced', 'cancelled') and archived_at is null
     order by po_line_id, status = 'approved' desc, id desc`,
    [lines],
    `artwork_needs_${table}`,
  )
  return new Map(rows.map((row) => [row.line, row]))
}

/** The first unreleased price of each line, or a released one when all are. */
const readPrices = async (on: Queryable, lines: readonly number[]) => {
  if (lines.length === 0) return new Map<number, NeedState>()
  const rows = await on.query<{ line: number } & NeedState>(
    `select distinct on (po_line_id) po_line_id as line, id, status in ('released', 'ticketed') as holds
     from po_line_rrps
     where po_line_id = any($1::bigint[]) and status <> 'not_required' and archived_at is null
     order by po_line_id, status in ('released', 'ticketed'), id`,
    [lines],
    'artwork_needs_prices',
  )
  return new Map(rows.map((row) => [row.line, row]))
}
