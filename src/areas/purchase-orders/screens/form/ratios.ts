import { useQuery } from '@tanstack/react-query'
import { type PackItem, packFit, packSize } from '#shared/trade/packs.ts'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { purchaseOrders } from '../../area'
import { splitByRatio } from './explode'
import type { Quantities } from './line-sizes'

/** A pre-pack of a scale. */
export interface Ratio {
  id: number
  title: string
  items: PackItem[]
}

/** The pre-packs of a scale by name; loaded once `isWanted`. */
export const useRatios = (scale: number | null, isWanted: boolean): readonly Ratio[] => {
  const { data } = useQuery({
    queryKey: ['ratio-templates', 'of-scale', scale],
    queryFn: ({ signal }) => readRatios(scale ?? 0, signal),
    enabled: isWanted && scale !== null,
    staleTime: 300_000,
  })
  return data ?? noRatios
}

const noRatios: readonly Ratio[] = []

const readRatios = async (scale: number, signal: AbortSignal): Promise<Ratio[]> => {
  const templates = areaOf(areaOf(purchaseOrders, 'lines'), 'ratio_id')
  const records = await api<(Mention & Record<string, unknown>)[]>('GET', templates.name, {
    params: [['size_scale_id', String(scale)], ['_sort', 'name_en'], ...page],
    signal,
  })
  if (records.length === 0) return []
  const items = await api<(PackItem & { ratio_template_id: number })[]>('GET', areaOf(templates, 'items').name, {
    params: [...records.map(({ id }): [string, string] => ['ratio_template_id', String(id)]), ...page],
    signal,
  })
  return records.map(({ id, name_en, name_zh }) => ({
    id: Number(id),
    title: mentionTitle({ id: Number(id), title: String(name_en), title_zh: name_zh as string | null }),
    items: items.filter(({ ratio_template_id }) => ratio_template_id === id),
  }))
}

const page: [string, string][] = [
  ['_start', '0'],
  ['_end', '100'],
]

/** The usual mix of a scale as a ratio; leaves out sizes without a share. */
export const usualRatio = (sizes: readonly Size[]): PackItem[] =>
  sizes.flatMap(({ id, ratio_default }) => (ratio_default ? [{ size_id: id, units: ratio_default }] : []))

/** A total distributed by a ratio. */
export interface Sharing {
  quantities: Quantities
  /** Sizes that got a unit by rounding. */
  extra: number[]
  /** The nearest totals of whole packs, when the total is not one. */
  nearest: number[]
  /** The number of packs; null without a pre-pack. */
  packs: number | null
}

/** Distributes a total among the sizes of a scale; with `isPack`, only totals of whole packs. */
export const shareByRatio = (
  total: number,
  sizes: readonly Size[],
  ratio: readonly PackItem[],
  isPack: boolean,
): Sharing => {
  const units = sizes.map(({ id }) => ratio.find(({ size_id }) => size_id === id)?.units ?? 0)
  const { shares, extra } = splitByRatio(total, units)
  const packFitting = isPack && packSize(ratio) > 0 ? packFit(total, packSize(ratio)) : null
  return {
    quantities: new Map(sizes.map(({ id }, index) => [id, shares[index] || null])),
    extra: extra.flatMap((index) => sizes[index]?.id ?? []),
    nearest: packFitting && packFitting.left > 0 ? packFitting.nearest : [],
    packs: packFitting?.packs ?? null,
  }
}
