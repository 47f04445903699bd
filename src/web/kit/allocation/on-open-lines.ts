import { type Filter, fieldIs } from '#shared/kit/filter.ts'

/** Nobody has anything to do for a line that is over, whatever stands at it. */
export const onOpenLines: Filter = fieldIs('is_line_open', 'true')
