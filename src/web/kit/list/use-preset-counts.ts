import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { effectiveFilters, listName } from '#shared/kit/worklist.ts'
import { api, http } from '#web/providers/http.ts'
import { filterParams, type ListAddress } from './list-address'
import { type Preset, withPreset } from './presets'
import type { AreaListState } from './use-area-list'

/**
 * The number of records with each preset in addition to the search and other filters, by name; requested after the list
 * itself.
 */
export const usePresetCounts = ({ area, address, isLoading }: AreaListState, presets: readonly Preset[]) => {
  const { q, filters } = address
  const requests = presets.map(
    (preset): CountRequest => ({
      preset,
      conditions: { q, filters: effectiveFilters(area, withPreset(presets, filters, preset)) },
    }),
  )
  const { data } = useQuery({
    queryKey: [listName(area), 'preset-counts', requests.map(({ conditions }) => conditions)],
    queryFn: ({ signal }) => countAll(area, requests, signal),
    enabled: !isLoading && presets.length > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  return new Map(data)
}

interface CountRequest {
  preset: Preset
  conditions: Pick<ListAddress, 'q' | 'filters'>
}

/** Presets that filter by status only share one request. */
const countAll = async (
  area: Area,
  requests: readonly CountRequest[],
  signal: AbortSignal,
): Promise<[string, number][]> => {
  const [first] = requests.filter(({ preset }) => statesOf(preset).length > 0)
  const byState = first ? await stateCounts(area, first, signal) : null
  return Promise.all(
    requests.map(async ({ preset, conditions }): Promise<[string, number]> => {
      const states = statesOf(preset)
      if (states.length === 0) return [preset.name, await countOf(area, conditions, signal)]
      return [preset.name, states.reduce((sum, state) => sum + (byState?.get(state) ?? 0), 0)]
    }),
  )
}

/** The states of a preset that filters by status only; else empty. */
const statesOf = ({ filters: [only, ...others] }: Preset): readonly string[] =>
  only?.field === 'status' && only.op === '' && others.length === 0 ? only.values : []

/** Number of records by state, with all filters except the preset's own. */
const stateCounts = async (area: Area, { preset, conditions }: CountRequest, signal: AbortSignal) => {
  const others = conditions.filters.filter((filter) => !preset.filters.includes(filter))
  const { values } = await api<{ values: { value: string; count: number }[] }>('GET', `${area.name}/totals`, {
    params: [['by', 'status'], ...filterParams({ ...conditions, filters: others })],
    signal,
  })
  return new Map(values.map(({ value, count }) => [value, count]))
}

/** Requests an empty page for its total, which the server caches. */
const countOf = async (area: Area, conditions: CountRequest['conditions'], signal: AbortSignal): Promise<number> => {
  const params = new URLSearchParams([...filterParams(conditions), ['_start', '0'], ['_end', '0']])
  const { headers } = await http.get(`/api/${area.name}`, { params, signal })
  return Number(headers['x-total-count'])
}
