import { isRecordDate } from '#shared/base/dates.ts'
import { readTable } from '#shared/delimited/read.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { eventKinds, reportedMilestones } from '#shared/trade/containers.ts'
import { containers } from '../area'

/** A milestone of a file, as it is sent. */
export interface FileEvent {
  source: string
  id: string
  container_no: string
  type: string
  kind: string
  at: string
  place: string | null
}

export interface EventsFile {
  events: FileEvent[]
  /** Why rows cannot be taken; a file with any is not sent. */
  faults: { row: number; why: Text }[]
  problem: Text | null
}

const columns = ['source', 'id', 'container_no', 'type', 'kind', 'at', 'place'] as const
const needed = columns.filter((column) => column !== 'place')
const mostFaults = 20

const text = (key: string, params?: Text['params']): Text =>
  textOf(`areas.${containers.name}.screen.events.${key}`, params)

/** Reads the milestones of a carrier's file by the headings of its first line. */
export const readEvents = (bytes: Uint8Array): EventsFile => {
  const nothing = (problem: Text): EventsFile => ({ events: [], faults: [], problem })
  const table = readTable(bytes)
  if (table.problem) return nothing(table.problem)
  const headings = table.headings.map((heading) => heading.toLowerCase().replaceAll(' ', '_'))
  const missing = needed.filter((column) => !headings.includes(column))
  if (missing.length > 0) return nothing(text('no_columns', { columns: missing.join(', ') }))
  const events: FileEvent[] = []
  const faults: EventsFile['faults'] = []
  for (const { line, cells, problem } of table.rows()) {
    const cell = (column: (typeof columns)[number]) => (cells[headings.indexOf(column)] ?? '').trim()
    const event: FileEvent = {
      ...{ source: cell('source'), id: cell('id'), container_no: cell('container_no') },
      ...{ type: cell('type').toLowerCase(), kind: cell('kind').toLowerCase(), at: cell('at') },
      place: cell('place') || null,
    }
    const why = problem ?? faultOf(event)
    if (!why) events.push(event)
    else if (faults.length < mostFaults) faults.push({ row: line, why })
  }
  return events.length + faults.length === 0 ? nothing(text('no_rows')) : { events, faults, problem: null }
}

const faultOf = (event: FileEvent): Text | null => {
  const empty = needed.find((column) => !event[column])
  if (empty) return text('missing', { column: empty })
  if (!reportedMilestones.some((type) => type === event.type))
    return text('bad_type', { text: event.type.slice(0, 40) })
  if (!eventKinds.some((kind) => kind === event.kind)) return text('bad_kind')
  return isMoment(event.at) ? null : text('bad_at', { text: event.at.slice(0, 40) })
}

const isMoment = (at: string) =>
  isRecordDate(at.slice(0, 10)) &&
  (at.length === 10 || /^T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(at.slice(10)))
