import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#server/db/types.ts'
import { parseBody } from '#server/kit/api/body.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { languageOf } from '#server/texts.ts'
import { roleOf } from '#shared/kit/roles.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Account, accountOf, fullName, type PhotoAddress, principalOf, signInAnswer } from './accounts'
import {
  answer,
  filled,
  requireNewPassword,
  typedEmail,
  typedPassword,
  typedToken,
  withMinimumDuration,
} from './answer'
import { addressKey, countRequest } from './attempts'
import { accountOfToken, findToken, queueLink, requireUnchanged, spendToken } from './links'
import { hashPassword, storeHash } from './passwords'
import { profileChanged } from './profile.ts'
import { doneAnswer, withMessage } from './schemas'
import { logSecurity } from './security-log'
import { forgetPrincipal, type Sessions } from './sessions'

export interface RegistrationOptions {
  kit: Kit
  sessions: Sessions
  photoAddress: PhotoAddress
  /** The minimum time in milliseconds of answers that must not reveal whether an address has an account. */
  evenAfter: number
}

/** Routes of registration: by invitation, or open if the settings permit it. */
export const registrationRoutes = (app: FastifyInstance, options: RegistrationOptions) => {
  const { kit, evenAfter } = options
  const { db } = kit

  route(
    app,
    {
      method: 'GET',
      url: '/api/auth/registration',
      tags: ['Account'],
      operationId: 'getRegistration',
      summary: 'Whether registration is open, and the account of an invitation',
      query: registrationQuery,
      answer: registrationAnswer,
      open: true,
    },
    async (_request, { query: { token } }) => {
      const invitation = token ? await findToken(db, 'invitation', token) : undefined
      const account = invitation && (await accountOf(db, invitation.user_id))
      return {
        data: {
          open: await isOpen(kit),
          invitation: account ? { ...invitationOf(account), expired: invitation.expired } : null,
        },
      }
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/register',
      tags: ['Account'],
      operationId: 'register',
      summary: 'Register, or accept an invitation',
      body: registerBody,
      answer: registeredAnswer,
      refusals: [403, 422, 429],
      open: true,
    },
    async (request, { body }) => {
      if (body.token) return acceptInvitation(options, request, parseBody(invitedPerson, body))
      const { first_name, last_name, email } = body
      if (!(await isOpen(kit))) throw new Refusal(403, 'closed', textOf('messages.registration_closed'))
      await countRequest(db, 'registration', addressKey(request.ip))
      await withMinimumDuration(evenAfter, async () => {
        await createAccount(kit, request, { first_name, last_name, email })
        // Sent also for an address that has an account, whose owner gets another mail, so that the answers are the same.
        await queueLink(db, { purpose: 'confirmation', name: email })
      })
      return answer(request, null, 'messages.registered')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/confirm-mail',
      tags: ['Account'],
      operationId: 'confirmMail',
      summary: 'Confirm an address with the mailed link, and set the password',
      body: confirmBody,
      answer: doneAnswer,
      refusals: [422],
      open: true,
    },
    async (request, { body: { token, ...passwords } }) => {
      const account = await accountOfToken(db, 'confirmation', token)
      await requireNewPassword(db, account, passwordOf(passwords))
      const passwordHash = await hashPassword(passwords.password)
      await db.transaction(async (tx) => {
        await spendToken(tx, 'confirmation', token)
        await requireUnchanged(tx, account, 'invited')
        await activate(kit, tx, account, account)
        await storeHash(tx, account.id, passwordHash)
      })
      logSecurity(request.log, 'account_activated', { account: account.id })
      return answer(request, null, 'messages.mail_confirmed')
    },
  )

  route(
    app,
    {
      method: 'POST',
      url: '/api/auth/confirm-mail/send',
      tags: ['Account'],
      operationId: 'sendConfirmationMail',
      summary: 'Send the link to confirm an address again',
      body: confirmationBody,
      answer: doneAnswer,
      refusals: [422, 429],
      open: true,
    },
    async (request, { body: { email } }) => {
      await countRequest(db, 'confirmation', addressKey(request.ip))
      await withMinimumDuration(evenAfter, () => queueLink(db, { purpose: 'confirmation', name: email }))
      return answer(request, null, 'messages.confirmation_sent')
    },
  )
}

const isOpen = async (kit: Kit) => (await kit.settings()).registration_open === true

