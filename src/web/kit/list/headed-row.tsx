import { GridRow, type GridRowProps } from '@mui/x-data-grid'
import { createContext, forwardRef, use } from 'react'

/** Headings above rows, by row id. */
export const Headings = createContext<ReadonlyMap<number, string>>(new Map())

/**
 * A grid row with the heading of the group that starts with it, drawn into the row spacing: the community grid has no
 * groups.
 */
export const HeadedRow = forwardRef<HTMLDivElement, GridRowProps>(function HeadedRow(props, ref) {
  return <GridRow ref={ref} {...props} data-heading={use(Headings).get(Number(props.rowId))} />
})

export const headingHeight = 28
