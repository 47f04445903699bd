import { type Filter, fieldIs } from '#shared/kit/filter.ts'

/** Excludes allocations of closed lines, which need no work in any state. */
export const onOpenLines: Filter = fieldIs('is_line_open', 'true')
