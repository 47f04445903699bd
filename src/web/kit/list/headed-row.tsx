import { GridRow, type GridRowProps } from '@mui/x-data-grid'
import { createContext, forwardRef, use } from 'react'

/** Headings above rows, by row id. */
export const Headings = createContext<ReadonlyMap<number, string>>(new Map())

/** A row of the grid with the heading of what begins with it: the free grid has no groups, but it leaves room between rows. */
export const HeadedRow = forwardRef<HTMLDivElement, GridRowProps>(function HeadedRow(props, ref) {
  return <GridRow ref={ref} {...props} data-heading={use(Headings).get(Number(props.rowId))} />
})

export const headingHeight = 28
