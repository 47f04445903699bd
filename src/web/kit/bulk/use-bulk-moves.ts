import { useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { needsSingleRecord } from '#shared/kit/lifecycle.ts'
import type { Caution, FittingMove, FittingMoves } from '#shared/kit/wire/bulk.ts'
import { format, stateLabel, t } from '#web/i18n.ts'
import { moveText } from '#web/kit/moves/move-text.ts'
import { api } from '#web/providers/http.ts'
import { type BulkTarget, countOf, type MoveStep } from './bulk'

/** An entry of the selection bar. */
export interface BulkOffer {
  label: string
  steps: readonly MoveStep[]
  /** How many of the chosen records it fits. */
  count: number
  danger: boolean
  /** Cautions with numbers of records; null when there are too many records to check each. */
  cautions: readonly Caution[] | null
  /** Why it cannot be made for several records at once. */
  reason: string | null
}

/** The moves that fit at least one of the chosen records, by state and guards, as the server judges them. */
export const useBulkMoves = (area: Area, target: BulkTarget): BulkMoves => {
  const { data, error, isFetching } = useQuery({
    queryKey: [area.name, 'bulk-moves', target],
    queryFn: ({ signal }) => api<FittingMoves>('POST', `${area.name}/bulk/moves`, { body: target, signal }),
    enabled: area.lifecycle !== undefined && countOf(target) > 0,
    placeholderData: (before) => before,
    retry: false,
  })
  return {
    offers: data ? offersOf(area, data.moves) : [],
    rows: data?.rows ?? [],
    isExact: data?.isExact ?? true,
    error,
    isFetching,
  }
}

export interface BulkMoves {
  offers: BulkOffer[]
  /** The chosen records as they are now. */
  rows: { id: number; version: number }[]
  /** False when there are too many records to check their guards: counts are then by state only. */
  isExact: boolean
  error: unknown
  isFetching: boolean
}

const addCautions = (some: readonly Caution[] | null, more: readonly Caution[] | null): Caution[] | null => {
  if (some === null || more === null) return null
  const counts = new Map(some.map(({ text, count }) => [text, count]))
  for (const { text, count } of more) counts.set(text, (counts.get(text) ?? 0) + count)
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** The cautions of an offer, each with how many of its records it is true of. */
export const cautionTexts = ({ cautions, count: total }: BulkOffer): string[] =>
  cautions === null
    ? [t('editing.bulk.cautions_unknown')]
    : cautions.map(({ text, count }) =>
        t('editing.bulk.caution', { text, number: format.number(count), total: format.number(total) }),
      )

/** `Approve`, or `Approve (3 of 5)` when it does not fit all of them. */
export const offerText = ({ label, count }: BulkOffer, total: number, isExact: boolean): string =>
  count === total && isExact
    ? label
    : t(isExact ? 'editing.bulk.fits' : 'editing.bulk.fits_at_most', {
        move: label,
        number: format.number(count),
        total: format.number(total),
      })

/**
 * Moves with the same label and the same inputs are one offer, as no record can be in the states of both. Those with
 * other inputs are distinguished by their states.
 */
export const offersOf = (area: Area, moves: readonly FittingMove[]): BulkOffer[] => {
  const offers = new Map<string, BulkOffer>()
  const asksOf = (move: string) => JSON.stringify(area.lifecycle?.moves[move]?.asks ?? {})
  for (const { name, ids, cautions = [] } of moves) {
    const declared = area.lifecycle?.moves[name]
    const sameName = moves.filter((other) => moveText(area, other.name) === moveText(area, name))
    const isAlike = sameName.every((other) => asksOf(other.name) === asksOf(name))
    const label = isAlike
      ? moveText(area, name)
      : t('editing.bulk.from_state', {
          move: moveText(area, name),
          state: (declared?.from ?? []).map((state) => stateLabel(area, state)).join(t('kit.filter.or')),
        })
    const known = offers.get(label)
    offers.set(label, {
      label,
      steps: [...(known?.steps ?? []), { move: name, ids }],
      count: (known?.count ?? 0) + ids.length,
      danger: declared?.danger === true,
      cautions: addCautions(known === undefined ? [] : known.cautions, cautions),
      reason: needsSingleRecord(area.lifecycle, name) ? t('editing.bulk.one_by_one') : null,
    })
  }
  return [...offers.values()]
}
