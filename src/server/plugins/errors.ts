import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { say, type Text } from '../../shared/text'
import type { DbError } from '../db/types'
import { conflict, invalid, notFound, Refusal } from '../kit/errors'
import { languageOf, render } from '../texts'

/** Gives every error one shape, `{ message, code, errors?, request_id? }`, in the caller's language. */
export const errors = (app: FastifyInstance) => {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply))
}

/** Answers an error; also Fastify's `frameworkErrors` option, for addresses that reach no route. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error, request_id: request.id }, 'request failed')
  else if (refusal !== error && sqlState(error))
    request.log.warn({ err: error }, 'the database refused what no rule caught')

  const language = languageOf(request.headers['accept-language'])
  const fields = Object.entries(refusal.errors).map(([field, texts]) => [
    field,
    texts.map((text) => render(text, language)),
  ])
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (typeof refusal.extra.retry_after === 'number') reply.header('retry-after', refusal.extra.retry_after)
  return reply.code(refusal.status).send({
    message: render(refusal.text, language),
    code: refusal.code,
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
    ...(refusal.status >= 500 && { request_id: request.id }),
    ...refusal.extra,
  })
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const state = sqlState(error)
  if (state) return ofDatabase(state)
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  return status >= 400 && status < 500
    ? new Refusal(status, ...(ofRequest[status] ?? ['malformed', say('messages.malformed')]))
    : new Refusal(500, 'internal', say('messages.internal'))
}

const ofRequest: Record<number, [code: string, text: Text]> = {
  400: ['malformed', say('messages.malformed_body')],
  404: ['not_found', say('messages.not_found')],
  408: ['timeout', say('messages.timeout')],
  413: ['too_large', say('messages.too_large')],
  414: ['too_large', say('messages.too_large')],
  415: ['unsupported_media_type', say('messages.unsupported_media_type')],
}

const unavailable = () => new Refusal(503, 'unavailable', say('messages.unavailable'), {}, { retry_after: 2 })

const ofDatabase = (state: string): Refusal => {
  if (state === '23505') return conflict('duplicate', say('messages.duplicate'))
  if (state === '23503') return conflict('in_use', say('messages.in_use'))
  // Deadlock and serialisation failures: the same request may well pass the next time.
  if (state === '40001' || state === '40P01') return conflict('busy', say('messages.busy'))
  if (state.startsWith('22') || state.startsWith('23')) return invalid({})
  if (state.startsWith('08') || state.startsWith('57P') || state === '53300') return unavailable()
  return new Refusal(500, 'internal', say('messages.internal'))
}

/** PostgreSQL's five-character code; the errors of Node (`EPIPE`) have letters only. */
const sqlState = (error: unknown) => {
  const code = error instanceof Error ? (error as Partial<DbError>).code : undefined
  return code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}
