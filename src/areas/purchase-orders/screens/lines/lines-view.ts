import type { OpenLine, OpenOrder } from '../open-order'

/** Data shared by all lines on an order's page. */
export interface LinesView {
  order: OpenOrder
  shows: { price: boolean; forecast: boolean; approval: boolean }
  /** Problems and warnings of a line. */
  notesOf: (line: OpenLine) => string[]
  /** Answers a line with other values; absent when the user may not. */
  onAnswer?: (line: OpenLine) => void
  /** Drops a line of the order; absent when the user may not do so now. */
  onDrop?: (line: OpenLine) => void
}
