import type { z } from 'zod'
import { say, type Text } from '../../shared/text'
import { invalid, Refusal } from '../kit/errors'

/** The body as the schema wants it; 400 where it is no object, 422 by field where it does not fit. */
export const bodyAs = <S extends z.ZodObject>(schema: S, body: unknown): z.output<S> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'malformed', say('messages.malformed_body'))
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const errors: Record<string, Text[]> = {}
  for (const issue of result.error.issues)
    for (const [field, text] of problemsOf(issue)) {
      errors[field] ??= []
      errors[field].push(text)
    }
  throw invalid(errors)
}

const problemsOf = (issue: z.core.$ZodIssue): [string, Text][] => {
  const field = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => [[...issue.path, key].join('.'), say('messages.unknown_field')])
    case 'too_small':
      return [
        [
          field,
          issue.minimum === 1 ? say('messages.required') : say('messages.too_short', { min: Number(issue.minimum) }),
        ],
      ]
    case 'too_big':
      return [[field, say('messages.too_long', { max: Number(issue.maximum) })]]
    case 'invalid_type':
      return [[field, issue.input === undefined ? say('messages.required') : say('messages.wrong_type')]]
    default:
      return [[field, say(issue.message.startsWith('messages.') ? issue.message : 'messages.wrong_value')]]
  }
}
