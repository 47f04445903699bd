import type { AnyRecord } from '#shared/kit/area.ts'
import { type GarmentPlace, placeOf } from '#shared/trade/garment-place.ts'
import { countPieces, type InspectedPoint, pieceFields } from '#shared/trade/measured.ts'
import {
  type ActivityResult,
  type Check,
  countChecks,
  type DefectSeverity,
  defectSeverities,
  type Findings,
  resultOf,
} from '#shared/trade/qa.ts'
import { type SigningSide, signingSides } from '#shared/trade/signature.ts'

/** A defect as the inspector entered it. `id`: its row at the server, once it is there. */
export interface FoundDefect {
  key: string
  id?: number
  defect_code_id: number
  severity: DefectSeverity
  qty: number
  size_id: number | null
  position: string
  place: GarmentPlace | null
  comment: string
}

/** An item of the checklist with the inspector's answer. `id`: its row at the server. */
export interface CheckAnswer extends Check {
  id: number
  checklist_item_id: number
  comment: string
}

/** Who signs, and how. `id`: the row at the server. */
export interface SignatureEntry {
  id?: number
  signer: string
  strokes: string
}
export type SignatureEntries = Readonly<Record<SigningSide, SignatureEntry>>

/** Lengths by row and field (`measureKey`), in millimetres; what nobody measured is absent. */
export type Lengths = Readonly<Record<string, string>>
/** The key of a length: of a row at the server, in one of `pieceFields`. */
export const measureKey = (id: number, field: string) => `${id} ${field}`

/** A photo on the device; its bytes are stored apart. */
export interface FoundPhoto {
  key: string
  name: string
  isSent: boolean
}

/** What the move `complete` asks for, as it is typed. */
export type Closing = Record<string, unknown>

/** An inspection as it is on the device. */
export interface Work {
  activity: number
  /** The version of the record that `base` is of. */
  version: number
  /** The defects as the server has them; what is different from `defects` is not sent yet. */
  base: FoundDefect[]
  defects: FoundDefect[]
  /** The checklist, as the server has it and with the answers on the device. */
  baseChecks: CheckAnswer[]
  checks: CheckAnswer[]
  /** Rows of measurements at the server. */
  points: number[]
  /** The measurements, as the server has them and with those on the device. */
  baseLengths: Lengths
  lengths: Lengths
  baseSignatures: SignatureEntries
  signatures: SignatureEntries
  carton_qty: number | null
  drawn_cartons: string
  /** The cartons as the server has them. */
  sentCartons: string
  photos: FoundPhoto[]
  closing: Closing
  /** The inspector has finished; the rest happens once everything is sent. */
  isFinished: boolean
}

/** The inspection as the server has it. */
export const workOf = (record: AnyRecord): Work => {
  const defects = defectsOf(record)
  const checks = checksOf(record)
  const signatures = signaturesOf(record)
  const lengths = lengthsOf(record)
  const cartons = cartonsOf(record)
  return {
    ...{
      activity: record.id,
      version: Number(record.version),
      base: defects,
      defects,
      ...cartons,
      baseChecks: checks,
      checks,
      points: pointsOf(record).map(({ id }) => id),
      baseLengths: lengths,
      lengths,
      baseSignatures: signatures,
      signatures,
    },
    ...{ sentCartons: cartonsIn(cartons), photos: [], closing: {}, isFinished: false },
  }
}

type Cartons = Pick<Work, 'carton_qty' | 'drawn_cartons'>

const cartonsOf = ({ carton_qty, drawn_cartons }: AnyRecord): Cartons => ({
  carton_qty: typeof carton_qty === 'number' ? carton_qty : null,
  drawn_cartons: String(drawn_cartons ?? ''),
})

const cartonsIn = ({ carton_qty, drawn_cartons }: Cartons) => `${carton_qty ?? ''}:${drawn_cartons}`

/** The record's rows; their keys are their ids. */
export const defectsOf = ({ defects }: AnyRecord): FoundDefect[] =>
  ((defects ?? []) as Record<string, unknown>[]).map((row) => ({
    ...{ key: `row ${row.id}`, id: Number(row.id) },
    ...{ defect_code_id: Number(row.defect_code_id), severity: row.severity as DefectSeverity, qty: Number(row.qty) },
    size_id: typeof row.size_id === 'number' ? row.size_id : null,
    ...{ position: String(row.position ?? ''), place: placeOf(row), comment: String(row.comment ?? '') },
  }))

/** The record's checklist. */
export const checksOf = ({ checks }: AnyRecord): CheckAnswer[] =>
  ((checks ?? []) as Record<string, unknown>[]).map((row) => ({
    ...{
      id: Number(row.id),
      checklist_item_id: Number(row.checklist_item_id),
      is_hard_fail: row.is_hard_fail === true,
    },
    ...{ result: (row.result ?? null) as CheckAnswer['result'], comment: String(row.comment ?? '') },
  }))

