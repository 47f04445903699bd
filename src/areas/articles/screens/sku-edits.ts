import { plainGtin } from '#shared/standards/gtin.ts'
import type { Colourway, SkuRow } from '../rules'
import type { Size } from './sizes'

/** Texts of a SKU, in addition to whether it is in use. */
export type SkuText = 'gtin' | 'sku'

/** A cell of the matrix: indexes of colour and size. */
export interface MatrixCell {
  row: number
  column: number
}

/** The SKU of a colour in a size. */
export const skuAt = ({ skus }: Pick<Colourway, 'skus'>, size: Size | undefined): SkuRow | undefined =>
  skus.find(({ size_id }) => size_id === size?.id)

/** Whether the colourway is sold in the size. */
export const isInUse = (colourway: Colourway, size: Size): boolean => skuAt(colourway, size)?.active ?? false

/** Activates or deactivates these sizes of a colourway; unsaved SKUs that become inactive are removed. */
export const withUse = (skus: readonly SkuRow[], sizes: readonly Size[], active: boolean): SkuRow[] => {
  const sizeIds = new Set(sizes.map(({ id }) => id))
  const existingSkus = skus.flatMap((row) => {
    if (!sizeIds.has(row.size_id)) return [row]
    return active || row.id !== undefined ? [{ ...row, active }] : []
  })
  const keptIds = new Set(existingSkus.map(({ size_id }) => size_id))
  const newSkus = active ? sizes.filter(({ id }) => !keptIds.has(id)).map(({ id }) => newSku(id)) : []
  return [...existingSkus, ...newSkus]
}

/** Sets a text of one size; a size without a SKU becomes active. */
export const withText = (skus: readonly SkuRow[], size: Size, name: SkuText, text: string): SkuRow[] => {
  const value = (name === 'gtin' ? plainGtin(text) : text.trimStart()) || null
  if (skus.some(({ size_id }) => size_id === size.id))
    return skus.map((row) => (row.size_id === size.id ? { ...row, [name]: value } : row))
  return value === null ? [...skus] : [...skus, { ...newSku(size.id), [name]: value }]
}

const newSku = (size_id: number): SkuRow => ({ size_id, sku: null, gtin: null, active: true })

/** A copied range of cells by rows; null for a single value. */
export const readRange = (text: string): string[][] | null => {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null
}

/**
 * The cells that a pasted range fills, starting at `start`. A single column longer than the number of colourways
 * continues through the active sizes, colourway by colourway. Empty cells change nothing.
 */
export const placeRange = (
  range: readonly (readonly string[])[],
  start: MatrixCell,
  colourways: readonly Colourway[],
  sizes: readonly Size[],
): (MatrixCell & { text: string })[] => {
  const isList = range.every((row) => row.length === 1) && range.length > colourways.length - start.row
  if (!isList)
    return range.flatMap((cells, down) =>
      cells.flatMap((text, right) => {
        const [row, column] = [start.row + down, start.column + right]
        return text && row < colourways.length && column < sizes.length ? [{ row, column, text }] : []
      }),
    )
  const places = colourways.flatMap((colourway, row) =>
    sizes.flatMap((size, column) => {
      const isBefore = row < start.row || (row === start.row && column < start.column)
      return !isBefore && isInUse(colourway, size) ? [{ row, column }] : []
    }),
  )
  return range.flatMap(([text], index) => {
    const cell = places[index]
    return text && cell ? [{ ...cell, text }] : []
  })
}

/** The number of SKUs in use, and of those with a GTIN. */
export const countSkus = (colourways: readonly Colourway[]) => {
  const used = colourways.flatMap(({ skus }) => skus.filter(({ active }) => active))
  return { used: used.length, numbered: used.filter(({ gtin }) => gtin).length }
}
