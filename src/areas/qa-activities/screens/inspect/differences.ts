import { signingSides } from '#shared/trade/signature.ts'
import {
  type CheckAnswer,
  cartonsIn,
  type FoundDefect,
  type Lengths,
  type SignatureEntries,
  type SignatureEntry,
  type Work,
} from './work'

/** Keys of lengths that differ in value; their notation does not matter. */
export const changedKeys = (a: Lengths, b: Lengths): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isSameLength(a[key], b[key]))

export const isSameLength = (a: string | undefined, b: string | undefined) =>
  a === undefined || b === undefined ? a === b : Number(a) === Number(b)

export const signatureKey = ({ signer, strokes }: SignatureEntry) =>
  JSON.stringify(signer.trim() ? [signer.trim(), strokes] : [])

const hasSameSignatures = (a: SignatureEntries, b: SignatureEntries) =>
  signingSides.every((side) => signatureKey(a[side]) === signatureKey(b[side]))

/** Encodes defects as a comparable string, with texts trimmed like on the server. */
export const defectsKey = (defects: readonly FoundDefect[]) =>
  defects
    .map(({ defect_code_id, severity, qty, size_id, position, place, comment }) =>
      JSON.stringify([defect_code_id, severity, qty, size_id, position.trim(), place ?? null, comment.trim()]),
    )
    .sort()
    .join()

export const hasSameDefects = (a: readonly FoundDefect[], b: readonly FoundDefect[]) => defectsKey(a) === defectsKey(b)

export const answerKey = ({ result, comment }: CheckAnswer) => JSON.stringify([result, comment.trim()])

const hasSameChecks = (a: readonly CheckAnswer[], b: readonly CheckAnswer[]) =>
  a.map(answerKey).join() === b.map(answerKey).join()

/** Whether entries or photos are still to be sent. */
export const isUnsent = (work: Work): boolean => isEdited(work) || work.photos.some(({ isSent }) => !isSent)

/** Whether entries other than photos are still to be sent. */
export const isEdited = (work: Work): boolean =>
  !hasSameDefects(work.base, work.defects) ||
  !hasSameChecks(work.baseChecks, work.checks) ||
  changedKeys(work.baseLengths, work.lengths).length > 0 ||
  !hasSameSignatures(work.baseSignatures, work.signatures) ||
  work.sentCartons !== cartonsIn(work)
