import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { forbidden, malformed, notFound, type Refusal } from '#server/kit/errors.ts'
import type { Principal } from '#server/kit/principal.ts'
import { textOf } from '#shared/kit/text.ts'
import { parseBody } from './body'
import { describeOperation, type OperationSpec } from './operation'

export interface RouteSpec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>
  extends OperationSpec<P, Q, B> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** In Fastify's notation: `/api/views/:id`. */
  url: string
  /** Whether the caller may use the route; 403 if not. Checked before the input. */
  mayCall?: (me: Principal) => boolean
  /** The maximum size of a body in bytes; by default that of the server. */
  bodyLimit?: number
  /** False to send the answer uncompressed, or compressed by the handler. */
  compress?: false
}

/** The validated input of a request. */
export interface RouteInput<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

type None = z.ZodObject<Record<never, never>>

/**
 * Registers a route whose input is validated by Zod schemas and whose description in `/api/openapi.json` is generated
 * from them. `request.params`, `query` and `body` stay as they were sent, because the hash of a request with an
 * `Idempotency-Key` is computed from them.
 */
export const route = <P extends z.ZodObject = None, Q extends z.ZodObject = None, B extends z.ZodObject = None>(
  app: FastifyInstance,
  spec: RouteSpec<P, Q, B>,
  handler: (request: FastifyRequest, input: RouteInput<P, Q, B>, reply: FastifyReply) => unknown,
) => {
  const { method, url, open, mayCall, params, query, body, file, bodyLimit, compress } = spec
  app.route({
    method,
    url,
    config: { describe: () => describeOperation(spec), ...(open && { open }), ...(file && { upload: true }) },
    ...(bodyLimit && { bodyLimit }),
    ...(compress === false && { compress }),
    handler: async (request, reply) => {
      if (mayCall && !mayCall(request.me)) throw forbidden()
      const input = {
        params: params ? parseAddress(params, request.params) : {},
        // Open routes look up tokens from mails by hash, so a token with NUL is simply unknown.
        query: query ? parseAddress(query, open ? request.query : withoutNul(request.query)) : {},
        body: body ? parseBody(body, request.body ?? (method === 'DELETE' ? {} : request.body)) : {},
      } as RouteInput<P, Q, B>
      return handler(request, input, reply)
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The description of the route; absent when an area's declaration describes it. */
    describe?: () => ReturnType<typeof describeOperation>
  }
}

/** Parses the parameters of a path or query string; throws 400 with the name of the first that does not fit. */
export const parseAddress = <S extends z.ZodObject>(schema: S, params: unknown): z.output<S> => {
  const result = schema.safeParse(params, { reportInput: true })
  if (!result.success) throw addressRefusal(result.error.issues)
  return result.data
}

/** Throws 400 for NUL characters, which PostgreSQL does not accept in texts. */
const withoutNul = (query: unknown): unknown => {
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (typeof value === 'string' && value.includes('\0'))
      throw malformed(name, textOf('messages.bad_filter_value', { value: value.replaceAll('\0', '').slice(0, 40) }))
  return query
}

/**
 * The refusal for invalid parameters; unknown and repeated names are reported first. A message with a dot is a text
 * key.
 */
const addressRefusal = (issues: readonly z.core.$ZodIssue[]): Refusal => {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys')
  const repeated = issues.find(({ input }) => Array.isArray(input))
  const name = unknown?.code === 'unrecognized_keys' ? unknown.keys[0] : repeated?.path[0]
  if (name !== undefined)
    return malformed(String(name), textOf('messages.unknown_filter', { name: String(name).slice(0, 80) }))
  const [{ path, message, input } = { path: [], message: '', input: '' }] = issues
  if (message === 'messages.not_found') return notFound()
  const key = /^\w+\.\w+$/.test(message) ? message : 'messages.bad_filter_value'
  return malformed(String(path[0]), textOf(key, { value: String(input ?? '').slice(0, 40) }))
}
