import { columnsParameter, exported, format, labels } from '#server/kit/import/describe.ts'
import {
  body,
  fieldErrors,
  idempotencyKey,
  idParameter,
  type Json,
  query,
  refusals,
  text,
  versionBody,
} from './description'

export const error: Json = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    errors: fieldErrors,
  },
}

export const titleSchema: Json = {
  type: ['object', 'null'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, title_zh: { type: ['string', 'null'] } },
}

export const byParameter = query('by', text, { description: 'A choice field whose values are counted.' })

/** Page and order of a list as one exploded parameter, whose properties are the query string. */
export const pageParameter: Json = {
  name: 'page',
  in: 'query',
  style: 'form',
  explode: true,
  schema: {
    type: 'object',
    properties: {
      _start: { type: 'integer', minimum: 0 },
      _end: { type: 'integer', minimum: 0 },
      _sort: text,
      _order: text,
    },
  },
}

export const binary: Json = { type: 'string', format: 'binary' }

export const idOnly: Json = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

export const totals: Json = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    sums: {
      type: 'array',
      items: {
        type: 'object',
        description: 'One per currency, if the area has one; each sum is a property of its own.',
        properties: { currency: { type: ['string', 'null'] }, count: { type: 'integer' } },
        additionalProperties: { type: ['string', 'number', 'null'] },
      },
    },
    values: {
      type: 'array',
      items: { type: 'object', properties: { value: { type: ['string', 'null'] }, count: { type: 'integer' } } },
    },
  },
}

export const history: Json = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'at', 'actor', 'area', 'record_id', 'action', 'changes'],
    properties: {
      id: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      actor: {
        type: 'object',
        properties: {
          id: { type: ['integer', 'null'] },
          title: { type: 'string' },
          role: { type: ['string', 'null'] },
        },
      },
      area: { type: 'string' },
      record_id: { type: 'integer' },
      action: { type: 'string', description: 'create, edit, delete, archive, restore, or the name of a move.' },
      from_status: { type: ['string', 'null'] },
      to_status: { type: ['string', 'null'] },
      comment: { type: ['string', 'null'] },
      changes: {
        type: 'array',
        items: { type: 'object', required: ['field'], properties: { field: { type: 'string' }, old: {}, new: {} } },
      },
    },
  },
}

const row: Json = {
  type: 'object',
  required: ['id', 'version'],
  additionalProperties: false,
  properties: { id: { type: 'integer' }, version: { type: 'integer' } },
}

const shift: Json = {
  type: 'object',
  description: 'The days to move dates by, by field.',
  additionalProperties: { type: 'integer', minimum: -3650, maximum: 3650 },
}

const recordChanges: Json = {
  type: 'array',
  maxItems: 1000,
  items: {
    ...row,
    properties: { ...(row.properties as Json), values: { type: 'object', additionalProperties: true } },
  },
}

const recordVersions: Json = { type: 'array', maxItems: 1000, items: row }

const byFilter: Record<'filter' | 'count', Json> = {
  filter: {
    type: 'string',
    maxLength: 4000,
    description: 'Instead of rows: the query string of a list.',
  },
  count: {
    type: 'integer',
    minimum: 1,
    description: 'With a filter: the number of records that the person confirmed.',
  },
}

export const bulkEditBody = (values: Json): Json => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    values,
    shift,
    rows: recordChanges,
    ...byFilter,
  },
})

export const bulkTargetBody: Json = {
  type: 'object',
  additionalProperties: false,
  properties: { rows: recordVersions, ...byFilter },
}

export const fittingMoves: Json = {
  type: 'object',
  required: ['rows', 'isExact', 'moves'],
  properties: {
    rows: { type: 'array', items: row },
    isExact: { type: 'boolean' },
    moves: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'ids', 'cautions'],
        properties: {
          name: { type: 'string' },
          ids: { type: 'array', items: { type: 'integer' } },
          cautions: {
            type: ['array', 'null'],
            description: 'Warnings with the number of records; null if there are too many records to check each.',
            items: {
              type: 'object',
              required: ['text', 'count'],
              properties: { text: { type: 'string' }, count: { type: 'integer' } },
            },
          },
        },
      },
    },
  },
}

export const bulkMoveBody = (inputs: Json): Json => ({
  ...inputs,
  properties: { ...(inputs.properties as Json), rows: recordVersions, ...byFilter },
})

const bulkResults: Json = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'ok', 'status'],
        properties: {
          id: { type: 'integer' },
          ok: { type: 'boolean' },
          status: { type: 'integer' },
          version: { type: 'integer', description: 'After an edit: the new version.' },
          before: { type: 'object', description: 'After an edit: the values before it.', additionalProperties: true },
          code: { type: 'string' },
          message: { type: 'string' },
          errors: fieldErrors,
        },
      },
    },
  },
}

export const bulkResponses = {
  200: { description: 'The result of each record.', content: body(bulkResults) },
  ...refusals(401, 403, 409, 422),
}

/** Parts that many operations share; `share` replaces them by references. */
export const sharedSchemas: Record<string, Json> = {
  Id: idOnly,
  Version: versionBody,
  RecordVersion: row,
  Shift: shift,
  RecordVersions: recordVersions,
  RecordChanges: recordChanges,
  BulkFilter: byFilter.filter,
  BulkCount: byFilter.count,
  Mention: titleSchema,
  Totals: totals,
  History: history,
  BulkResults: bulkResults,
  FieldErrors: fieldErrors,
}

export const sharedResponses: Record<string, Json> = {
  BulkResults: { description: 'The result of each record.', content: body(bulkResults) },
  Deleted: { description: 'Deleted.', content: body(idOnly) },
  History: { description: 'The changes, newest first.', content: body(history) },
  Totals: { description: 'Count and sums per currency; with `by`, the count of each value.', content: body(totals) },
  File: exported[200],
  FittingMoves: { description: 'The records, and the moves that fit at least one.', content: body(fittingMoves) },
}

export const sharedParameters: Record<string, Json> = {
  Id: idParameter,
  Key: idempotencyKey,
  Page: pageParameter,
  By: byParameter,
  Format: format,
  Columns: columnsParameter,
  Headings: labels[0] as Json,
  Values: labels[1] as Json,
  Zone: labels[2] as Json,
}
