import { type LastReport, type LineProgress, type WipStage, wipStages } from './production'
import { type sampleGates, sampleReadiness } from './samples'

type Gate = (typeof sampleGates)[number]

/** A sample of a line. */
export interface SampleRecord {
  type: number
  name_en: string
  name_zh: string | null
  gate: Gate
  status: string
}

/** A sample that must be approved before cutting; `status` is null if it was not requested. */
export interface OpenSample {
  name_en: string
  name_zh: string | null
  status: string | null
}

/** Bulk production begins with cutting, so samples that gate bulk production gate cutting too. */
const gatesOfCutting: readonly Gate[] = ['cutting', 'bulk']

/** The samples of a line that are not approved, and the sample types of its category's plan that were not requested. */
export const samplesBefore = (
  samples: readonly SampleRecord[],
  types: readonly { id: number; name_en: string; name_zh: string | null; gate: Gate }[],
): OpenSample[] => {
  const counted = samples.filter(({ gate, status }) => gatesOfCutting.includes(gate) && status in sampleReadiness)
  const missing = types.filter(
    ({ id, gate }) => gatesOfCutting.includes(gate) && !counted.some(({ type }) => type === id),
  )
  return [
    ...counted.flatMap(({ name_en, name_zh, status }) =>
      sampleReadiness[status as keyof typeof sampleReadiness] === 'ok' ? [] : [{ name_en, name_zh, status }],
    ),
    ...missing.map(({ name_en, name_zh }) => ({ name_en, name_zh, status: null })),
  ]
}

/** Whether units at this stage mean that cutting has begun. */
export const isCut = (stage: WipStage, units: number): boolean =>
  units > 0 && wipStages.indexOf(stage) >= wipStages.indexOf('cutting')

/** A line that can be reported on, as the API returns it. */
export interface LineToReport extends LineProgress {
  /** Samples that must be approved before cutting begins. */
  open_samples: OpenSample[]
}

/** The lines that can be reported on, as the API returns them. */
export interface LinesToReport {
  lines: LineToReport[]
  /** The last report of each stage and factory. */
  reports: LastReport[]
  /** Whether cutting cannot begin while samples are open; otherwise they cause a warning. */
  stops_cutting: boolean
}
