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
    language: z.enum(languages).nullable().describe('As chosen; null: the portal follows the browser.'),
    photoURL: z.string().nullable(),
    shortcuts: z.array(z.string()).nullable(),
    settings: z.record(z.string(), z.unknown()).nullable(),
    prices: z.literal(true).optional().describe('Suppliers’ staff see prices; absent where they do not.'),
    portfolio: z
      .object({
        names: z.array(z.object({ id: z.int(), name_en: z.string(), name_zh: z.string().nullable() })).optional(),
        suppliers: z.array(z.int()).optional(),
      })
      .optional()
      .describe('The portfolios that confine an office account and their suppliers; absent where it sees all.'),
  })
  .meta({ id: 'Account' })

/** Data with a sentence in the caller's language. */
export const withMessage = (data: z.ZodType) => z.object({ data, message: z.string() })

export const doneAnswer = { description: 'Done, in a sentence.', schema: withMessage(z.null()) }
export const signedInAnswer = {
  description: 'Token and user.',
  schema: withMessage(z.object({ token: z.string(), info, user })),
}
export const profileAnswer = { description: 'The profile as it is now.', schema: withMessage(z.object({ info, user })) }
