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
  /** Answers 403 where it is false; asked before the input is read. */
  mayCall?: (me: Principal) => boolean
  /** Bytes of a body; without it, as everywhere. */
  bodyLimit?: number
  /** False: the answer is sent as it is. */
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
 * from them. `request.params`, `query` and `body` remain as sent: the hash of a request with an `Idempotency-Key` is
 * computed from them.
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
        // What links of mails hold is looked up by its hash: a broken one is as unknown as any.
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

/** Parameters of an address as the schema makes them; 400 with the name of the first that does not fit. */
export const parseAddress = <S extends z.ZodObject>(schema: S, given: unknown): z.output<S> => {
  const result = schema.safeParse(given, { reportInput: true })
  if (!result.success) throw addressRefusal(result.error.issues)
  return result.data
}

/** PostgreSQL takes no NUL in a text. */
const withoutNul = (query: unknown): unknown => {
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (typeof value === 'string' && value.includes('\0'))
      throw malformed(name, textOf('messages.bad_filter_value', { value: value.replaceAll('\0', '').slice(0, 40) }))
  return query
}

/** Unknown and repeated names come first. A message with a dot is the key of a text. */
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
