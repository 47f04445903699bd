import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { readAll } from '#web/providers/read-all.ts'
import type { LineOutline } from './line-groups'
import type { SizeRow } from './line-sizes'

interface Sku {
  colourway_id: number
  size_id: number
  active: boolean
}

/**
 * The sizes of a scale in which lines can be ordered: a colourway with SKUs is sold only in its active sizes. Sizes
 * that a line already has stay visible. Returns the same array for the same sizes.
 */
export const useOfferedSizes = (lines: readonly LineOutline[]) => {
  const { getValues } = useFormContext()
  const colourways = [...new Set(lines.map(({ colourway_id }) => colourway_id))].filter((id) => id !== null).sort()
  const { data: skus } = useQuery({
    queryKey: ['skus', 'offered', colourways],
    queryFn: ({ signal }) => readAll<Sku>('skus', { colourway_id_in: colourways.join() }, signal),
    enabled: colourways.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
  return useMemo(() => {
    const inUse = new Map<number, Set<number>>()
    for (const { colourway_id, size_id, active } of skus ?? []) {
      const sizes = inUse.get(colourway_id) ?? new Set()
      inUse.set(colourway_id, active ? sizes.add(size_id) : sizes)
    }
    const mayOrder = ({ colourway_id, index }: LineOutline, id: number) => {
      const offered = inUse.get(colourway_id ?? 0)
      const currentSizes: readonly SizeRow[] = getValues(`lines.${index}.sizes`) ?? []
      return !offered || offered.has(id) || currentSizes.some(({ size_id }) => size_id === id)
    }
    const sizesByKey = new Map<string, readonly Size[]>()
    return (members: readonly LineOutline[], sizes: readonly Size[]): readonly Size[] => {
      const offered = sizes.filter(({ id }) => members.some((line) => mayOrder(line, id)))
      if (offered.length === sizes.length || offered.length === 0) return sizes
      const name = offered.map(({ id }) => id).join()
      const same = sizesByKey.get(name) ?? offered
      sizesByKey.set(name, same)
      return same
    }
  }, [skus, getValues])
}
