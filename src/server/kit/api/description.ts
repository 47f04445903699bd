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
/** An object whose properties are required, except those in `optional`. */
export const object = (properties: Record<string, Json>, optional: readonly string[] = []): Json => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})
export const orNull = (schema: Json): Json => ({ ...schema, type: [schema.type, 'null'] })
/** An object with values of one kind under arbitrary names. */
export const valuesOf = (value: Json): Json => ({ type: 'object', additionalProperties: value })

/** The input side of a Zod schema as JSON Schema. */
export const jsonSchema = (schema: z.ZodType): Json =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: simplify }) as Json)

/** Removes redundant parts: patterns of dates, limits that every number has, and `anyOf` for nullable types. */
const simplify = ({ jsonSchema: schema }: { jsonSchema: Json }) => {
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (isAnyText(schema.propertyNames)) delete schema.propertyNames
  const [valueSchema, nullSchema, ...others] = (schema.anyOf ?? []) as Json[]
  if (!valueSchema || nullSchema?.type !== 'null' || others.length > 0 || typeof valueSchema.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, valueSchema, { type: [valueSchema.type, 'null'] })
  if (Array.isArray(valueSchema.enum)) schema.enum = [...valueSchema.enum, null]
}

const isAnyText = (names: unknown) => JSON.stringify(names) === '{"type":"string"}'

// The OpenAPI document declares the dialect once for all its schemas.
const withoutDialect = ({ $schema: _dialect, ...schema }: Json): Json => schema

/** A reference to a schema of the components. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A required request body. */
export const requestBody = (schema: Json): Json => ({ required: true, content: body(schema) })

/** The content of a JSON body. */
export const body = (schema: unknown) => ({ 'application/json': { schema } })
/** A required request body, as a Zod schema describes it. */
export const input = (schema: z.ZodType) => ({ requestBody: { required: true, content: body(jsonSchema(schema)) } })
/** The responses of an operation that answers 200. */
export const ok = (description: string, schema: Json) => ({ 200: { description, content: body(schema) } })
/** References to the refusals with these statuses. 401 and 403, which apply to every operation, share one description. */
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
  400: 'Malformed, or an unknown filter or sort.',
  404: 'Not found, or out of the caller’s scope.',
  409: 'Stale version, illegal move or in use.',
  408: 'The request was sent too slowly.',
  413: 'Too large.',
  415: 'Unsupported type of file or body.',
  416: 'The file has no such range.',
  422: 'Not valid; `errors` has the reasons by field.',
  429: 'Too many requests; retry after Retry-After.',
  503: 'Database or file storage is unavailable; retry after Retry-After.',
}

/** The responses of refusals by their names in the components. */
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

/** Texts by the path of the refused field. */
export const fieldErrors = valuesOf(list(text))

/** A body with the version of the record that the caller has seen. */
export const versionBody: Json = {
  type: 'object',
  required: ['version'],
  additionalProperties: false,
  properties: { version: number },
}
/** A parameter of the query string. */
export const query = (name: string, schema: Json, more: Json = {}) => ({ name, in: 'query', schema, ...more })
/** The id of a record in the path. */
export const idParameter = { name: 'id', in: 'path', required: true, schema: number }
/** A repeated request with the same key gets the first answer. */
export const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }

const binary: Json = { type: 'string', format: 'binary' }

/** A request body that is a table: CSV or a workbook. */
export const tableFile: Json = {
  required: true,
  content: {
    'text/csv': { schema: binary },
    'application/octet-stream': { schema: binary },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: binary },
  },
}
