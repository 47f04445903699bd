import * as z from 'zod'
import { roles } from '#shared/kit/roles.ts'
import { languages } from '#shared/kit/text.ts'

const info = z
  .object({
    type: z.enum(roles),
    is_super_user: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    supplier_id: z.int().nullable(),
    company: z.string().nullable(),
  })
  .meta({ id: 'AccountInfo' })

const user = z
  .object({
    id: z.int(),
    phone: z.string().nullable(),
    language: z.enum(languages).nullable().describe('The chosen language; null: that of the browser.'),
    photoURL: z.string().nullable(),
    shortcuts: z.array(z.string()).nullable(),
    settings: z.record(z.string(), z.unknown()).nullable(),
    prices: z.literal(true).optional().describe('Present if supplier staff may see prices.'),
    portfolio: z
      .object({
        names: z.array(z.object({ id: z.int(), name_en: z.string(), name_zh: z.string().nullable() })).optional(),
        suppliers: z.array(z.int()).optional(),
      })
      .optional()
      .describe('The portfolios that confine an office account, and their suppliers; absent if it sees all.'),
  })
  .meta({ id: 'Account' })

/** Schema of an answer with data and a message in the caller's language. */
export const withMessage = (data: z.ZodType) => z.object({ data, message: z.string() })

export const doneAnswer = { description: 'A message about what was done.', schema: withMessage(z.null()) }
export const signedInAnswer = {
  description: 'Token and user.',
  schema: withMessage(z.object({ token: z.string(), info, user })),
}
export const profileAnswer = { description: 'The current profile.', schema: withMessage(z.object({ info, user })) }
