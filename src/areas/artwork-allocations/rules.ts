import type { ArtworkType } from '#shared/trade/artworks.ts'

/** Data that a line must have before artwork of a type can be approved, because the artwork prints it. */
export const needNames = ['composition', 'care', 'retail_price', 'carton'] as const
export type NeedName = (typeof needNames)[number]

/** The data that artwork of this type prints. */
export const needsOfType = (type: unknown): readonly NeedName[] => needsByType[type as ArtworkType] ?? []

const needsByType: Partial<Record<ArtworkType, readonly NeedName[]>> = {
  care_label: ['composition', 'care'],
  price_ticket: ['retail_price'],
  carton_mark: ['carton'],
}

/** One round of proofs, as the document holds it. */
export interface ProofRound {
  id?: number
  round: number
  artwork_id: number
  status: 'waiting' | 'approved' | 'rejected'
  [field: string]: unknown
}

/** The rounds of an allocation in ascending order. */
export const roundsOf = (allocation: object): ProofRound[] => {
  const proofs = 'proofs' in allocation ? allocation.proofs : undefined
  return Array.isArray(proofs) ? (proofs as ProofRound[]).toSorted((a, b) => a.round - b.round) : []
}
