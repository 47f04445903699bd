import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#server/db/types.ts'
import { queueMail } from '#server/jobs/mail.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'
import { fullName } from './accounts'
import { answer, filled, requireNewPassword, typedPassword, typedToken, withMinimumDuration } from './answer'
import { addressKey, countRequest, liftLimits } from './attempts'
import { accountOfToken, queueLink, requireUnchanged, spendToken } from './links'
import { hashPassword, storeHash } from './passwords'
import { doneAnswer } from './schemas'
import { logSecurity } from './security-log'
import { endSessions, forgetPrincipal } from './sessions'

/** Routes that reset a forgotten password by a mailed link, which is valid once and for an hour. */
export const resetRoutes = (app: FastifyInstance, { db, evenAfter }: { db: Db; evenAfter: number }) => {
  route(
    app,
    {
      method: 'POST',
      url: '/api/reset-password-request',
      tags: ['Account'],
      operationId: 'requestPasswordReset',
      summary: 'Request a link to reset the password',
      body: requestBody,
      answer: doneAnswer,
      refusals: [422, 429],
      open: true,
    },
    async (request, { body: { email } }) => {
      await countRequest(db, 'reset', addressKey(request.ip))
      await withMinimumDuration(evenAfter, () => queueLink(db, { purpose: 'reset', name: email }))
      return answer(request, null, 'messages.reset_sent')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/reset-password',
      tags: ['Account'],
      operationId: 'resetPassword',
      summary: 'Set a new password with that link',
      body: resetBody,
      answer: doneAnswer,
      refusals: [422, 429],
      open: true,
    },
    async (request, { body: { email, password, confirm_password, token } }) => {
      const account = await accountOfToken(db, 'reset', token)
      if (account.email !== email.toLowerCase()) throw invalid({ email: [textOf('messages.link_of_another')] })
      await requireNewPassword(db, account, { next: password, confirmed: confirm_password, field: 'password' })
      const passwordHash = await hashPassword(password)
      await db.transaction(async (tx) => {
        await spendToken(tx, 'reset', token)
        await requireUnchanged(tx, account, 'active')
        await storeHash(tx, account.id, passwordHash)
        await endSessions(tx, account.id)
        await liftLimits(tx, account.id)
        const name = fullName(account.first_name, account.last_name)
        await queueMail(tx, {
          mail: 'password_reset',
          to: account.email,
          language: account.mail_language,
          params: { name },
        })
      })
      forgetPrincipal(account.id)
      logSecurity(request.log, 'password_reset', { account: account.id })
      return answer(request, null, 'messages.password_reset')
    },
  )
}

/** The body of reset-password-request: the address or username of the account. */
export const requestBody = z.strictObject({ email: filled(254) })

/** The body of reset-password: the token of the link, and the new password twice. */
export const resetBody = z.strictObject({
  email: filled(254),
  password: typedPassword,
  confirm_password: typedPassword,
  token: typedToken,
})
