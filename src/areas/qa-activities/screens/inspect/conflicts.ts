import type { AnyRecord } from '#shared/kit/area.ts'
import type { SigningSide } from '#shared/trade/signature.ts'
import { answerKey, changedKeys, defectsKey, hasSameDefects, isSameLength, signatureKey } from './differences'
import { measure } from './entries'
import { takenSignatures } from './sending'
import {
  type CheckAnswer,
  cartonsIn,
  cartonsOf,
  checksOf,
  defectsOf,
  type FoundDefect,
  lengthsOf,
  signaturesOf,
  type Work,
} from './work'

/** Checklist items that this user and another user answered differently. */
export const disputedChecks = (work: Work, record: AnyRecord): { mine: CheckAnswer; theirs: CheckAnswer }[] => {
  const before = new Map(work.baseChecks.map((check) => [check.id, answerKey(check)]))
  const now = new Map(work.checks.map((check) => [check.id, check]))
  return checksOf(record).flatMap((theirs) => {
    const mine = now.get(theirs.id)
    const was = before.get(theirs.id)
    return mine && answerKey(mine) !== was && answerKey(theirs) !== was && answerKey(mine) !== answerKey(theirs)
      ? [{ mine, theirs }]
      : []
  })
}

/** Keys of lengths that this user and another user entered differently. */
export const disputedLengths = (work: Work, record: AnyRecord): string[] => {
  const theirs = lengthsOf(record)
  const mine = new Set(changedKeys(work.baseLengths, work.lengths))
  return changedKeys(work.baseLengths, theirs).filter(
    (key) => mine.has(key) && !isSameLength(theirs[key], work.lengths[key]),
  )
}

/**
 * Compares the entries with a newer version of the record. `none`: other users changed nothing that conflicts;
 * `defects`: they changed the same entries; `over`: the inspection has ended.
 */
export const conflictWith = (work: Work, record: AnyRecord): 'none' | 'defects' | 'over' => {
  if (record.status !== 'in_progress') return 'over'
  const theirs = defectsOf(record)
  const isSameDefects = hasSameDefects(theirs, work.base) || hasSameDefects(theirs, work.defects)
  const isDisputed = disputedChecks(work, record).length > 0 || disputedLengths(work, record).length > 0
  return isSameDefects && !isDisputed ? 'none' : 'defects'
}

/** Rebases the entries on a newer version of the record, keeping the user's defects, those of the server, or both. */
export const resolved = (work: Work, record: AnyRecord, keep: 'mine' | 'theirs' | 'both'): Work => {
  const theirs = defectsOf(record)
  const theirIds = new Set(theirs.map(({ id }) => id))
  const before = new Map(work.base.map((defect) => [defect.id, defectsKey([defect])]))
  const onTheirRows = (defect: FoundDefect) => (theirIds.has(defect.id ?? 0) ? defect : { ...defect, id: undefined })
  const mine = work.defects.map(onTheirRows)
  // `both`: the server's defects, and those that this device added or changed.
  const isEditedHere = (defect: FoundDefect) =>
    defect.id === undefined || before.get(defect.id) !== defectsKey([defect])
  const added = work.defects.filter(isEditedHere).map(onTheirRows)
  const changed = new Set(added.map(({ id }) => id))
  const combined = [...added, ...theirs.filter(({ id }) => !changed.has(id))]
  return {
    ...work,
    version: Number(record.version),
    base: theirs,
    ...mergedChecks(work, record, keep),
    ...mergedLengths(work, record, keep),
    ...mergedSignatures(work, record),
    ...mergedCartons(work, record),
    defects: keep === 'mine' ? mine : keep === 'theirs' ? theirs : combined,
  }
}

/** Keeps answers that only one side gave; of two answers the user's own, unless `keep` is `theirs`. */
const mergedChecks = (work: Work, record: AnyRecord, keep: 'mine' | 'theirs' | 'both') => {
  const baseChecks = checksOf(record)
  const before = new Map(work.baseChecks.map((check) => [check.id, answerKey(check)]))
  const now = new Map(work.checks.map((check) => [check.id, check]))
  const checks = baseChecks.map((theirs) => {
    const mine = now.get(theirs.id)
    if (!mine || answerKey(mine) === before.get(theirs.id)) return theirs
    return keep === 'theirs' && answerKey(theirs) !== before.get(theirs.id) ? theirs : mine
  })
  return { baseChecks, checks }
}

/** Keeps lengths that only one side measured; of two lengths the user's own, unless `keep` is `theirs`. */
const mergedLengths = (work: Work, record: AnyRecord, keep: 'mine' | 'theirs' | 'both') => {
  const baseLengths = lengthsOf(record)
  const disputed = new Set(disputedLengths(work, record))
  const mine = changedKeys(work.baseLengths, work.lengths).filter((key) => keep !== 'theirs' || !disputed.has(key))
  const merged = measure(
    { ...work, lengths: baseLengths },
    mine.map((key) => [key, work.lengths[key] ?? null]),
  )
  return { baseLengths, lengths: merged.lengths }
}

/** Keeps signatures made on this device, otherwise those of the server. */
const mergedSignatures = (work: Work, record: AnyRecord) => {
  const theirs = signaturesOf(record)
  const taken = takenSignatures(work, record).signatures
  const entryOf = (side: SigningSide) =>
    signatureKey(work.signatures[side]) === signatureKey(work.baseSignatures[side]) ? theirs[side] : taken[side]
  return { baseSignatures: theirs, signatures: { inspector: entryOf('inspector'), factory: entryOf('factory') } }
}

/** Keeps cartons drawn on this device, otherwise those of the server. */
const mergedCartons = (work: Work, record: AnyRecord) => {
  const theirs = cartonsOf(record)
  return { ...(work.sentCartons === cartonsIn(work) && theirs), sentCartons: cartonsIn(theirs) }
}
