import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { invalid } from '#server/kit/errors.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { emailPattern } from '#shared/base/email.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type Named, namesAround, passwordProblems } from './passwords'

/** The answer of an account route: data and a message in the caller's language. */
export const answer = <D>(request: FastifyRequest, data: D, key: string, params?: Text['params']) => ({
  data,
  message: renderText(textOf(key, params), languageOf(request.headers['accept-language'])),
})

/**
 * Runs `work` and waits until at least this time has passed, so that response times do not reveal whether an address
 * has an account.
 */
export const withMinimumDuration = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  const [result] = await Promise.allSettled([work(), sleep(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Schema of a line of text. The length is checked first, so that nothing else runs on long input. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { abort: true })
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'control_characters')
/** Schema of a line of text that is required. */
export const filled = (max: number) => line(max).min(1, 'required')
/** Schema of the e-mail address of a new account. */
export const typedEmail = filled(200).toLowerCase().regex(emailPattern, 'pattern')
export const typedPassword = z.string().min(1, 'required').max(1024)
export const typedToken = z.string().min(1, 'required').max(200)

/** Throws 422 at `field` if a new password is not acceptable, or at its repetition if that differs. */
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
