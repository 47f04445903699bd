import { readCartonLines } from '#server/allocation/carton-lines.ts'
import type { Queryable } from '#server/db/types.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { missingForMarks } from '#shared/trade/carton-mark.ts'
import type { MarkSource } from '#shared/trade/mark.ts'
import { type NeedName, needsOfType } from '../rules'

/** One thing that a line must have for its artwork, and where it is seen to. */
export interface Need {
  name: NeedName
  /** What is missing; empty where the line has it. */
  missing: NeedGap[]
}

export interface NeedGap {
  text: Text
  area: string
  /** The record; null where there is none yet. */
  id: number | null
}

/** What lines have of all that artwork may need, read at once for those of these types. */
export const readNeeds = async (
  on: Queryable,
  wanted: readonly { line: number; type: unknown }[],
): Promise<(line: number, type: unknown) => Need[]> => {
  const linesWith = (name: NeedName) => [
    ...new Set(wanted.filter(({ type }) => needsOfType(type).includes(name)).map(({ line }) => line)),
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

interface Standing {
  id: number
  holds: boolean
}

const openGap = (standing: Standing | undefined, key: string, area: string): NeedGap[] =>
  standing?.holds ? [] : [{ text: textOf(key), area, id: standing?.id ?? null }]

const areaOf: Readonly<Record<MarkSource, string>> = {
  order: 'purchase-orders',
  article: 'articles',
  retail_price: 'po-line-rrps',
}

/** The approved allocation of each line, else the newest that is on the way. */
const readStates = async (on: Queryable, table: 'fibre_allocations' | 'care_allocations', lines: readonly number[]) => {
  if (lines.length === 0) return new Map<number, Standing>()
  const rows = await on.query<{ line: number } & Standing>(
    `select distinct on (po_line_id) po_line_id as line, id, status = 'approved' as holds
     from ${table}
     where po_line_id = any($1::bigint[]) and status not in ('replaced', 'cancelled') and archived_at is null
     order by po_line_id, status = 'approved' desc, id desc`,
    [lines],
    `artwork_needs_${table}`,
  )
  return new Map(rows.map((row) => [row.line, row]))
}

/** Whether every price that a line needs is released; the first that is not, where there is one. */
const readPrices = async (on: Queryable, lines: readonly number[]) => {
  if (lines.length === 0) return new Map<number, Standing>()
  const rows = await on.query<{ line: number } & Standing>(
    `select distinct on (po_line_id) po_line_id as line, id, status in ('released', 'ticketed') as holds
     from po_line_rrps
     where po_line_id = any($1::bigint[]) and status <> 'not_required' and archived_at is null
     order by po_line_id, status in ('released', 'ticketed'), id`,
    [lines],
    'artwork_needs_prices',
  )
  return new Map(rows.map((row) => [row.line, row]))
}
