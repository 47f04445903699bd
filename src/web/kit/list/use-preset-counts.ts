import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { effectiveFilters, listName } from '#shared/kit/worklist.ts'
import { api, http } from '#web/providers/http.ts'
import { filterParams, type ListAddress } from './list-address'
import { type Preset, withPreset } from './presets'
import type { AreaListState } from './use-area-list'

/** How many records the list would show with each preset beside its search and other conditions, by name; asked once the list itself is there. */
export const usePresetCounts = ({ area, address, isLoading }: AreaListState, presets: readonly Preset[]) => {
  const { q, filters } = address
  const asked = presets.map(
    (preset): Asked => ({
      preset,
      conditions: { q, filters: effectiveFilters(area, withPreset(presets, filters, preset)) },
    }),
  )
  const { data } = useQuery({
    queryKey: [listName(area), 'preset-counts', asked.map(({ conditions }) => conditions)],
    queryFn: ({ signal }) => countAll(area, asked, signal),
    enabled: !isLoading && presets.length > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  return new Map(data)
}

interface Asked {
  preset: Preset
  conditions: Pick<ListAddress, 'q' | 'filters'>
}

/** Presets that ask for one state each share a request. */
const countAll = async (area: Area, asked: readonly Asked[], signal: AbortSignal): Promise<[string, number][]> => {
  const [first] = asked.filter(({ preset }) => stateOf(preset))
  const byState = first ? await stateCounts(area, first, signal) : null
  return Promise.all(
    asked.map(async ({ preset, conditions }): Promise<[string, number]> => {
      const state = stateOf(preset)
      return [preset.name, state ? (byState?.get(state) ?? 0) : await countOf(area, conditions, signal)]
    }),
  )
}

/** The state that a preset asks for, if that is all it asks. */
const stateOf = ({ filters: [only, ...others] }: Preset): string | undefined =>
  only?.field === 'status' && only.op === '' && others.length === 0 ? only.values[0] : undefined

/** By state, of what the other conditions leave: those beside the state that the preset asks for. */
const stateCounts = async (area: Area, { preset, conditions }: Asked, signal: AbortSignal) => {
  const others = conditions.filters.filter((one) => !preset.filters.includes(one))
  const { values } = await api<{ values: { value: string; count: number }[] }>('GET', `${area.name}/totals`, {
    params: [['by', 'status'], ...filterParams({ ...conditions, filters: others })],
    signal,
  })
  return new Map(values.map(({ value, count }) => [value, count]))
}

/** An empty page says its total too, and the server remembers totals. */
const countOf = async (area: Area, conditions: Asked['conditions'], signal: AbortSignal): Promise<number> => {
  const params = new URLSearchParams([...filterParams(conditions), ['_start', '0'], ['_end', '0']])
  const { headers } = await http.get(`/api/${area.name}`, { params, signal })
  return Number(headers['x-total-count'])
}
