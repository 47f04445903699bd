import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { headingHeight } from './cell-grid-style'

/** Virtualizes the rows of a cell grid: only rows on the screen are rendered. `first` and `last` are their indexes. */
export const useVisibleRows = (
  scroller: RefObject<HTMLElement | null>,
  { rows, rowHeight, shown, headingAt, onRange }: VisibleRowsOptions,
) => {
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => rowHeight + (headingAt?.(row) ? headingHeight : 0),
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows start at the top and have other headings
  useEffect(() => {
    virtualizer.measure()
    scroller.current?.scrollTo({ top: 0 })
  }, [shown])
  return { virtualizer, items, first, last }
}

export interface VisibleRowsOptions {
  rows: number
  /** In pixels. */
  rowHeight: number
  /** Identifies the rows; the grid scrolls to the top when it changes. */
  shown: unknown
  /** The heading above a row, across all columns; null for most. */
  headingAt?: (row: number) => string | null
  /** Called with the indexes of the visible rows when they change. */
  onRange?: (first: number, last: number) => void
}
