import type { Size } from '#web/kit/form/use-sizes.ts'

/** A size of a line in the form. */
export interface SizeRow {
  id?: number
  size_id: number
  qty: number | string
  sku?: string | null
  gtin?: string | null
}

/**
 * New quantities by size id; null removes the size from the line. A text is an invalid entry that waits for correction.
 */
export type Quantities = ReadonlyMap<number, number | string | null>

/**
 * Applies quantities to the sizes of a line, in the order of the scale. `stored` are the sizes that the line was loaded
 * with: a size that is emptied and filled again keeps its row.
 */
export const withQuantities = (
  rows: readonly SizeRow[],
  stored: readonly SizeRow[],
  sizes: readonly Size[],
  changes: Quantities,
): SizeRow[] => {
  const next = sizes.flatMap(({ id }): SizeRow[] => {
    const existingRow = rows.find(({ size_id }) => size_id === id)
    const qty = changes.has(id) ? changes.get(id) : existingRow?.qty
    const earlier = existingRow ?? stored.find(({ size_id }) => size_id === id)
    return qty === undefined || qty === null || qty === '' ? [] : [{ ...earlier, size_id: id, qty }]
  })
  // Sizes of another scale that the line still has are kept.
  return [...next, ...rows.filter(({ size_id }) => !sizes.some(({ id }) => id === size_id))]
}

/** Units of all sizes; invalid entries count as 0. */
export const unitsIn = (rows: readonly Pick<SizeRow, 'qty'>[]): number =>
  rows.reduce((sum, { qty }) => sum + (Number.isInteger(Number(qty)) ? Math.max(Number(qty), 0) : 0), 0)

/** The sizes of a stored line, in the shape of the form. */
export const sizeRowsOf = (line: Readonly<Record<string, unknown>> | undefined): SizeRow[] =>
  Array.isArray(line?.sizes)
    ? (line.sizes as SizeRow[]).map(({ id, size_id, qty, sku, gtin }) => ({ id, size_id, qty, sku, gtin }))
    : []
