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
  /** Its name for client generators; by default derived from method and path. */
  operationId?: string
  params?: P
  query?: Q
  body?: B
  /** A `multipart/form-data` body, which the handler parses. */
  form?: FormSpec
  /** A table (CSV or XLSX) as the body. */
  file?: boolean
  /** Further parameters, which the handler parses. */
  parameters?: readonly Json[]
  /** Takes an `Idempotency-Key`. */
  keyed?: boolean
  answer?: AnswerSpec
  /** Answers that are not JSON or have another status. */
  responses?: Json
  /** The statuses of its refusals. */
  refusals?: readonly number[]
  /** Whether it can be called without signing in. */
  open?: boolean
}

export interface FormSpec {
  fields?: z.ZodObject
  /** The form field of the files. */
  files: string
  /** The maximum number of files; by default exactly one is required. */
  count?: number
}

export interface AnswerSpec {
  status?: 200 | 201 | 202
  description: string
  schema: z.ZodType
}

/** The OpenAPI operation of a route, and the named schemas that it refers to (`.meta({ id })` names a schema). */
export const describeOperation = <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  spec: OperationSpec<P, Q, B>,
): { operation: Json; schemas: Record<string, Json> } => {
  const { tags, summary, description, operationId, params, query, body, form, keyed, answer } = spec
  const schemas: Record<string, Json> = {}
  const schemaOf = (schema: z.ZodType): Json => {
    const { $defs, ...plain } = withComponentRefs(jsonSchema(schema))
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

/** The properties of an object schema as parameters; their descriptions move from the schema to the parameter. */
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

/** Points the references of a schema to the components of the document. */
const withComponentRefs = (schema: Json): Json & { $defs?: Record<string, Json> } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
