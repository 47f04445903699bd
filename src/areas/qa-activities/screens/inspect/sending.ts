import type { AnyRecord } from '#shared/kit/area.ts'
import { pieceFields } from '#shared/trade/measured.ts'
import { type SigningSide, signingSides } from '#shared/trade/signature.ts'
import { changedKeys, defectsKey } from './differences'
import {
  cartonsIn,
  checksOf,
  defectsOf,
  type FoundDefect,
  lengthsOf,
  measureKey,
  type SignatureEntry,
  signaturesOf,
  type Work,
} from './work'

/** Whether a completed record has the inputs that this device sent, which means that only the response was lost. */
export const isClosedBy = ({ closing }: Work, record: AnyRecord): boolean =>
  Object.entries(closing).every(
    ([name, value]) => !value || String(value).trim() === String((record as Record<string, unknown>)[name] ?? ''),
  )

/** The body of the PATCH request with all entries. */
export const editOf = (work: Work) => {
  const { version, defects, checks, signatures, carton_qty, drawn_cartons } = work
  return {
    version,
    ...measuresIn(work),
    // A signature without a name stays on the device.
    signatures: signingSides.flatMap((side) => {
      const { id, signer, strokes } = signatures[side]
      return signer.trim() ? [{ ...(id && { id }), side, signer: signer.trim(), strokes: strokes || null }] : []
    }),
    checks: checks.map(({ id, result, comment }) => ({ id, result, comment: comment || null })),
    ...{ carton_qty, drawn_cartons: drawn_cartons || null },
    defects: defects.map(({ key: _key, position, place, comment, ...row }) => ({
      ...row,
      position: position || null,
      ...{ place_view: place?.view ?? null, place_x: place?.x ?? null, place_y: place?.y ?? null },
      comment: comment || null,
    })),
  }
}

/** All measurement rows with their changed lengths; empty when no length changed. */
const measuresIn = ({ points, baseLengths, lengths }: Work) => {
  const changed = new Set(changedKeys(baseLengths, lengths))
  if (changed.size === 0) return {}
  const lengthsIn = (id: number) =>
    pieceFields.flatMap((field) => {
      const key = measureKey(id, field)
      return changed.has(key) ? [[field, lengths[key] ?? null]] : []
    })
  return { measures: points.map((id) => ({ id, ...Object.fromEntries(lengthsIn(id)) })) }
}

/**
 * The state after the server has stored `sent`: takes over the base values of the record; entries made meanwhile remain
 * to be sent.
 */
export const takenOver = (current: Work, sent: Work, record: AnyRecord): Work => {
  const base = defectsOf(record)
  const ids = newIds(sent.defects, base)
  return {
    ...current,
    ...{ version: Number(record.version), base },
    baseChecks: checksOf(record),
    baseLengths: lengthsOf(record),
    ...takenSignatures(current, record),
    sentCartons: cartonsIn(sent),
    defects: current.defects.map((defect) => ({ ...defect, id: defect.id ?? ids.get(defect.key) })),
  }
}

/** Finds the ids of newly created defects, by key. Matches by content, because the server does not keep the order. */
const newIds = (
  sent: readonly FoundDefect[],
  rows: readonly FoundDefect[],
): ReadonlyMap<string, number | undefined> => {
  const knownIds = new Set(sent.map(({ id }) => id))
  const created = rows.filter(({ id }) => !knownIds.has(id))
  return new Map(
    sent.flatMap((defect) => {
      if (defect.id !== undefined) return []
      const row = created.find((candidate) => defectsKey([candidate]) === defectsKey([defect]))
      if (row) created.splice(created.indexOf(row), 1)
      return [[defect.key, row?.id] as const]
    }),
  )
}

/** Keeps the signatures on the device, with the row ids of the server. */
export const takenSignatures = ({ signatures }: Work, record: AnyRecord) => {
  const baseSignatures = signaturesOf(record)
  const withRow = (side: SigningSide): SignatureEntry => {
    const { signer, strokes } = signatures[side]
    const { id } = baseSignatures[side]
    return { ...(id && { id }), signer, strokes }
  }
  return { baseSignatures, signatures: { inspector: withRow('inspector'), factory: withRow('factory') } }
}
