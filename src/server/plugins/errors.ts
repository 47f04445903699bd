import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logSecurity } from '#server/auth/security-log.ts'
import type { DbError } from '#server/db/types.ts'
import { conflict, invalid, notFound, Refusal } from '#server/kit/errors.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'

/** Answers every error in one shape, `{ message, code, errors?, request_id? }`, in the caller's language. */
export const errors = (app: FastifyInstance) => {
  app.decorate('writeTrouble', createWriteTrouble())
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply))
}

/**
 * Renders problems by field in the reader's language. Only the first twenty are listed, and the number of the others under
 * `''`, so that an answer to a request with very many errors stays small.
 */
export const renderProblems = (
  errors: Record<string, readonly Text[]>,
  language: Language,
): Record<string, string[]> => {
  const rendered: [string, string[]][] = []
  let remaining = maxProblems
  let unlisted = 0
  for (const [field, texts] of Object.entries(errors)) {
    const listed = texts.slice(0, remaining)
    remaining -= listed.length
    unlisted += texts.length - listed.length
    if (listed.length > 0) rendered.push([field, listed.map((text) => renderText(text, language))])
  }
  if (unlisted > 0) {
    const general = rendered.find(([field]) => field === '')?.[1] ?? []
    rendered.push(['', [...general, renderText(textOf('validation.more_problems', { count: unlisted }), language)]])
  }
  return Object.fromEntries(rendered)
}
const maxProblems = 20

/** Fastify's `frameworkErrors` option: for URLs that match no route, so that no hooks run. */
export const answerBeforeRoutes = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply.headers(request.server.apiHeaders))

/** Fastify's `clientErrorHandler`: for malformed HTTP, and heads that are too long or too slow, before any route. */
export const answerNoRequest = function (this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, code, key] = connectionErrors[error.code ?? ''] ?? [
    '400 Bad Request',
    'malformed',
    'messages.malformed',
  ]
  writeAnswer(socket, status, this.apiHeaders, { message: renderText(textOf(key), 'en'), code })
}

/** Writes an answer to a connection for which there is no reply object, and closes it. */
export const writeAnswer = (
  socket: Socket,
  status: string,
  headers: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
) => {
  const text = JSON.stringify(body)
  const allHeaders = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const head = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...head, '', text].join('\r\n'), () => socket.destroy())
}

const connectionErrors: Record<string, [status: string, code: string, key: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'messages.timeout'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large', 'messages.too_large'],
}

const logRefusal = (request: FastifyRequest, status: number) => {
  const facts = { account: request.me?.id, method: request.method, route: request.routeOptions.url }
  if (status === 403) logSecurity(request.log, 'forbidden', facts)
  else if (status === 401 && request.headers.authorization) logSecurity(request.log, 'token_refused', facts)
  else if (status === 429) logSecurity(request.log, 'limited', facts)
}

/** Sends the answer to an error, and logs what is not the caller's fault. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error)
  if (refusal.code in writeTroubles) request.server.writeTrouble.note(refusal.code)
  if (refusal.status >= 500) request.log.error({ err: error, request_id: request.id }, 'request failed')
  else if (refusal !== error && sqlState(error))
    request.log.warn({ err: error }, 'a constraint of the database was violated that no rule had checked')

  logRefusal(request, refusal.status)

  const language = languageOf(request.headers['accept-language'])
  const fields = renderProblems(refusal.errors, language)
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (typeof refusal.extra.retry_after === 'number') reply.header('retry-after', refusal.extra.retry_after)
  return reply.code(refusal.status).send({
    message: renderText(refusal.text, language),
    code: refusal.code,
    ...(Object.keys(fields).length > 0 && { errors: fields }),
    ...(refusal.status >= 500 && { request_id: request.id }),
    ...refusal.extra,
  })
}

/** The refusal that the client gets for an error of any kind. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const state = sqlState(error)
  if (state) return databaseRefusal(state)
  if (isDiskFull(error)) return unavailable('disk_full', 30)
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  return status >= 400 && status < 500
    ? new Refusal(status, ...(requestErrors[status] ?? ['malformed', textOf('messages.malformed')]))
    : new Refusal(500, 'internal', textOf('messages.internal'))
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Why writes currently fail, for monitoring. */
    writeTrouble: { note(code: string): void; read(): string | null }
  }
}

/** Codes of refusals that mean that nothing can be written, with their reason for the operator. */
const writeTroubles: Record<string, string> = { disk_full: 'disk full', read_only: 'database is read-only' }

/** Remembers the reason for half a minute after the last failed write: only further writes show whether it is over. */
const createWriteTrouble = () => {
  let last = { reason: '', at: Number.NEGATIVE_INFINITY }
  return {
    note: (code: string) => {
      last = { reason: writeTroubles[code] ?? code, at: performance.now() }
    },
    read: () => (performance.now() - last.at < 30_000 ? last.reason : null),
  }
}

const requestErrors: Record<number, [code: string, text: Text]> = {
  400: ['malformed', textOf('messages.malformed_body')],
  404: ['not_found', textOf('messages.not_found')],
  408: ['timeout', textOf('messages.timeout')],
  413: ['too_large', textOf('messages.too_large')],
  414: ['too_large', textOf('messages.too_large')],
  415: ['unsupported_media_type', textOf('messages.unsupported_media_type')],
}

const unavailable = (code: keyof typeof unavailabilities, seconds: number) =>
  new Refusal(503, code, unavailabilities[code], {}, { retry_after: seconds })

const unavailabilities = {
  busy: textOf('messages.busy'),
  database_busy: textOf('messages.database_busy'),
  disk_full: textOf('messages.disk_full'),
  read_only: textOf('messages.read_only'),
  took_too_long: textOf('messages.took_too_long'),
  unavailable: textOf('messages.unavailable'),
}

const databaseRefusal = (state: string): Refusal => {
  if (state === '23505') return conflict('duplicate', textOf('messages.duplicate'))
  if (state === '23503') return conflict('in_use', textOf('messages.in_use'))
  if (state.startsWith('22') || state.startsWith('23')) return invalid({})
  // Deadlock or serialisation failure: the same request will probably succeed next time.
  if (state === '40001' || state === '40P01') return unavailable('busy', 1)
  // A statement, an idle transaction or a whole transaction has exceeded its time limit.
  if (state === '57014' || state === '25P03' || state === '25P04') return unavailable('took_too_long', 5)
  if (state === '53100') return unavailable('disk_full', 30)
  if (state === '25006') return unavailable('read_only', 30)
  if (state.startsWith('53') || state === '55P03') return unavailable('database_busy', 5)
  if (state.startsWith('08') || state.startsWith('57P')) return unavailable('unavailable', 2)
  return new Refusal(500, 'internal', textOf('messages.internal'))
}

/** Whether writing a file has failed because the disk, which the database shares, is full. */
const isDiskFull = (error: unknown) =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(String((error as Partial<DbError>).code))

/** The SQLSTATE of an error; unlike Node's error codes (`EPIPE`), it contains a digit. */
const sqlState = (error: unknown) => {
  const code = error instanceof Error ? (error as Partial<DbError>).code : undefined
  return code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}
