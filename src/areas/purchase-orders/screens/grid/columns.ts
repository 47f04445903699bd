import { useFormContext } from 'react-hook-form'
import { isDecimalText } from '#shared/base/money.ts'
import { useErrorAt } from '#web/kit/form/field.tsx'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { type SizeRow, unitsIn } from '../form/line-sizes'
import { readQuantity } from './quantity'

/** A line as the grid shows it. */
export interface GridLine {
  key: string
  /** Its index among the order's lines. */
  index: number
  /** Path prefix of the line in the form: `lines.0.`. */
  prefix: string
  /** The colourway, in the reader's language. */
  name: string
  /** Names and code of the colourway in all languages, for matching pasted headings. */
  names: readonly string[]
  number: number
}

/** A column of the grid; a size column has its size. */
export interface Column {
  kind: 'size' | 'total' | 'price' | 'more'
  key: string
  label: string
  size?: Size
}

/** The values of a line that the grid shows. */
export interface RowValues {
  sizes: unknown
  /** Units of a line without sizes. */
  qty: unknown
  unit_price: unknown
}

/** The text of a cell, as entered and copied. */
export const textIn = ({ sizes, qty, unit_price }: RowValues, { kind, size }: Column): string => {
  const rows = Array.isArray(sizes) ? (sizes as SizeRow[]) : []
  if (kind === 'size') return String(rows.find(({ size_id }) => size_id === size?.id)?.qty ?? '')
  if (kind === 'total') return String(rows.length === 0 ? (qty ?? '') : unitsIn(rows))
  return kind === 'price' ? String(unit_price ?? '') : ''
}

/** Whether a cell holds a text that is invalid for its column. */
export const isFaulty = ({ kind }: Column, text: string): boolean => {
  if (text === '') return false
  if (kind === 'size') return typeof readQuantity(text) === 'string'
  return kind === 'price' && !isDecimalText(text)
}

/** The columns of a row with an error of the form or the server, by key. */
export const useRowFaults = (prefix: string): ReadonlySet<string> => {
  const { getValues } = useFormContext()
  const error = useErrorAt(prefix.slice(0, -1))
  if (!error) return noFaults
  const faults = error as unknown as Record<string, unknown>
  const sizes = Array.isArray(faults.sizes) ? (faults.sizes as unknown[]) : []
  const rows = (getValues(`${prefix}sizes`) ?? []) as SizeRow[]
  return new Set([
    ...sizes.flatMap((fault, index) => (fault ? [`size ${rows[index]?.size_id}`] : [])),
    ...(faults.qty ? ['total'] : []),
    ...(faults.unit_price ? ['price'] : []),
  ])
}

const noFaults: ReadonlySet<string> = new Set()
