import { daysBetween } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import type { Readiness, ReadinessKind, RequirementPolicy, Side } from './readiness'

/** Cells that one selection or one command takes at most. */
export const mostCells = 1000

/** How far a line is with one kind. */
export interface ReadinessCell {
  state: Readiness
  /** Who has to do something next; both, where a kind has several types. */
  turns: Side[]
  /** Since when it waits, as a moment; null where it waits for nobody, and while the order is not issued. */
  since: string | null
  /** The earliest day by which an answer is due. */
  due: string | null
  /** What is missing of a kind that has several, such as kinds of attachments; empty where the kind says it all. */
  missing: string[]
  /** The day on which the supplier was last reminded of what waits for it. */
  reminded: string | null
}

/** A line with its cells by kind. */
export interface ReadinessRow {
  line: { id: number } & Record<string, unknown>
  cells: Partial<Record<ReadinessKind, ReadinessCell>>
}

/** A column: a kind with the area of its allocations, and what it means for a booking that it is open. */
export interface ReadinessColumn {
  kind: ReadinessKind
  area: string
  policy: RequirementPolicy
}

/** A part of the lines that match, and how many do. */
export interface ReadinessPage {
  kinds: ReadinessColumn[]
  rows: ReadinessRow[]
  total: number
}

/** Lines from which pages are counted: in the order of the matrix the first, and every so many-th after it. */
export interface ReadinessAnchors {
  every: number
  ids: number[]
}
/** As deep as a page may lie behind its anchor, less a page. */
export const linesPerAnchor = 9000

/** How many lines wait for each side. */
export interface Waiting {
  lines: number
  office: number
  supplier: number
}

/** The same for all lines that match, by kind (`lines` counts those that need the kind) and by supplier, the busiest first. */
export interface ReadinessSums extends Waiting {
  kinds: Partial<Record<ReadinessKind, Waiting>>
  suppliers: (Waiting & { id: number; title: string })[]
}

/** The tone of each state, on screens and in files. */
export const readinessTones: Readonly<Record<Readiness, Tone>> = {
  not_required: 'neutral',
  missing: 'warning',
  in_progress: 'info',
  rejected: 'danger',
  ok: 'success',
  waived: 'neutral',
}

/** For how many days a cell has waited; null where it waits for nobody. */
export const waitingDays = ({ since }: Pick<ReadinessCell, 'since'>, today: string): number | null =>
  since === null ? null : Math.max(0, daysBetween(since.slice(0, 10), today))

/** What became, or would become, of a reminder of one cell. */
export interface ReminderResult {
  po_line_id: number
  line_title: string | null
  kind: string
  ok: boolean
  status: number
  code?: string
  message?: string
}

/** Whom a reminder goes to, by supplier, and a result for each cell. */
export interface Reminders {
  recipients: { supplier: { id: number; title: string }; people: { name: string; email: string }[]; cells: number }[]
  results: ReminderResult[]
}