const acceptInvitation = async (
  { kit, sessions, photoAddress }: RegistrationOptions,
  request: FastifyRequest,
  { token, ...person }: InvitedPerson,
) => {
  const account = await accountOfToken(kit.db, 'invitation', token)
  if (account.email !== person.email) throw invalid({ email: [textOf('messages.link_of_another')] })
  await requireNewPassword(kit.db, { ...account, ...person }, passwordOf(person))
  const passwordHash = await hashPassword(person.password)
  const session = await kit.db.transaction(async (tx) => {
    await spendToken(tx, 'invitation', token)
    await requireUnchanged(tx, account, 'invited')
    await activate(kit, tx, account, person)
    await storeHash(tx, account.id, passwordHash)
    await tx.query('update users set last_login_at = now() where id = $1', [account.id], 'last_login')
    return sessions.start(tx, account.id, {
      remember: false,
      address: addressKey(request.ip),
      agent: request.headers['user-agent'] ?? '',
    })
  })
  forgetPrincipal(account.id)
  logSecurity(request.log, 'sign_in', { account: account.id, address: addressKey(request.ip), by: 'invitation' })
  const activeAccount = await accountOf(kit.db, account.id)
  const data = signInAnswer(activeAccount, await sessions.tokenOf(session), photoAddress(activeAccount))
  return answer(request, data, 'messages.signed_in')
}

/**
 * Creates an account unless the address has one; the work is the same until the database decides. The password is set
 * by the person who opens the mailed link: a password set here could be that of a stranger who waits until the owner of
 * the address confirms it.
 */
const createAccount = async (kit: Kit, request: FastifyRequest, { first_name, last_name, email }: NewPerson) => {
  // The account has no supplier whose language could be used, so mails are in the language of the registration page.
  const language = languageOf(request.headers['accept-language'])
  const columns = { first_name, last_name, email, language, type: 'user', status: 'invited' }
  try {
    await kit.write(system, 'register', (work) => kit.repository('users').create(work, [columns]), {
      requestId: request.id,
    })
  } catch (error) {
    const isEmailInUse = error instanceof Refusal && 'email' in error.errors
    if (!isEmailInUse) throw error
  }
}

/** Activates an invited account with the names that the person has entered; throws 422 if it is active already. */
const activate = async (kit: Kit, tx: Queryable, account: Account, { first_name, last_name }: Names) => {
  const active = await tx.query(
    `update users set first_name = $2, last_name = $3, full_name = $4, status = 'active', version = version + 1,
       updated_at = now(), updated_by = $1
     where id = $1 and status = 'invited' and archived_at is null returning id`,
    [account.id, first_name, last_name, fullName(first_name, last_name)],
    'account_activate',
  )
  if (active.length === 0) throw invalid({ token: [textOf('messages.link_used')] }, textOf('messages.link_used'))
  const me = principalOf({ ...account, first_name, last_name })
  const names = { first_name: account.first_name, last_name: account.last_name }
  const move = { name: 'activate', from: 'invited', to: 'active' }
  await profileChanged(kit)(tx, me, names, { first_name, last_name }, move)
}

/** Unknown parameters are allowed, since mail programs may add their own to a link. */
const registrationQuery = z.looseObject({
  token: z.string().optional().catch(undefined).describe('The token of an invitation.'),
})

const registrationAnswer = {
  description: 'The data of the registration page.',
  schema: z.object({
    data: z.object({
      open: z.boolean(),
      invitation: z
        .object({
          email: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          company: z.string().nullable(),
          role: z.string().nullable(),
          expired: z.boolean(),
        })
        .nullable(),
    }),
  }),
}

const registeredAnswer = {
  description: 'A mail is sent; with an invitation, the person is signed in.',
  schema: withMessage(z.looseObject({}).nullable()),
}

/** The body of confirm-mail: the token of the link, and the password twice. */
export const confirmBody = z.strictObject({
  token: typedToken,
  password: typedPassword,
  confirm_password: typedPassword,
})

/** The body of confirm-mail/send: the address to send the link to. */
export const confirmationBody = z.strictObject({ email: filled(254) })

const newPerson = z.strictObject({ first_name: filled(80), last_name: filled(80), email: typedEmail })
const invitedPerson = newPerson.extend({
  password: typedPassword,
  confirm_password: typedPassword,
  token: typedToken,
})

/** The body of register: a new person, who sets the password later; or with `token`, the person of an invitation. */
export const registerBody = invitedPerson.partial({ password: true, confirm_password: true, token: true })

type NewPerson = z.output<typeof newPerson>
type InvitedPerson = z.output<typeof invitedPerson>
type Names = Pick<Account, 'first_name' | 'last_name'>

const passwordOf = ({ password, confirm_password }: Pick<InvitedPerson, 'password' | 'confirm_password'>) => ({
  next: password,
  confirmed: confirm_password,
  field: 'password',
})

const invitationOf = (account: Account) => ({
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  company: account.company,
  role: roleOf(account),
})
