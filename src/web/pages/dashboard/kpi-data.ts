import { useQuery } from '@tanstack/react-query'
import type { Tile } from '#shared/kit/wire/tile.ts'
import { format, hasText, t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'

export const useTiles = () =>
  useQuery({
    queryKey: ['dashboard', 'tiles'],
    queryFn: ({ signal }) => api<{ tiles: Tile[] }>('GET', 'dashboard/tiles', { signal }).then(({ tiles }) => tiles),
    staleTime: 0,
  })

/** The address of the list with the records of a figure. */
export const listOf = ({ path }: Tile, query: string): string => `${path}?${query}`

/** The lines below a figure: units and money, or the comparison with the previous period. */
export const factsOf = ({ facts, sums, before }: Tile): string[] => [
  ...(sums ?? []).flatMap(({ currency, qty, line_value, balance }) =>
    currency && balance
      ? t('site.dashboard.owed', { amount: format.money(balance, currency), currency })
      : currency && line_value
        ? t('site.dashboard.value', { units: format.number(qty), value: format.money(line_value, currency), currency })
        : qty === undefined
          ? []
          : t('site.dashboard.units_of', { units: format.number(qty) }),
  ),
  ...[
    'on_time_pct',
    'hours',
    'covered_pct',
    'first_pass_pct',
    'defects_per_100',
    'left_in_time_pct',
    'otif_pct',
  ].flatMap((name) => compared(name, facts?.[name], facts?.[`${name}_before`])),
  ...(before === undefined ? [] : [t('site.dashboard.before', { count: before, number: format.number(before) })]),
]

const compared = (name: string, now: number | null | undefined, before: number | null | undefined): string[] => {
  if (now === null || now === undefined) return []
  const withUnit = (value: number) => t(`site.dashboard.units_as.${name}`, { number: format.number(value) })
  const text = t(`site.dashboard.facts.${name}`, { number: withUnit(now) })
  return [
    before === null || before === undefined ? text : t('site.dashboard.was', { said: text, before: withUnit(before) }),
  ]
}

/** The name of a part of a figure, if it has one. */
export const partName = (tile: string, part: string) => {
  const key = `site.dashboard.tiles.${tile}.parts.${part}`
  return hasText(key) ? t(key) : part
}