/** The rows of measurements of a record. */
const pointsOf = ({ measures }: AnyRecord) => (measures ?? []) as (InspectedPoint & { id: number })[]

/** The record's measurements. */
export const lengthsOf = (record: AnyRecord): Lengths =>
  Object.fromEntries(
    pointsOf(record).flatMap((point) =>
      pieceFields.flatMap((field) => {
        const length = point[field]
        return typeof length === 'string' ? [[measureKey(point.id, field), length]] : []
      }),
    ),
  )

/** The points of measure of a record with other lengths. */
const measuredPoints = (record: AnyRecord, lengths: Lengths): InspectedPoint[] =>
  pointsOf(record).map((point) => ({
    ...point,
    ...Object.fromEntries(pieceFields.map((field) => [field, lengths[measureKey(point.id, field)] ?? null])),
  }))

/** The work with other lengths; null takes one away. */
export const measure = (work: Work, entries: Iterable<readonly [key: string, length: string | null]>): Work => {
  const lengths: Record<string, string> = { ...work.lengths }
  for (const [key, length] of entries)
    if (length === null) delete lengths[key]
    else lengths[key] = length
  return { ...work, lengths }
}

/** Keys whose lengths differ; a number written in another way is the same length. */
const changedKeys = (a: Lengths, b: Lengths): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isSameLength(a[key], b[key]))

const isSameLength = (a: string | undefined, b: string | undefined) =>
  a === undefined || b === undefined ? a === b : Number(a) === Number(b)

/** The record's signatures. */
export const signaturesOf = ({ signatures }: AnyRecord): SignatureEntries => {
  const rows = (signatures ?? []) as Record<string, unknown>[]
  const entryOf = (side: SigningSide): SignatureEntry => {
    const row = rows.find((each) => each.side === side)
    return {
      ...(row && { id: Number(row.id) }),
      signer: String(row?.signer ?? ''),
      strokes: String(row?.strokes ?? ''),
    }
  }
  return { inspector: entryOf('inspector'), factory: entryOf('factory') }
}

/** The work with another name or signature on one side. */
export const sign = (
  work: Work,
  side: SigningSide,
  values: Partial<Pick<SignatureEntry, 'signer' | 'strokes'>>,
): Work => ({
  ...work,
  signatures: { ...work.signatures, [side]: { ...work.signatures[side], ...values } },
})

const writtenBy = ({ signer, strokes }: SignatureEntry) => JSON.stringify(signer.trim() ? [signer.trim(), strokes] : [])

const hasSameSignatures = (a: SignatureEntries, b: SignatureEntries) =>
  signingSides.every((side) => writtenBy(a[side]) === writtenBy(b[side]))

/** The work with another answer to an item. */
export const answerCheck = (
  work: Work,
  id: number,
  values: Partial<Pick<CheckAnswer, 'result' | 'comment'>>,
): Work => ({
  ...work,
  checks: work.checks.map((check) => (check.id === id ? { ...check, ...values } : check)),
})

/** The work with every item passed that has no answer. */
export const passOpenChecks = (work: Work): Work => ({
  ...work,
  checks: work.checks.map((check) => (check.result === null ? { ...check, result: 'pass' } : check)),
})

