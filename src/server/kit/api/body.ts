import type * as z from 'zod'
import { invalid, Refusal } from '#server/kit/errors.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'

/** Parses a body by the schema. Throws 400 if it is no object, and 422 with errors by field if it does not fit. */
export const parseBody = <S extends z.ZodObject>(schema: S, body: unknown): z.output<S> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'malformed', textOf('validation.not_object'))
  const result = schema.safeParse(body, { reportInput: true })
  if (!result.success) throw invalid(issueTexts(result.error))
  return result.data
}
