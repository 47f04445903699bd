import type { Size } from '#web/kit/form/use-sizes.ts'

/** A size of a line in the form. */
export interface SizeRow {
  id?: number
  size_id: number
  qty: number | string
  sku?: string | null
  gtin?: string | null
}

/** New quantities by size id; null takes the size out of the line. A text is no quantity yet and waits to be corrected. */
export type Quantities = ReadonlyMap<number, number | string | null>

/**
 * The sizes of a line with other quantities, in the order of the scale. `stored` are those that the line was read with:
 * one that is emptied and filled again is still the same.
 */
export const withQuantities = (
  rows: readonly SizeRow[],
  stored: readonly SizeRow[],
  sizes: readonly Size[],
  changes: Quantities,
): SizeRow[] => {
  const next = sizes.flatMap(({ id }): SizeRow[] => {
    const here = rows.find(({ size_id }) => size_id === id)
    const qty = changes.has(id) ? changes.get(id) : here?.qty
    const earlier = here ?? stored.find(({ size_id }) => size_id === id)
    return qty === undefined || qty === null || qty === '' ? [] : [{ ...earlier, size_id: id, qty }]
  })
  // Sizes of another scale that the line still holds are not the scale's to drop.
  return [...next, ...rows.filter(({ size_id }) => !sizes.some(({ id }) => id === size_id))]
}

/** Units of all sizes; what is no quantity counts nothing. */
export const unitsIn = (rows: readonly Pick<SizeRow, 'qty'>[]): number =>
  rows.reduce((sum, { qty }) => sum + (Number.isInteger(Number(qty)) ? Math.max(Number(qty), 0) : 0), 0)

/** The sizes of a record's line as a form holds them. */
export const sizeRowsOf = (line: Readonly<Record<string, unknown>> | undefined): SizeRow[] =>
  Array.isArray(line?.sizes)
    ? (line.sizes as SizeRow[]).map(({ id, size_id, qty, sku, gtin }) => ({ id, size_id, qty, sku, gtin }))
    : []
