import * as z from 'zod'

/** Parts of API descriptions: a JSON Schema or a part of OpenAPI. */
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
/** Values of one kind under arbitrary names. */
export const valuesOf = (value: Json): Json => ({ type: 'object', additionalProperties: value })

/** The input side of a Zod schema as JSON Schema. */
export const jsonSchema = (schema: z.ZodType): Json =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plainly }) as Json)

/** Omits redundant parts: date patterns, limits of numbers, and null as a separate type. */
const plainly = ({ jsonSchema: schema }: { jsonSchema: Json }) => {
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (isAnyText(schema.propertyNames)) delete schema.propertyNames
  const [known, nothing, ...others] = (schema.anyOf ?? []) as Json[]
  if (!known || nothing?.type !== 'null' || others.length > 0 || typeof known.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, known, { type: [known.type, 'null'] })
  if (Array.isArray(known.enum)) schema.enum = [...known.enum, null]
}

const isAnyText = (names: unknown) => JSON.stringify(names) === '{"type":"string"}'

// The document declares the dialect of all its schemas.
const withoutDialect = ({ $schema: _dialect, ...schema }: Json): Json => schema

/** A schema of the components by its name. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A required request body. */
export const requestBody = (schema: Json): Json => ({ required: true, content: body(schema) })

/** A body in JSON. */
export const body = (schema: unknown) => ({ 'application/json': { schema } })
/** The request body of a Zod schema. */
export const input = (schema: z.ZodType) => ({ requestBody: { required: true, content: body(jsonSchema(schema)) } })
/** The answer of a successful request. */
export const ok = (description: string, schema: Json) => ({ 200: { description, content: body(schema) } })
/** Refusals by status. 401 (not signed in) and 403 (not permitted) apply to every operation. */
export const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => {
      const name = refusalNames[status]
      return name ? [status, refused(name)] : ['4XX', refused('Refused')]
    }),
  )
const refused = (name: string): Json => ({ $ref: `#/components/responses/${name}` })
const refusalNames: Record<number, string> = {
  400: 'Malformed',
  404: 'NotFound',
  408: 'TooSlow',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  416: 'NoSuchPart',
  422: 'Invalid',
  429: 'TooOften',
  503: 'Unavailable',
}
const reasons: Record<number, string> = {
  400: 'Not readable, or an unknown filter or sort.',
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

/** The refusals by their names. */
export const refusalResponses = (): Record<string, Json> =>
  Object.fromEntries(
    [...Object.entries(refusalNames), ['', 'Refused'] as const].map(([status, name]) => [
      name,
      {
        description: reasons[Number(status)] ?? 'Not signed in (401), not permitted (403) or another refusal.',
        content: body(ref('Error')),
      },
    ]),
  )

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
/** Repeating a request with the same key returns the same answer. */
export const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }

const binary: Json = { type: 'string', format: 'binary' }

/** A table as the body of a request: CSV, or a workbook. */
export const tableFile: Json = {
  required: true,
  content: {
    'text/csv': { schema: binary },
    'application/octet-stream': { schema: binary },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: binary },
  },
}
