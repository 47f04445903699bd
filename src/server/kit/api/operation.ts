import type * as z from 'zod'
import {
  body as content,
  idempotencyKey,
  type Json,
  jsonSchema,
  object,
  query as queryParameter,
  refusals,
  tableFile,
} from './description'

/** What a route contributes to the description of the API. */
export interface OperationSpec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> {
  tags: readonly [string]
  summary: string
  description?: string
  /** Its name for clients; by default derived from the address. */
  operationId?: string
  params?: P
  query?: Q
  body?: B
  /** A body in `multipart/form-data`, whose fields are parsed by the reader of the form. */
  form?: FormSpec
  /** A table (CSV or XLSX) as the body. */
  file?: boolean
  /** Parameters that the handler reads by itself. */
  parameters?: readonly Json[]
  /** Takes an `Idempotency-Key`. */
  keyed?: boolean
  answer?: AnswerSpec
  /** Answers that are no JSON, and statuses beyond the usual ones. */
  responses?: Json
  /** Statuses of its refusals. */
  refusals?: readonly number[]
  /** Answers without a sign-in. */
  open?: boolean
}

export interface FormSpec {
  fields?: z.ZodObject
  /** The form field of the files. */
  files: string
  /** How many there may be; without it, exactly one. */
  count?: number
}

export interface AnswerSpec {
  status?: 200 | 201 | 202
  description: string
  schema: z.ZodType
}

/** An operation of OpenAPI, and the named schemas that it refers to. A schema has a name by `.meta({ id })`. */
export const describeOperation = <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  spec: OperationSpec<P, Q, B>,
): { operation: Json; schemas: Record<string, Json> } => {
  const { tags, summary, description, operationId, params, query, body, form, keyed, answer } = spec
  const schemas: Record<string, Json> = {}
  const schemaOf = (schema: z.ZodType): Json => {
    const { $defs, ...plain } = referred(jsonSchema(schema))
    Object.assign(schemas, $defs)
    return plain
  }
  const parameters = [
    ...parametersOf(params && schemaOf(params)).map(({ name, schema }) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...(keyed ? [idempotencyKey] : []),
    ...parametersOf(query && schemaOf(query)).map(({ name, schema, ...more }) => queryParameter(name, schema, more)),
    ...(spec.parameters ?? []),
  ]
  const operation = {
    ...(operationId && { operationId }),
    tags,
    summary,
    ...(description && { description }),
    ...(spec.open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content(schemaOf(body)) } }),
    ...(form && { requestBody: formBody(form, schemaOf) }),
    ...(spec.file && { requestBody: tableFile }),
    responses: {
      ...(answer && {
        [answer.status ?? 200]: { description: answer.description, content: content(schemaOf(answer.schema)) },
      }),
      ...spec.responses,
      ...refusals(...(spec.refusals ?? [])),
    },
  }
  return { operation, schemas }
}

/** The properties of an object as parameters; descriptions belong to the parameter, not to its schema. */
const parametersOf = ({ properties = {}, required = [] }: Json = {}) =>
  Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    schema,
    ...((required as string[]).includes(name) && { required: true }),
    ...(description !== undefined && { description }),
  }))

const formBody = ({ fields, files, count }: FormSpec, schemaOf: (schema: z.ZodType) => Json): Json => {
  const file = { type: 'string', format: 'binary' }
  const { properties = {}, ...schema } = fields ? schemaOf(fields) : object({ [files]: file })
  const content = count === undefined ? file : { type: 'array', maxItems: count, items: file }
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: { ...schema, properties: { ...(properties as Json), [files]: content } } },
    },
  }
}

/** The schema with references to the components of the document. */
const referred = (schema: Json): Json & { $defs?: Record<string, Json> } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
