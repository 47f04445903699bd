import * as z from 'zod'
import type { Area } from '../../../shared/area'
import { encodings } from '../../../shared/delimited/decode'
import { dateFormNames, numberFormNames } from '../../../shared/delimited/forms'
import { say } from '../../../shared/text'
import { listName } from '../../../shared/worklist'
import { render } from '../../texts'
import {
  body,
  flag,
  idParameter,
  input,
  list,
  maybeNumber,
  maybeText,
  moment,
  number,
  object,
  text,
} from '../description'
import { takesImports } from './intake'

const path = z.string().max(200)
const place = z.string().regex(/^\d{1,3}$/)

/** What a person settles about an import; every part may be sent alone. */
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
  date_forms: z.record(place, z.enum(dateFormNames)).optional(),
  number_forms: z.record(place, z.enum(numberFormNames)).optional(),
  bring_back: z.boolean().optional(),
  create_missing: z.array(path).max(100).optional(),
  options: z.record(path, z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
})

/** Paths of export and import for the description of the API; `filters` are the parameters of the area's list. */
export const filePaths = (area: Area, filters: readonly object[]): Record<string, unknown> => {
  const name = render(say(`areas.${area.name}.name`), 'en')
  const tags = [name]
  const base = `/api/${area.name}`
  const columns = {
    name: 'columns',
    in: 'query',
    schema: { type: 'string' },
    description: 'Field paths: po_no,lines.qty',
  }
  return {
    [`${base}/export`]: {
      get: { tags, summary: `Export: ${name}`, parameters: [format, columns, ...filters], responses: exported },
    },
    ...(takesImports(area) && importPaths(base, name, tags)),
  }
}

/** The paths of a worklist, which has an import of its own. */
export const worklistPaths = (area: Area): Record<string, unknown> => {
  const title = render(say(`areas.${area.name}.worklists.${area.worklist?.name}.title`), 'en')
  return importPaths(`/api/${listName(area)}`, title, [render(say(`areas.${area.name}.name`), 'en')])
}

const importPaths = (base: string, name: string, tags: readonly string[]): Record<string, unknown> => {
  const said = { content: body(importRecord) }
  const record = { 200: { description: 'The import: columns, settings, open questions, counts.', ...said } }
  const underWay = { 202: { description: 'Under way.', ...said } }
  return {
    [`${base}/import`]: {
      get: {
        tags,
        summary: `Own imports: ${name}`,
        responses: { 200: { description: 'The last ten.', content: body(recent) } },
      },
      post: {
        tags,
        summary: `Upload a file: ${name}`,
        parameters: [
          { name: 'file_name', in: 'query', schema: { type: 'string' } },
          { name: 'sheet', in: 'query', schema: { type: 'string' }, description: 'Of a workbook; else the first.' },
          { name: 'encoding', in: 'query', schema: { type: 'string', enum: encodings } },
        ],
        requestBody: {
          required: true,
          content: { 'text/csv': upload, 'application/octet-stream': upload, [workbook]: upload },
        },
        responses: { 201: record[200] },
      },
    },
    [`${base}/import/template`]: {
      get: { tags, summary: `Template: ${name}`, parameters: [format], responses: exported },
    },
    [`${base}/import/{id}`]: {
      parameters: [idParameter],
      get: { tags, summary: `Read an import: ${name}`, responses: record },
      patch: {
        tags,
        summary: `Settle columns, forms and options: ${name}`,
        ...input(settingsSchema),
        responses: record,
      },
      delete: {
        tags,
        summary: `Throw an import away: ${name}`,
        responses: { 200: { description: 'Gone.', content: body(gone) } },
      },
    },
    [`${base}/import/{id}/preview`]: {
      parameters: [idParameter],
      post: {
        tags,
        summary: `Check, writing nothing: ${name}`,
        responses: { ...record, ...underWay },
      },
    },
    [`${base}/import/{id}/rows`]: {
      parameters: [idParameter],
      get: {
        tags,
        summary: `What would become of each record: ${name}`,
        parameters: ['outcome', '_start', '_end'].map((one) => ({
          name: one,
          in: 'query',
          schema: { type: 'string' },
        })),
        responses: {
          200: { description: 'A page; the number of all in X-Total-Count.', content: body(outcomeRows) },
        },
      },
    },
    [`${base}/import/{id}/commit`]: {
      parameters: [idParameter],
      post: { tags, summary: `Let it in: ${name}`, responses: underWay },
    },
    [`${base}/import/{id}/rejected`]: {
      parameters: [idParameter],
      get: {
        tags,
        summary: `Rejected rows with reasons, as the file came: ${name}`,
        parameters: [format],
        responses: exported,
      },
    },
  }
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const upload = { schema: { type: 'string', format: 'binary' } }
const exported = { 200: { description: 'The file.', content: { 'text/csv': upload, [workbook]: upload } } }
const format = { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' } }

const status = { enum: ['reading', 'mapping', 'checking', 'checked', 'writing', 'done', 'failed'] }
const outcome = { enum: ['new', 'changed', 'unchanged', 'rejected'] }
const told = {
  id: number,
  file_name: text,
  created_at: moment,
  status,
  row_count: number,
}
const recent = list(object(told))
const gone = object({ id: number })
const importRecord = object({
  ...told,
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
  questions: { type: 'object', additionalProperties: list(text) },
  options: list(object({ name: text, kind: text, values: list(text) })),
  missing: list(
    object({
      path: text,
      area: text,
      count: number,
      values: list(text),
      creatable: flag,
      reason: maybeText,
    }),
  ),
  counts: { type: ['object', 'null'], additionalProperties: number },
})
const outcomeRows = list(
  object({
    number,
    name: text,
    outcome,
    record_id: maybeNumber,
    written: flag,
    lines: list(number),
    line_count: number,
    changes: list({ type: 'object' }),
    remarks: list(text),
    errors: list(object({ line: number, field: maybeText, column: maybeNumber, message: text })),
  }),
)
