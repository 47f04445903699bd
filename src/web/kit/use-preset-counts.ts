import { useQuery } from '@tanstack/react-query'
import type { Area } from '../../shared/area'
import { api, http } from '../providers/http'
import { filterParams } from './list-address'
import type { Preset } from './presets'

/** How many records each preset would show, by its name; asked once the list itself is there. */
export const usePresetCounts = (area: Area, presets: readonly Preset[], enabled: boolean): Map<string, number> => {
  const { data } = useQuery({
    queryKey: [area.name, 'preset-counts', presets.map(({ filters }) => filters)],
    queryFn: async ({ signal }) => {
      const byStatus = presets.some((preset) => stateOf(preset)) ? await statusCounts(area, signal) : new Map()
      return Promise.all(
        presets.map(async (preset): Promise<[string, number]> => {
          const state = stateOf(preset)
          return [preset.name, state ? (byStatus.get(state) ?? 0) : await countOf(area, preset, signal)]
        }),
      )
    },
    enabled: enabled && presets.length > 0,
    staleTime: 30_000,
  })
  return new Map(data)
}

/** The state that a preset asks for, if that is all it asks. */
const stateOf = ({ filters: [only, ...others] }: Preset): string | undefined =>
  only?.field === 'status' && only.op === '' && others.length === 0 ? only.values[0] : undefined

const statusCounts = async (area: Area, signal: AbortSignal): Promise<Map<string, number>> => {
  const { values } = await api<{ values: { value: string; count: number }[] }>('GET', `${area.name}/totals`, {
    params: { by: 'status' },
    signal,
  })
  return new Map(values.map(({ value, count }) => [value, count]))
}

/** An empty page says its total too, and the server remembers totals. */
const countOf = async (area: Area, { filters }: Preset, signal: AbortSignal): Promise<number> => {
  const params = new URLSearchParams([...filterParams({ filters: [...filters] }), ['_start', '0'], ['_end', '0']])
  const { headers } = await http.get(`/api/${area.name}`, { params, signal })
  return Number(headers['x-total-count'])
}