/** One more unit with a defect: on the row of the same defect and severity without details of its own, else on a new one. */
export const addUnit = (work: Work, code: { id: number; severity: DefectSeverity }, key: string): Work => {
  const present = work.defects.find(
    (defect) =>
      defect.defect_code_id === code.id &&
      defect.severity === code.severity &&
      defect.size_id === null &&
      !defect.position &&
      !defect.place &&
      !defect.comment,
  )
  return present
    ? changeDefect(work, present.key, { qty: present.qty + 1 })
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

/** Units by severity. */
export const countsOf = (defects: readonly FoundDefect[]): Record<DefectSeverity, number> =>
  Object.fromEntries(
    defectSeverities.map((severity) => [
      severity,
      defects.reduce((sum, defect) => sum + (defect.severity === severity ? defect.qty : 0), 0),
    ]),
  ) as Record<DefectSeverity, number>

/** The result that the inspection has come to so far, as the server computes it. */
export const runningResult = (record: AnyRecord, work: Work): ActivityResult => {
  const { checks, closing } = work
  return resultOf({
    ...countsWithMeasures(record, work),
    hard_fails: countChecks(checks).hard_fails,
    ...{ type: String(record.type), original_type: String(record.original_type) },
    major_reject: (record.major_reject ?? null) as number | null,
    minor_reject: (record.minor_reject ?? null) as number | null,
    packed_pct: closing.packed_pct === undefined || closing.packed_pct === null ? null : Number(closing.packed_pct),
    conclusion:
      closing.conclusion === 'nonconforming' ? 'nonconforming' : ('conforming' satisfies Findings['conclusion']),
  })
}

/** Units by severity, with the pieces out of tolerance where the activity counts them as major defects. */
export const countsWithMeasures = (record: AnyRecord, { defects, lengths }: Work): Record<DefectSeverity, number> => {
  const counts = countsOf(defects)
  const out = record.counts_measures === true ? countPieces(measuredPoints(record, lengths)).out : 0
  return { ...counts, major: counts.major + out }
}

/** Numbers of cartons drawn at random, in their order: the square root of how many there are, rounded up. */
export const drawCartons = (total: number, random: () => number = Math.random): number[] => {
  const drawn = new Set<number>()
  const count = Math.min(total, Math.ceil(Math.sqrt(total)))
  while (drawn.size < count) drawn.add(1 + Math.floor(random() * total))
  return [...drawn].sort((a, b) => a - b)
}

/** Compared as the server keeps them: without blanks at the ends of words. */
const wordsOf = (defects: readonly FoundDefect[]) =>
  defects
    .map(({ defect_code_id, severity, qty, size_id, position, place, comment }) =>
      JSON.stringify([defect_code_id, severity, qty, size_id, position.trim(), place ?? null, comment.trim()]),
    )
    .sort()
    .join()

const hasSameDefects = (a: readonly FoundDefect[], b: readonly FoundDefect[]) => wordsOf(a) === wordsOf(b)

const answerOf = ({ result, comment }: CheckAnswer) => JSON.stringify([result, comment.trim()])

const hasSameChecks = (a: readonly CheckAnswer[], b: readonly CheckAnswer[]) =>
  a.map(answerOf).join() === b.map(answerOf).join()

/** Whether there is anything that the server does not have. */
export const isUnsent = (work: Work): boolean => isEdited(work) || work.photos.some(({ isSent }) => !isSent)

/** Whether defects, answers or cartons are to be sent. */
export const isEdited = (work: Work): boolean =>
  !hasSameDefects(work.base, work.defects) ||
  !hasSameChecks(work.baseChecks, work.checks) ||
  changedKeys(work.baseLengths, work.lengths).length > 0 ||
  !hasSameSignatures(work.baseSignatures, work.signatures) ||
  work.sentCartons !== cartonsIn(work)

/** Whether a record that is completed says what this device has asked for. */
export const isClosedBy = ({ closing }: Work, record: AnyRecord): boolean =>
  Object.entries(closing).every(
    ([name, value]) => !value || String(value).trim() === String((record as Record<string, unknown>)[name] ?? ''),
  )

/** The body of an edit. */
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

/** All rows of measurements by their ids, with the lengths that were changed; nothing where none was. */
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

/** The work after the server has taken what was sent; what was entered meanwhile stays to be sent. */
export const takenOver = (now: Work, sent: Work, record: AnyRecord): Work => {
  const base = defectsOf(record)
  const ids = newIds(sent.defects, base)
  return {
    ...now,
    ...{ version: Number(record.version), base },
    baseChecks: checksOf(record),
    baseLengths: lengthsOf(record),
    ...takenSignatures(now, record),
    sentCartons: cartonsIn(sent),
    defects: now.defects.map((defect) => ({ ...defect, id: defect.id ?? ids.get(defect.key) })),
  }
}

/** The rows that the server has made of new defects, by key: it answers in an order of its own. */
const newIds = (
  sent: readonly FoundDefect[],
  rows: readonly FoundDefect[],
): ReadonlyMap<string, number | undefined> => {
  const known = new Set(sent.map(({ id }) => id))
  const made = rows.filter(({ id }) => !known.has(id))
  return new Map(
    sent.flatMap((defect) => {
      if (defect.id !== undefined) return []
      const row = made.find((each) => wordsOf([each]) === wordsOf([defect]))
      if (row) made.splice(made.indexOf(row), 1)
      return [[defect.key, row?.id] as const]
    }),
  )
}

/** Items that the person and somebody else have answered in different ways. */
export const disputedChecks = (work: Work, record: AnyRecord): { mine: CheckAnswer; theirs: CheckAnswer }[] => {
  const before = new Map(work.baseChecks.map((check) => [check.id, answerOf(check)]))
  const now = new Map(work.checks.map((check) => [check.id, check]))
  return checksOf(record).flatMap((theirs) => {
    const mine = now.get(theirs.id)
    const was = before.get(theirs.id)
    return mine && answerOf(mine) !== was && answerOf(theirs) !== was && answerOf(mine) !== answerOf(theirs)
      ? [{ mine, theirs }]
      : []
  })
}

/** Lengths that the person and somebody else have entered in different ways, by their keys. */
export const disputedLengths = (work: Work, record: AnyRecord): string[] => {
  const theirs = lengthsOf(record)
  const mine = new Set(changedKeys(work.baseLengths, work.lengths))
  return changedKeys(work.baseLengths, theirs).filter(
    (key) => mine.has(key) && !isSameLength(theirs[key], work.lengths[key]),
  )
}

/** What somebody else changed meanwhile: nothing that matters, other defects, or the inspection is over. */
export const conflictWith = (work: Work, record: AnyRecord): 'none' | 'defects' | 'over' => {
  if (record.status !== 'in_progress') return 'over'
  const theirs = defectsOf(record)
  const isSame = hasSameDefects(theirs, work.base) || hasSameDefects(theirs, work.defects)
  const isDisputed = disputedChecks(work, record).length > 0 || disputedLengths(work, record).length > 0
  return isSame && !isDisputed ? 'none' : 'defects'
}

/** Continues on another version of the record, with the person's defects, those of the server, or both. */
export const resolved = (work: Work, record: AnyRecord, keep: 'mine' | 'theirs' | 'both'): Work => {
  const theirs = defectsOf(record)
  const known = new Set(theirs.map(({ id }) => id))
  const before = new Map(work.base.map((defect) => [defect.id, wordsOf([defect])]))
  const onTheirRows = (defect: FoundDefect) => (known.has(defect.id ?? 0) ? defect : { ...defect, id: undefined })
  const mine = work.defects.map(onTheirRows)
  // Of both: theirs, and what this device added or changed.
  const isOwn = (defect: FoundDefect) => defect.id === undefined || before.get(defect.id) !== wordsOf([defect])
  const added = work.defects.filter(isOwn).map(onTheirRows)
  const changed = new Set(added.map(({ id }) => id))
  const both = [...added, ...theirs.filter(({ id }) => !changed.has(id))]
  return {
    ...work,
    version: Number(record.version),
    base: theirs,
    ...mergedChecks(work, record, keep),
    ...mergedLengths(work, record, keep),
    ...mergedSignatures(work, record),
    ...mergedCartons(work, record),
    defects: keep === 'mine' ? mine : keep === 'theirs' ? theirs : both,
  }
}

/** Answers that one side alone gave stay in any case; of two the person's own, unless they keep the other's. */
const mergedChecks = (work: Work, record: AnyRecord, keep: 'mine' | 'theirs' | 'both') => {
  const baseChecks = checksOf(record)
  const before = new Map(work.baseChecks.map((check) => [check.id, answerOf(check)]))
  const now = new Map(work.checks.map((check) => [check.id, check]))
  const checks = baseChecks.map((theirs) => {
    const mine = now.get(theirs.id)
    if (!mine || answerOf(mine) === before.get(theirs.id)) return theirs
    return keep === 'theirs' && answerOf(theirs) !== before.get(theirs.id) ? theirs : mine
  })
  return { baseChecks, checks }
}

/** As with answers: what one side alone measured stays, of two the person's own, unless they keep the other's. */
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

/** What was typed meanwhile stays, on the rows that the server has now. */
const takenSignatures = ({ signatures }: Work, record: AnyRecord) => {
  const baseSignatures = signaturesOf(record)
  const withRow = (side: SigningSide): SignatureEntry => {
    const { signer, strokes } = signatures[side]
    const { id } = baseSignatures[side]
    return { ...(id && { id }), signer, strokes }
  }
  return { baseSignatures, signatures: { inspector: withRow('inspector'), factory: withRow('factory') } }
}

/** Who signed on this device has signed; else what the server has. */
const mergedSignatures = (work: Work, record: AnyRecord) => {
  const theirs = signaturesOf(record)
  const taken = takenSignatures(work, record).signatures
  const entryOf = (side: SigningSide) =>
    writtenBy(work.signatures[side]) === writtenBy(work.baseSignatures[side]) ? theirs[side] : taken[side]
  return { baseSignatures: theirs, signatures: { inspector: entryOf('inspector'), factory: entryOf('factory') } }
}

/** Cartons that were drawn on this device stay; else those that the server has. */
const mergedCartons = (work: Work, record: AnyRecord) => {
  const theirs = cartonsOf(record)
  return { ...(work.sentCartons === cartonsIn(work) && theirs), sentCartons: cartonsIn(theirs) }
}

/** What nobody has signed yet. */
export const unsigned: SignatureEntries = {
  inspector: { signer: '', strokes: '' },
  factory: { signer: '', strokes: '' },
}
