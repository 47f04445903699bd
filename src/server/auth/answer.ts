import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { invalid } from '#server/kit/errors.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { emailPattern } from '#shared/base/email.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type Named, namesAround, passwordProblems } from './passwords'

/** The answer of an account call: its data and a sentence in the caller's language. */
export const answer = <D>(request: FastifyRequest, data: D, key: string, params?: Text['params']) => ({
  data,
  message: renderText(textOf(key, params), languageOf(request.headers['accept-language'])),
})

/**
 * Answers no sooner than this long after the request came. What follows from it is done by then, so neither this answer
 * nor the next one tells by its time whether an address has an account.
 */
export const withMinimumDuration = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  const [result] = await Promise.allSettled([work(), sleep(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** A line that people fill in. Its length is checked first: nothing else is tried on what is too long. */
export const filled = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'required')
    .max(max, { abort: true })
    .refine((given) => !/\p{Cc}/u.test(given), 'control_characters')
/** The address of a new account. */
export const typedEmail = filled(200).toLowerCase().regex(emailPattern, 'pattern')
export const typedPassword = z.string().min(1, 'required').max(1024)
export const typedToken = z.string().min(1, 'required').max(200)

/** Refuses a new password that cannot be taken, at `field`, or that was not written twice the same. */
export const requireNewPassword = async (
  on: Queryable,
  person: Named,
  { next, confirmed, field }: { next: string; confirmed: string; field: string },
) => {
  const errors: Record<string, Text[]> = {}
  const problems = passwordProblems(next, await namesAround(on, person))
  if (problems.length > 0) errors[field] = problems
  else if (next !== confirmed) errors.confirm_password = [textOf('messages.passwords_differ')]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
