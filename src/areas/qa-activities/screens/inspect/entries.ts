import type { DefectSeverity } from '#shared/trade/qa.ts'
import type { SigningSide } from '#shared/trade/signature.ts'
import type { CheckAnswer, FoundDefect, SignatureEntry, Work } from './work'

/** Sets lengths; null removes one. */
export const measure = (work: Work, entries: Iterable<readonly [key: string, length: string | null]>): Work => {
  const lengths: Record<string, string> = { ...work.lengths }
  for (const [key, length] of entries)
    if (length === null) delete lengths[key]
    else lengths[key] = length
  return { ...work, lengths }
}

/** Sets the name or signature of one side. */
export const sign = (
  work: Work,
  side: SigningSide,
  values: Partial<Pick<SignatureEntry, 'signer' | 'strokes'>>,
): Work => ({
  ...work,
  signatures: { ...work.signatures, [side]: { ...work.signatures[side], ...values } },
})

/** Sets the answer to a checklist item. */
export const answerCheck = (
  work: Work,
  id: number,
  values: Partial<Pick<CheckAnswer, 'result' | 'comment'>>,
): Work => ({
  ...work,
  checks: work.checks.map((check) => (check.id === id ? { ...check, ...values } : check)),
})

/** Passes every checklist item without an answer. */
export const passOpenChecks = (work: Work): Work => ({
  ...work,
  checks: work.checks.map((check) => (check.result === null ? { ...check, result: 'pass' } : check)),
})

/**
 * Counts one more unit with a defect: on an existing row of the same defect and severity without details, otherwise on a
 * new row.
 */
export const addUnit = (work: Work, code: { id: number; severity: DefectSeverity }, key: string): Work => {
  const existing = work.defects.find(
    (defect) =>
      defect.defect_code_id === code.id &&
      defect.severity === code.severity &&
      defect.size_id === null &&
      !defect.position &&
      !defect.place &&
      !defect.comment,
  )
  return existing
    ? changeDefect(work, existing.key, { qty: existing.qty + 1 })
    : {
        ...work,
        defects: [
          {
            key,
            defect_code_id: code.id,
            severity: code.severity,
            qty: 1,
            size_id: null,
            position: '',
            place: null,
            comment: '',
          },
          ...work.defects,
        ],
      }
}

export const changeDefect = (work: Work, key: string, values: Partial<FoundDefect>): Work => ({
  ...work,
  defects: work.defects.map((defect) => (defect.key === key ? { ...defect, ...values } : defect)),
})

export const removeDefect = (work: Work, key: string): Work => ({
  ...work,
  defects: work.defects.filter((defect) => defect.key !== key),
})

/** Draws the cartons to open at random: the square root of their number, rounded up. Returns sorted carton numbers. */
export const drawCartons = (total: number, random: () => number = Math.random): number[] => {
  const drawn = new Set<number>()
  const count = Math.min(total, Math.ceil(Math.sqrt(total)))
  while (drawn.size < count) drawn.add(1 + Math.floor(random() * total))
  return [...drawn].sort((a, b) => a - b)
}
