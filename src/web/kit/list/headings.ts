import type { AnyRecord } from '#shared/kit/area.ts'

/** Headings of rows whose group differs from the previous row's. */
export const headingsOf = (
  records: readonly AnyRecord[],
  headingOf: ((record: AnyRecord) => string) | undefined,
): ReadonlyMap<number, string> => {
  let previousHeading = ''
  return new Map(
    records.flatMap((record): [number, string][] => {
      const heading = headingOf?.(record) ?? ''
      if (heading === previousHeading) return []
      previousHeading = heading
      return [[record.id, heading]]
    }),
  )
}
