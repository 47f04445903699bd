import { withoutTrailingZeros } from '#shared/base/money.ts'
import { sscc } from '#shared/standards/sscc.ts'
import { type CartonRow, cartonCount, runKey } from './packing'

/** The content of the label of one carton of a booking. */
export interface CartonLabel {
  booking_no: string
  /** The name, followed by the lines of the address. */
  ship_from: readonly string[]
  ship_to: readonly string[]
  contents: readonly CartonContent[]
  units: number
  /** The number of the carton on the packing list. */
  number: number
  /** The position of the carton among all cartons. */
  place: number
  cartons: number
  gross_kg: string | null
  net_kg: string | null
  dims_cm: string | null
  container_no: string | null
  /** The serial shipping container code; null if it has none. */
  sscc: string | null
  /** Why it has none, for readers who can change that. */
  note: string | null
}

/** The units of one line and size in a carton. */
export interface CartonContent {
  order: string
  style: string
  colour: string | null
  size: string | null
  units: number
}

/** Print forms: single labels (105 × 148 mm), or four on an A4 sheet. */
export const cartonLabelForms = ['a6', 'a4'] as const
export type CartonLabelForm = (typeof cartonLabelForms)[number]

/** Maximum number of labels in one file. */
export const mostCartonLabels = 2000

/** A row of a packing list, as far as labels need it. */
export interface LabelledRow extends CartonRow {
  sscc_serial?: number | null
  content: Omit<CartonContent, 'units'>
}

/** The data that all labels of a booking share. */
export type LabelCommon = Pick<CartonLabel, 'booking_no' | 'ship_from' | 'ship_to' | 'note'> & {
  /** The GS1 company prefix of the shipping container codes; null if none are printed. */
  prefix: string | null
}

/** A range of carton numbers, including both ends. */
export interface CartonRange {
  from: number
  to: number
}

/** A run of equal cartons, with the rows of their contents. */
interface Run<Row> extends CartonRange {
  rows: Row[]
}

const runsOf = <Row extends CartonRow>(rows: readonly Row[]): Run<Row>[] => {
  const runs = new Map<string, Run<Row>>()
  for (const row of rows) {
    if (cartonCount(row) === 0) continue
    const key = runKey(row)
    const run = runs.get(key) ?? { from: Number(row.first_no), to: Number(row.last_no), rows: [] }
    runs.set(key, run)
    run.rows.push(row)
  }
  return [...runs.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}

const sizeOf = ({ from, to }: CartonRange) => Math.max(to - from + 1, 0)
const intersection = (run: CartonRange, { from, to }: CartonRange): CartonRange => ({
  from: Math.max(run.from, from),
  to: Math.min(run.to, to),
})

/** The number of cartons of a packing list in the range. */
export const cartonsInRange = (rows: readonly CartonRow[], range: CartonRange): number =>
  runsOf(rows).reduce((sum, run) => sum + sizeOf(intersection(run, range)), 0)

/** The labels of the cartons in the range, by number. */
export const cartonLabels = (
  rows: readonly LabelledRow[],
  { prefix, ...common }: LabelCommon,
  range: CartonRange,
): CartonLabel[] => {
  const runs = runsOf(rows)
  const cartons = runs.reduce((sum, run) => sum + sizeOf(run), 0)
  const labels: CartonLabel[] = []
  let cartonsBefore = 0
  for (const run of runs) {
    const { from, to } = intersection(run, range)
    const inRun = contentsOf(run)
    for (let number = from; number <= to; number += 1) {
      const serial = inRun.serial === null ? null : inRun.serial + number - run.from
      labels.push({
        ...common,
        ...inRun.label,
        ...{ number, cartons, place: cartonsBefore + number - run.from + 1 },
        sscc: prefix !== null && serial !== null ? sscc(prefix, serial) : null,
      })
    }
    cartonsBefore += sizeOf(run)
  }
  return labels
}

const contentsOf = ({ rows }: Run<LabelledRow>) => {
  const contents = rows.map(({ content, units_per_carton }) => ({ ...content, units: Number(units_per_carton ?? 0) }))
  // The first row of a run has its measures.
  const [first] = rows
  const sides = [first?.length_cm, first?.width_cm, first?.height_cm].map(plain)
  return {
    serial: rows.find(({ sscc_serial }) => typeof sscc_serial === 'number')?.sscc_serial ?? null,
    label: {
      contents,
      units: contents.reduce((sum, { units }) => sum + units, 0),
      gross_kg: plain(first?.gross_kg),
      net_kg: plain(first?.net_kg),
      dims_cm: sides.every((side) => side !== null) ? sides.join(' × ') : null,
      container_no: rows.map((row) => row.container_no).find(isText) ?? null,
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Removes trailing zeros: `12.500` → `12.5`. Null for an unknown value or 0. */
const plain = (value: unknown): string | null =>
  value === null || value === undefined || Number(value) === 0 ? null : withoutTrailingZeros(String(value))

/** Splits the cartons into files of at most `most` labels, by ranges of carton numbers. */
export const labelFiles = (rows: readonly CartonRow[], most = mostCartonLabels): CartonRange[] => {
  const files: CartonRange[] = []
  let remaining = 0
  for (const run of runsOf(rows))
    for (let { from } = run; from <= run.to; ) {
      if (remaining === 0) {
        files.push({ from, to: from })
        remaining = most
      }
      const to = Math.min(run.to, from + remaining - 1)
      const file = files.at(-1)
      if (file) file.to = to
      remaining -= to - from + 1
      from = to + 1
    }
  return files
}
