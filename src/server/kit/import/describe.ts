import * as z from 'zod'
import type { Area } from '../../../shared/area'
import { encodings } from '../../../shared/delimited/decode'
import { dateFormNames, numberFormNames } from '../../../shared/delimited/forms'
import { say } from '../../../shared/text'
import { render } from '../../texts'
import { takesImports } from './plan'

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
  const file = { 200: { description: 'The file.', content: { 'text/csv': { schema: { type: 'string' } } } } }
  const record = { 200: { description: 'The import: columns, settings, open questions, counts.' } }
  const format = { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' } }
  const exported = { 200: { ...file[200], content: { ...file[200].content, [workbook]: upload } } }
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
    ...(takesImports(area) && {
      [`${base}/import`]: {
        get: { tags, summary: `Own imports: ${name}`, responses: { 200: { description: 'The last ten.' } } },
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
      [`${base}/import/template`]: { get: { tags, summary: `Template: ${name}`, responses: file } },
      [`${base}/import/{id}`]: {
        parameters: [idParameter],
        get: { tags, summary: `Read an import: ${name}`, responses: record },
        patch: {
          tags,
          summary: `Settle columns, forms and options: ${name}`,
          requestBody: { required: true, content: { 'application/json': { schema: z.toJSONSchema(settingsSchema) } } },
          responses: record,
        },
        delete: { tags, summary: `Throw an import away: ${name}`, responses: { 200: { description: 'Gone.' } } },
      },
      [`${base}/import/{id}/preview`]: {
        parameters: [idParameter],
        post: {
          tags,
          summary: `Check, writing nothing: ${name}`,
          responses: { ...record, 202: { description: 'Under way.' } },
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
          responses: { 200: { description: 'A page; the number of all in X-Total-Count.' } },
        },
      },
      [`${base}/import/{id}/commit`]: {
        parameters: [idParameter],
        post: { tags, summary: `Let it in: ${name}`, responses: { 202: { description: 'Under way.' } } },
      },
      [`${base}/import/{id}/rejected`]: {
        parameters: [idParameter],
        get: { tags, summary: `Rejected rows with reasons: ${name}`, responses: file },
      },
    }),
  }
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const upload = { schema: { type: 'string', format: 'binary' } }

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
