import * as z from 'zod'

/** A number in a path or query string; the API description omits its `pattern`. */
const numeral = (pattern: RegExp, error: string) =>
  z.string({ error }).regex(pattern, error).transform(Number).meta({ type: 'integer', pattern: undefined })

const idPattern = /^[1-9]\d{0,14}$/

/** The id of a record in a path or query string; 400 if it is not a number. */
export const idParam = numeral(idPattern, 'messages.not_a_number')

/** The id of a record in a path or query string; 404 if it is not a number. */
export const existingIdParam = numeral(idPattern, 'messages.not_found')

/** A positive number in a path or query string. */
export const positiveParam = numeral(idPattern, 'messages.not_a_number')

/** A count or position (0 or more) in a path or query string. */
export const countParam = numeral(/^\d{1,9}$/, 'messages.not_a_number')

/** Up to `max` comma-separated ids of records. */
export const idsParam = (max = 100) =>
  z
    .string({ error: 'messages.not_a_number' })
    .regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${max - 1}}$`), 'messages.not_a_number')
    .transform((text) => text.split(',').map(Number))
    .meta({ pattern: undefined, description: `Up to ${max} comma-separated ids.` })
