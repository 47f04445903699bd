import type { AnyRecord } from '#shared/kit/area.ts'
import { type GarmentPlace, placeOf } from '#shared/trade/garment-place.ts'
import { type InspectedPoint, pieceFields } from '#shared/trade/measured.ts'
import type { Check, DefectSeverity } from '#shared/trade/qa.ts'
import type { SigningSide } from '#shared/trade/signature.ts'

/** A defect as the inspector entered it. `id`: its row on the server, once it was sent. */
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

/** An item of the checklist with the inspector's answer. `id`: its row on the server. */
export interface CheckAnswer extends Check {
  id: number
  checklist_item_id: number
  comment: string
}

/** A signature, with the name of the signer. `id`: its row on the server. */
export interface SignatureEntry {
  id?: number
  signer: string
  strokes: string
}
export type SignatureEntries = Readonly<Record<SigningSide, SignatureEntry>>

/** Measured lengths in millimetres, by `measureKey`; unmeasured ones are absent. */
export type Lengths = Readonly<Record<string, string>>
/** Key of a length: the id of its row on the server, and one of `pieceFields`. */
export const measureKey = (id: number, field: string) => `${id} ${field}`

/** A photo on the device; its bytes are stored separately. */
export interface FoundPhoto {
  key: string
  name: string
  isSent: boolean
}

/** The entered inputs of the move `complete`. */
export type Closing = Record<string, unknown>

/** The state of an inspection on the device, including entries that were not sent yet. */
export interface Work {
  activity: number
  /** The version of the record from which the `base` values come. */
  version: number
  /** The defects on the server; differences from `defects` are still to be sent. */
  base: FoundDefect[]
  defects: FoundDefect[]
  /** The checklist on the server, and with the answers on the device. */
  baseChecks: CheckAnswer[]
  checks: CheckAnswer[]
  /** Ids of the measurement rows on the server. */
  points: number[]
  /** The measurements on the server, and with those on the device. */
  baseLengths: Lengths
  lengths: Lengths
  baseSignatures: SignatureEntries
  signatures: SignatureEntries
  carton_qty: number | null
  drawn_cartons: string
  /** The cartons on the server, as `cartonsIn` encodes them. */
  sentCartons: string
  photos: FoundPhoto[]
  closing: Closing
  /** The inspector has finished; the inspection is completed once everything is sent. */
  isFinished: boolean
}

/** The state of an inspection without local entries. */
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

export const cartonsOf = ({ carton_qty, drawn_cartons }: AnyRecord): Cartons => ({
  carton_qty: typeof carton_qty === 'number' ? carton_qty : null,
  drawn_cartons: String(drawn_cartons ?? ''),
})

/** Encodes cartons as a comparable string. */
export const cartonsIn = ({ carton_qty, drawn_cartons }: Cartons) => `${carton_qty ?? ''}:${drawn_cartons}`

/** The defects of a record; their keys are derived from their ids. */
export const defectsOf = ({ defects }: AnyRecord): FoundDefect[] =>
  ((defects ?? []) as Record<string, unknown>[]).map((row) => ({
    ...{ key: `row ${row.id}`, id: Number(row.id) },
    ...{ defect_code_id: Number(row.defect_code_id), severity: row.severity as DefectSeverity, qty: Number(row.qty) },
    size_id: typeof row.size_id === 'number' ? row.size_id : null,
    ...{ position: String(row.position ?? ''), place: placeOf(row), comment: String(row.comment ?? '') },
  }))

/** The checklist of a record. */
export const checksOf = ({ checks }: AnyRecord): CheckAnswer[] =>
  ((checks ?? []) as Record<string, unknown>[]).map((row) => ({
    ...{
      id: Number(row.id),
      checklist_item_id: Number(row.checklist_item_id),
      is_hard_fail: row.is_hard_fail === true,
    },
    ...{ result: (row.result ?? null) as CheckAnswer['result'], comment: String(row.comment ?? '') },
  }))

/** The measurement rows of a record. */
export const pointsOf = ({ measures }: AnyRecord) => (measures ?? []) as (InspectedPoint & { id: number })[]

/** The measured lengths of a record. */
export const lengthsOf = (record: AnyRecord): Lengths =>
  Object.fromEntries(
    pointsOf(record).flatMap((point) =>
      pieceFields.flatMap((field) => {
        const length = point[field]
        return typeof length === 'string' ? [[measureKey(point.id, field), length]] : []
      }),
    ),
  )

/** The signatures of a record; empty ones for sides that have not signed. */
export const signaturesOf = ({ signatures }: AnyRecord): SignatureEntries => {
  const rows = (signatures ?? []) as Record<string, unknown>[]
  const entryOf = (side: SigningSide): SignatureEntry => {
    const row = rows.find((signature) => signature.side === side)
    return {
      ...(row && { id: Number(row.id) }),
      signer: String(row?.signer ?? ''),
      strokes: String(row?.strokes ?? ''),
    }
  }
  return { inspector: entryOf('inspector'), factory: entryOf('factory') }
}

/** Empty signatures of both sides. */
export const unsigned: SignatureEntries = {
  inspector: { signer: '', strokes: '' },
  factory: { signer: '', strokes: '' },
}
