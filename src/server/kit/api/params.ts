import * as z from 'zod'

/** A number written in an address, as it is described; `pattern` is left out of the description. */
const numeral = (pattern: RegExp, error: string) =>
  z.string({ error }).regex(pattern, error).transform(Number).meta({ type: 'integer', pattern: undefined })

const idPattern = /^[1-9]\d{0,14}$/

/** The id of a record in an address; 400 where it is no number. */
export const idParam = numeral(idPattern, 'messages.not_a_number')

/** The id of a record in an address; 404 where it is no number. */
export const existingIdParam = numeral(idPattern, 'messages.not_found')

/** A number from one on in an address. */
export const positiveParam = numeral(idPattern, 'messages.not_a_number')

/** A count or position in an address. */
export const countParam = numeral(/^\d{1,9}$/, 'messages.not_a_number')

/** Up to `max` ids of records with commas between them. */
export const idsParam = (max = 100) =>
  z
    .string({ error: 'messages.not_a_number' })
    .regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${max - 1}}$`), 'messages.not_a_number')
    .transform((text) => text.split(',').map(Number))
    .meta({ pattern: undefined, description: `Up to ${max} ids, with commas between them.` })
