import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { SizeRow } from '../form/line-sizes'
import type { GridLine } from './columns'

/** The values of a line that the grid writes. */
export interface LineValues {
  sizes: SizeRow[]
  qty: unknown
  unit_price: unknown
  pack_type: unknown
  ratio_id: unknown
  ratio_packs: unknown
}

export const isSameLine = (a: LineValues, b: LineValues) => JSON.stringify(a) === JSON.stringify(b)

/** Reads and writes the lines of the form. */
export const useLineValues = () => {
  const { getValues, setValue, getFieldState, clearErrors } = useFormContext()
  return useMemo(
    () => ({
      idOf: ({ prefix }: GridLine): unknown => getValues(`${prefix}id`),
      valuesOf: ({ prefix }: GridLine): LineValues => {
        const [sizes, qty, unit_price, pack_type, ratio_id, ratio_packs] = getValues([
          `${prefix}sizes`,
          `${prefix}qty`,
          `${prefix}unit_price`,
          `${prefix}pack_type`,
          `${prefix}ratio_id`,
          `${prefix}ratio_packs`,
        ]) as unknown[]
        return {
          sizes: Array.isArray(sizes) ? (sizes as SizeRow[]) : [],
          qty,
          unit_price,
          pack_type,
          ratio_id,
          ratio_packs,
        }
      },
      /** Writes what differs between two states of a line. */
      writeLine: ({ prefix }: GridLine, { sizes, ...rest }: LineValues, before: LineValues) => {
        // Only the sizes mark the form dirty: each dirty check compares the whole form, and the quantity follows them.
        for (const [name, value] of Object.entries(rest))
          if (value !== before[name as keyof LineValues])
            setValue(prefix + name, value, { shouldDirty: name !== 'qty' })
        if (sizes !== before.sizes) setValue(`${prefix}sizes`, sizes, { shouldDirty: true })
        // Each call renders the whole form, so clear only fields with an error, all in one call.
        const faulty = ['sizes', 'qty', 'unit_price', 'ratio_packs'].filter(
          (name) => getFieldState(prefix + name).error,
        )
        if (faulty.length > 0) clearErrors(faulty.map((name) => prefix + name))
      },
    }),
    [getValues, setValue, getFieldState, clearErrors],
  )
}
