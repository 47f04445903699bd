import { isRecordDate } from '#shared/base/dates.ts'
import { confidentMatch, type MatchField, matchColumns } from '#shared/delimited/match.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { eventKinds, reportedMilestones } from './containers'

/** A milestone from a carrier's file, in the form of `POST /api/containers/events`. */
export interface MilestoneRow {
  source: string
  id: string
  container_no: string
  type: string
  kind: string
  at: string
  place: string | null
}

/** A row of the file that cannot be read, and why. */
export interface MilestoneFault {
  /** The line number in the file, from 1. */
  line: number
  text: Text
}

export interface ReadMilestones {
  events: MilestoneRow[]
  faults: MilestoneFault[]
  /** The number of rows with content. */
  count: number
}

/** Maximum length of these fields, in characters. */
export const milestoneLengths = { source: 60, id: 120, container_no: 20, place: 120 } as const

/** Maximum number of faults that are reported for a file. */
export const mostMilestoneFaults = 200

const fields = [
  { name: 'source', aliases: ['carrier', 'reported by', '来源', '承运人'] },
  { name: 'id', aliases: ['event id', 'event no', 'reference', '编号', '事件编号'] },
  { name: 'container_no', aliases: ['container', 'container no', 'equipment reference', 'cntr no', '箱号', '柜号'] },
  { name: 'type', aliases: ['event', 'event type', 'milestone', '节点', '类型'] },
  { name: 'kind', aliases: ['classifier', 'event classifier code', 'status', '性质'] },
  { name: 'at', aliases: ['date', 'event date', 'event date time', 'time', '日期', '时间'] },
  { name: 'place', aliases: ['location', 'port', '地点', '港口'] },
] as const satisfies readonly MatchField[]

type Column = (typeof fields)[number]['name']

/** Event classifier codes of the DCSA Track and Trace standard, as carriers use them. */
const classifiers: Readonly<Record<string, string>> = { pln: 'planned', est: 'estimated', act: 'actual' }

/** The required columns that are not among the headings. */
export const missingColumns = (headings: readonly string[]): Column[] => {
  const columns = columnsOf(headings)
  return fields.flatMap(({ name }) => (name !== 'place' && columns.get(name) == null ? [name] : []))
}

/**
 * Reads the milestones of a carrier's file; columns are found by their headings. Unreadable rows are reported as
 * faults.
 */
export const readMilestones = (headings: readonly string[], source: Iterable<SourceRow>): ReadMilestones => {
  const columns = columnsOf(headings)
  const result: ReadMilestones = { events: [], faults: [], count: 0 }
  for (const { line, cells, problem } of source) {
    if (cells.every((cell) => !cell.trim())) continue
    result.count++
    const event = eventOf((name) => (cells[columns.get(name) ?? -1] ?? '').trim())
    const fault = problem ?? faultOf(event)
    if (!fault) result.events.push(event)
    else if (result.faults.length < mostMilestoneFaults) result.faults.push({ line, text: fault })
  }
  return result
}

const columnsOf = (headings: readonly string[]): ReadonlyMap<string, number | null> =>
  new Map(
    matchColumns(headings, fields).map(({ field, column, sure }) => [field, sure >= confidentMatch ? column : null]),
  )

const eventOf = (cell: (name: Column) => string): MilestoneRow => {
  const kind = cell('kind').toLowerCase()
  return {
    source: cell('source'),
    id: cell('id'),
    container_no: cell('container_no'),
    type: cell('type')
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
    kind: classifiers[kind] ?? kind,
    // Spreadsheets write a local time without an offset, of which only the date is reliable. The API requires seconds.
    at: cell('at')
      .replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}(:\d{2})?$/, '$1')
      .replace(/(T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/, '$1:00$2'),
    place: cell('place') || null,
  }
}

const faultOf = (event: MilestoneRow): Text | null => {
  const { type, kind, at } = event
  const empty = fields.find(({ name }) => name !== 'place' && !event[name])
  if (empty) return textOf('problems.milestones.missing', { column: empty.name })
  for (const [column, max] of Object.entries(milestoneLengths))
    if ((event[column as keyof typeof milestoneLengths] ?? '').length > max)
      return textOf('problems.milestones.too_long', { column, max })
  if (!reportedMilestones.some((known) => known === type))
    return textOf('problems.milestones.bad_type', { text: type.slice(0, 40) })
  if (!eventKinds.some((known) => known === kind)) return textOf('problems.milestones.bad_kind')
  return isMoment(at) ? null : textOf('problems.milestones.bad_at', { text: at.slice(0, 40) })
}

const isMoment = (at: string) => isRecordDate(at.slice(0, 10)) && (at.length === 10 || clock.test(at.slice(10)))

/** A time of day with its offset, as the API accepts it. */
const clock = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
