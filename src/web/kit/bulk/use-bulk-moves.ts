import { useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { needsSingleRecord } from '#shared/kit/lifecycle.ts'
import type { Caution, FittingMove, FittingMoves } from '#shared/kit/wire/bulk.ts'
import { format, stateLabel, t } from '#web/i18n.ts'
import { moveText } from '#web/kit/moves/move-text.ts'
import { api } from '#web/providers/http.ts'
import { type BulkTarget, countOf, type MoveStep } from './bulk'

/** A move that is offered in the selection bar. */
export interface BulkOffer {
  label: string
  steps: readonly MoveStep[]
  /** Number of selected records that it applies to. */
  count: number
  danger: boolean
  /** Warnings with the number of records that each concerns; null if there are too many records to check. */
  cautions: readonly Caution[] | null
  /** Why it cannot be made for several records at once; null if it can. */
  reason: string | null
}

/** Requests the moves that apply to at least one of the selected records, by state and guards. */
export const useBulkMoves = (area: Area, target: BulkTarget): BulkMoves => {
  const { data, error, isFetching } = useQuery({
    queryKey: [area.name, 'bulk-moves', target],
    queryFn: ({ signal }) => api<FittingMoves>('POST', `${area.name}/bulk/moves`, { body: target, signal }),
    enabled: area.lifecycle !== undefined && countOf(target) > 0,
    placeholderData: (previous) => previous,
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
  /** The selected records with their current versions. */
  rows: { id: number; version: number }[]
  /** False if there are too many records to check their guards; counts are then by state only. */
  isExact: boolean
  error: unknown
  isFetching: boolean
}

/** Adds the numbers of equal cautions. */
const addCautions = (first: readonly Caution[] | null, second: readonly Caution[] | null): Caution[] | null => {
  if (first === null || second === null) return null
  const counts = new Map(first.map(({ text, count }) => [text, count]))
  for (const { text, count } of second) counts.set(text, (counts.get(text) ?? 0) + count)
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** The cautions of an offer as texts, each with the number of records that it concerns. */
export const cautionTexts = ({ cautions, count: total }: BulkOffer): string[] =>
  cautions === null
    ? [t('editing.bulk.cautions_unknown')]
    : cautions.map(({ text, count }) =>
        t('editing.bulk.caution', { text, number: format.number(count), total: format.number(total) }),
      )

/** The label of an offer: `Approve`, or `Approve (3 of 5)` if it does not apply to all records. */
export const offerText = ({ label, count }: BulkOffer, total: number, isExact: boolean): string =>
  count === total && isExact
    ? label
    : t(isExact ? 'editing.bulk.fits' : 'editing.bulk.fits_at_most', {
        move: label,
        number: format.number(count),
        total: format.number(total),
      })

/**
 * Groups moves to offers. Moves with the same label and the same inputs are one offer, as they start from different
 * states. If their inputs differ, the states are added to the labels.
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
    const offer = offers.get(label)
    offers.set(label, {
      label,
      steps: [...(offer?.steps ?? []), { move: name, ids }],
      count: (offer?.count ?? 0) + ids.length,
      danger: declared?.danger === true,
      cautions: addCautions(offer === undefined ? [] : offer.cautions, cautions),
      reason: needsSingleRecord(area.lifecycle, name) ? t('editing.bulk.one_by_one') : null,
    })
  }
  return [...offers.values()]
}
