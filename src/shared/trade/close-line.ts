/** An order line, as far as closing it needs; `line_status` is one of its area's choices. */
export interface ClosableLine {
  line_status: string
  qty: number
  shipped_qty: number
  short_close_reason: string | null
}

/** Closes an open line in place: `closed` if fully shipped, otherwise `short_closed` with the reason. */
export const closeLine = (line: ClosableLine, reason: string) => {
  const isWhole = line.shipped_qty >= line.qty
  line.line_status = isWhole ? 'closed' : 'short_closed'
  line.short_close_reason = isWhole ? null : reason
}

/** Reverses `closeLine`, so that the unshipped units are expected again. */
export const reopenLine = (line: ClosableLine) => {
  line.line_status = 'open'
  line.short_close_reason = null
}
