import * as z from 'zod'

/** What descriptions of the API are put together from; a JSON Schema or a part of OpenAPI. */
export type Json = Record<string, unknown>

export const text: Json = { type: 'string' }
export const number: Json = { type: 'integer' }
export const flag: Json = { type: 'boolean' }
export const day: Json = { type: 'string', format: 'date' }
export const moment: Json = { type: 'string', format: 'date-time' }
export const maybeText: Json = { type: ['string', 'null'] }
export const maybeNumber: Json = { type: ['integer', 'null'] }
export const list = (items: Json): Json => ({ type: 'array', items })
/** All of the properties are there, but the `optional`. */
export const object = (properties: Record<string, Json>, optional: readonly string[] = []): Json => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})
export const orNull = (schema: Json): Json => ({ ...schema, type: [schema.type, 'null'] })
/** Values of one kind under names that are not known before. */
export const valuesOf = (value: Json): Json => ({ type: 'object', additionalProperties: value })

/** A Zod schema of what comes in as JSON Schema. */
export const jsonSchema = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** A body in JSON. */
export const body = (schema: unknown) => ({ 'application/json': { schema } })
/** What is sent with a request, as its Zod schema says. */
export const input = (schema: z.ZodType) => ({ requestBody: { required: true, content: body(jsonSchema(schema)) } })
/** What is answered when all is well. */
export const ok = (description: string, schema: Json) => ({ 200: { description, content: body(schema) } })
/** Refusals by their statuses. */
export const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: reasons[status], content: body({ $ref: '#/components/schemas/error' }) },
    ]),
  )
const reasons: Record<number, string> = {
  400: 'Not readable, or an unknown filter or sort.',
  401: 'Not signed in.',
  403: 'Not permitted.',
  404: 'Absent or out of scope.',
  409: 'Stale version, illegal move or in use.',
  408: 'What was sent came too slowly.',
  413: 'Too large.',
  415: 'Not a kind of file or body that is taken.',
  416: 'The file has no such part.',
  422: 'Not valid; the errors say which fields.',
  429: 'Too often; Retry-After says when again.',
  503: 'Database or files cannot be reached just now; Retry-After says when again.',
}

/** Which fields were refused and why. */
export const fieldErrors = valuesOf(list(text))

/** Which version of a record is meant. */
export const versionBody: Json = {
  type: 'object',
  required: ['version'],
  additionalProperties: false,
  properties: { version: number },
}
/** A parameter behind the question mark. */
export const query = (name: string, schema: Json, more: Json = {}) => ({ name, in: 'query', schema, ...more })
/** The number of a record in an address. */
export const idParameter = { name: 'id', in: 'path', required: true, schema: number }
/** The same key brings back the same answer. */
export const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }
