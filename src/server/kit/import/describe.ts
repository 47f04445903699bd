import * as z from 'zod'
import {
  body,
  flag,
  idempotencyKey,
  idParameter,
  type Json,
  jsonSchema,
  list,
  maybeNumber,
  maybeText,
  moment,
  number,
  object,
  orNull,
  query,
  ref,
  refusals,
  tableFile,
  text,
} from '#server/kit/api/description.ts'
import { renderText } from '#server/texts.ts'
import { encodings } from '#shared/delimited/decode.ts'
import { dateFormNames, numberFormNames } from '#shared/delimited/forms.ts'
import type { Area } from '#shared/kit/area.ts'
import { takesImports } from '#shared/kit/import-right.ts'
import { textOf } from '#shared/kit/text.ts'
import { listName } from '#shared/kit/worklist.ts'

const path = z.string().max(200)
const columnIndex = z.string().regex(/^\d{1,3}$/)

/** The settings of an import that a person chooses; each can be sent separately. */
export const settingsSchema = z.strictObject({
  mapping: z
    .record(
      path,
      z.union([
        z.strictObject({ column: z.int().min(0).max(1000) }),
        z.strictObject({
          value: z.union([z.string().max(4000), z.number(), z.boolean(), z.array(z.string()).max(50)]),
        }),
      ]),
    )
    .optional(),
  date_forms: z.record(columnIndex, z.enum(dateFormNames)).optional(),
  number_forms: z.record(columnIndex, z.enum(numberFormNames)).optional(),
  bring_back: z.boolean().optional(),
  create_missing: z.array(path).max(100).optional(),
  same: z
    .array(z.strictObject({ area: z.string().max(60), name: z.string().max(4000), id: z.int().min(1) }))
    .max(1000)
    .optional(),
  options: z.record(path, z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
})

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const upload = { schema: { type: 'string', format: 'binary' } }
export const exported = { 200: { description: 'The file.', content: { 'text/csv': upload, [workbook]: upload } } }
export const columnsParameter = query('columns', text, { description: 'Field paths: po_no,lines.qty' })
export const format = query('format', { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' })
const headings = query(
  'headings',
  { enum: ['labels'] },
  {
    description: 'Headings are the labels of the fields in the language of the request; by default their paths.',
  },
)
export const labels = [
  headings,
  query(
    'values',
    { enum: ['labels'] },
    {
      description:
        'Records are shown by title; states, choices and countries by label. By default in the form that imports read.',
    },
  ),
  query('zone', text, {
    description: 'With `values`: the time zone of moments, such as Asia/Shanghai; by default UTC.',
  }),
]

const brief = {
  id: number,
  file_name: text,
  created_at: moment,
  status: { enum: ['reading', 'mapping', 'checking', 'checked', 'writing', 'done', 'failed'] },
  row_count: number,
}

/** The schemas of bodies and answers of imports, by their names in the API description. */
export const importSchemas: Record<string, Json> = {
  ImportSettings: jsonSchema(settingsSchema),
  ImportBrief: object(brief),
  Import: object({
    ...brief,
    area: text,
    encoding: text,
    delimiter: text,
    sheets: list(text),
    sheet: maybeText,
    columns: list(object({ heading: text, samples: list(text), filled: number, date_forms: {}, number_forms: {} })),
    settings: { type: 'object', additionalProperties: true },
    progress_done: number,
    progress_total: number,
    failure: maybeText,
    fields: list(object({ path: text, needed: flag, key: flag })),
    suggestions: list({ type: 'object' }),
    earlier: {
      ...orNull(object({ file_name: text, used_at: moment, settings: { type: 'object', additionalProperties: true } })),
      description: 'The caller’s settings for the last file with the same headings.',
    },
    questions: { type: 'object', additionalProperties: list(text) },
    options: list(object({ name: text, kind: text, values: list(text) })),
    missing: list(
      object({
        path: text,
        area: text,
        count: number,
        alike: { ...number, description: 'The number of names that may mean an existing record with another name.' },
        same: { ...number, description: 'The number of those that the person has confirmed.' },
        values: list(text),
        creatable: flag,
        reason: maybeText,
      }),
    ),
    counts: { type: ['object', 'null'], additionalProperties: number },
  }),
  ImportRow: object({
    number,
    name: text,
    outcome: { enum: ['new', 'changed', 'unchanged', 'rejected'] },
    record_id: maybeNumber,
    written: flag,
    lines: list(number),
    line_count: number,
    changes: list({ type: 'object' }),
    remarks: list(text),
    errors: list(object({ line: number, field: maybeText, column: maybeNumber, message: text })),
  }),
  ImportName: object({
    area: text,
    name: text,
    spellings: list(text),
    code: text,
    alike: orNull(object({ id: number, title: text })),
    same: flag,
    problems: list(text),
    record_id: maybeNumber,
  }),
}

export const importResponses = {
  Import: { description: 'The import: columns, settings, open questions, counts.', content: body(ref('Import')) },
  ImportUnderWay: { description: 'The import is running.', content: body(ref('Import')) },
  OwnImports: { description: 'The caller’s last ten imports.', content: body(list(ref('ImportBrief'))) },
}

/** The paths of export and import of an area; `filters` are the parameters of its list. */
export const filePaths = (area: Area, filters: readonly object[]): Record<string, unknown> => {
  const name = renderText(textOf(`areas.${area.name}.name`), 'en')
  const tags = [name]
  const base = `/api/${area.name}`
  return {
    [`${base}/export`]: {
      get: {
        tags,
        summary: `Export: ${name}`,
        parameters: [format, columnsParameter, ...labels, ...filters],
        responses: exported,
      },
    },
    ...(takesImports(area) && importPaths(base, name, tags)),
  }
}

/** Query parameters of an upload. */
export const importParameters = {
  FileName: query('file_name', text),
  Sheet: query('sheet', text, { description: 'The sheet of a workbook; by default the first with content.' }),
  Encoding: query('encoding', { type: 'string', enum: encodings }),
} satisfies Record<string, Json>

/** The import paths of a worklist. */
export const worklistPaths = (area: Area): Record<string, unknown> => {
  const title = renderText(textOf(`areas.${area.name}.worklists.${area.worklist?.name}.title`), 'en')
  return importPaths(`/api/${listName(area)}`, title, [renderText(textOf(`areas.${area.name}.name`), 'en')])
}

const importPaths = (base: string, name: string, tags: readonly string[]): Record<string, unknown> => {
  return {
    [`${base}/import`]: {
      get: {
        tags,
        summary: `Own imports: ${name}`,
        responses: { 200: importResponses.OwnImports, ...refusals(401, 403) },
      },
      post: {
        tags,
        summary: `Upload a file: ${name}`,
        parameters: [idempotencyKey, importParameters.FileName, importParameters.Sheet, importParameters.Encoding],
        requestBody: tableFile,
        responses: { 201: settled[200], ...refusals(400, 401, 403, 408, 409, 413, 415, 422, 429, 503) },
      },
    },
    [`${base}/import/template`]: {
      get: { tags, summary: `Template: ${name}`, parameters: [format, headings], responses: exported },
    },
  }
}

const tags = ['Imports']
const settled = { 200: importResponses.Import }
const underWay = { 202: importResponses.ImportUnderWay }

/** The paths of the steps of an import, which are the same for all areas. */
export const importStepPaths: Record<string, unknown> = {
  '/api/imports/{id}': {
    parameters: [idParameter],
    get: { tags, summary: 'Read an import', responses: { ...settled, ...refusals(401, 403, 404) } },
    patch: {
      tags,
      summary: 'Change mapping, forms and options',
      requestBody: { required: true, content: body(ref('ImportSettings')) },
      responses: { ...settled, ...refusals(401, 403, 404, 409, 422) },
    },
    delete: {
      tags,
      summary: 'Discard an import',
      responses: {
        200: { description: 'Discarded.', content: body(object({ id: number })) },
        ...refusals(401, 403, 404, 409),
      },
    },
  },
  '/api/imports/{id}/preview': {
    parameters: [idParameter],
    post: {
      tags,
      operationId: 'previewImport',
      summary: 'Check without writing',
      responses: { ...settled, ...underWay, ...refusals(401, 403, 404, 409, 422) },
    },
  },
  '/api/imports/{id}/names': {
    parameters: [idParameter],
    get: {
      tags,
      summary: 'Names without a record, and the record each would become',
      parameters: ['area', '_start', '_end'].map((name) => query(name, text)),
      responses: {
        200: { description: 'A page; X-Total-Count has the number of all.', content: body(list(ref('ImportName'))) },
        ...refusals(400, 401, 403, 404),
      },
    },
  },
  '/api/imports/{id}/rows': {
    parameters: [idParameter],
    get: {
      tags,
      summary: 'The outcome of each record',
      parameters: ['outcome', '_start', '_end'].map((name) => query(name, text)),
      responses: {
        200: { description: 'A page; X-Total-Count has the number of all.', content: body(list(ref('ImportRow'))) },
        ...refusals(400, 401, 403, 404),
      },
    },
  },
  '/api/imports/{id}/commit': {
    parameters: [idParameter],
    post: {
      tags,
      operationId: 'commitImport',
      summary: 'Write the import',
      parameters: [idempotencyKey],
      responses: { ...underWay, ...refusals(401, 403, 404, 409, 422) },
    },
  },
  '/api/imports/{id}/rejected': {
    parameters: [idParameter],
    get: {
      tags,
      summary: 'Rejected rows with reasons, in the form of the file',
      parameters: [format],
      responses: { ...exported, ...refusals(401, 403, 404) },
    },
  },
}
