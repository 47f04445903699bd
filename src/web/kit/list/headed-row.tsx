import { GridRow, type GridRowProps } from '@mui/x-data-grid'
import { createContext, forwardRef, use } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'

/** Headings above rows, by row id. */
export const Headings = createContext<ReadonlyMap<number, string>>(new Map())

/** A row of the grid with the heading of what begins with it: the free grid has no groups, but it leaves room between rows. */
export const HeadedRow = forwardRef<HTMLDivElement, GridRowProps>(function HeadedRow(props, ref) {
  return <GridRow ref={ref} {...props} data-heading={use(Headings).get(Number(props.rowId))} />
})

/** Headings of rows whose group differs from the previous row's. */
export const headingsOf = (
  records: readonly AnyRecord[],
  headingOf: ((record: AnyRecord) => string) | undefined,
): ReadonlyMap<number, string> => {
  let before = ''
  return new Map(
    records.flatMap((record): [number, string][] => {
      const heading = headingOf?.(record) ?? ''
      if (heading === before) return []
      before = heading
      return [[record.id, heading]]
    }),
  )
}

export const headingHeight = 28
