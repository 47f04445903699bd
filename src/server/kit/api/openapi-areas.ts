import { filePaths } from '#server/kit/import/describe.ts'
import type { Kit } from '#server/kit/kit.ts'
import { renderText } from '#server/texts.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import { operators } from '#shared/kit/filter.ts'
import { operatorsOf } from '#shared/kit/list-query.ts'
import { moveInputSchema, moveSchema } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import { lengthUnits } from '#shared/trade/lengths.ts'
import {
  body,
  idempotencyKey,
  idParameter,
  type Json,
  jsonSchema,
  ref,
  refusals,
  requestBody,
  text,
  versionBody,
} from './description'
import {
  binary,
  bulkEditBody,
  bulkMoveBody,
  bulkResponses,
  bulkTargetBody,
  byParameter,
  fittingMoves,
  history,
  idOnly,
  pageParameter,
  totals,
} from './openapi-schemas'
import { pascal, singular } from './operation-id'

/** Data shared by the descriptions of an area's routes. */
interface AreaDescription {
  kit: Kit
  area: Area
  name: string
  base: string
  tags: string[]
  filter: Json
  /** Whether its records are created, deleted and archived on their own. */
  standsAlone: boolean
}

export const areaPaths = (kit: Kit, area: Area): Json => {
  const name = renderText(textOf(`areas.${area.name}.name`), 'en')
  const description: AreaDescription = {
    kit,
    area,
    name,
    base: `/api/${area.name}`,
    tags: [name],
    filter: { $ref: `#/components/parameters/${recordName(area)}Filter` },
    standsAlone: !area.partOf && !area.single,
  }
  return {
    ...listPaths(description),
    ...recordPaths(description),
    ...bulkPaths(description),
    ...(kit.server(area.name).paper && paperPaths(description)),
    ...filePaths(area, [description.filter]),
    ...historyPaths(description),
    ...movePaths(description),
  }
}

const listPaths = ({ area, name, base, tags, filter, standsAlone }: AreaDescription): Json => ({
  [base]: {
    get: {
      tags,
      summary: `List: ${name}`,
      parameters: [pageParameter, filter],
      responses: {
        200: {
          description: 'A page; X-Total-Count has the number of all matching records.',
          headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
          content: body({ type: 'array', items: ref(recordName(area)) }),
        },
        ...refusals(400, 401, 403),
      },
    },
    ...(standsAlone && {
      post: {
        tags,
        summary: `Create: ${name}`,
        parameters: [idempotencyKey],
        requestBody: { required: true, content: body(ref(`New${recordName(area)}`)) },
        responses: { 201: recordResponse(area), ...refusals(401, 403, 409, 422) },
      },
    }),
  },
  [`${base}/totals`]: {
    get: {
      tags,
      summary: `Sums of the filtered list: ${name}`,
      parameters: [filter, byParameter],
      responses: {
        200: {
          description: 'Count and sums per currency; with `by`, the count of each value.',
          content: body(totals),
        },
        ...refusals(400, 401, 403),
      },
    },
  },
})

const recordPaths = ({ area, name, base, tags, standsAlone }: AreaDescription): Json => ({
  [`${base}/{id}`]: {
    parameters: [idParameter],
    get: {
      tags,
      summary: `Read: ${name}`,
      responses: { 200: recordResponse(area), ...refusals(401, 403, 404) },
    },
    patch: {
      tags,
      summary: `Edit: ${name}`,
      parameters: [idempotencyKey],
      requestBody: { required: true, content: body(ref(`${recordName(area)}Edit`)) },
      responses: { 200: recordResponse(area), ...refusals(401, 403, 404, 409, 422) },
    },
    ...(standsAlone && {
      delete: {
        tags,
        summary: `Delete: ${name}`,
        requestBody: requestBody(versionBody),
        responses: { 200: { description: 'Deleted.', content: body(idOnly) }, ...refusals(401, 403, 404, 409) },
      },
    }),
  },
})

const bulkPaths = ({ kit, area, name, base, tags }: AreaDescription): Json => ({
  [`${base}/bulk`]: {
    patch: {
      tags,
      summary: `Edit many: ${name}`,
      parameters: [idempotencyKey],
      requestBody: {
        required: true,
        content: body(bulkEditBody({ ...ref(`${recordName(area)}Values`), unevaluatedProperties: false })),
      },
      responses: bulkResponses,
    },
  },
  ...(area.lifecycle && {
    [`${base}/bulk/moves`]: {
      post: {
        tags,
        summary: `Moves that fit many: ${name}`,
        requestBody: { required: true, content: body(bulkTargetBody) },
        responses: {
          200: { description: 'The records, and the moves that fit at least one.', content: body(fittingMoves) },
          ...refusals(401, 403, 422),
        },
      },
    },
  }),
  ...Object.fromEntries(
    Object.entries(area.lifecycle?.moves ?? {}).map(([move, { asks }]) => [
      `${base}/bulk/moves/${move}`,
      {
        post: {
          tags,
          summary: `${move}, many: ${name}`,
          parameters: [idempotencyKey],
          requestBody: requestBody(bulkMoveBody(jsonSchema(moveInputSchema(asks, kit.register)))),
          responses: bulkResponses,
        },
      },
    ]),
  ),
})

const paperPaths = ({ name, base, tags }: AreaDescription): Json => ({
  [`${base}/{id}/pdf`]: {
    get: {
      tags,
      summary: `PDF: ${name}`,
      parameters: [
        idParameter,
        {
          name: 'language',
          in: 'query',
          schema: { enum: ['en', 'zh', 'both'] },
          description: 'By default the caller’s language.',
        },
        {
          name: 'unit',
          in: 'query',
          schema: { enum: [...lengthUnits] },
          description: 'The unit of lengths; by default the record’s own.',
        },
      ],
      responses: {
        200: { description: 'The PDF.', content: { 'application/pdf': { schema: binary } } },
        ...refusals(400, 401, 403, 404),
      },
    },
  },
})

const historyPaths = ({ name, base, tags }: AreaDescription): Json => ({
  [`${base}/{id}/history`]: {
    get: {
      tags,
      summary: `History: ${name}`,
      parameters: [idParameter],
      responses: {
        200: { description: 'The changes, newest first.', content: body(history) },
        ...refusals(401, 403, 404),
      },
    },
  },
})

const movePaths = ({ kit, area, name, base, tags, standsAlone }: AreaDescription): Json => {
  const declared = Object.entries(area.lifecycle?.moves ?? {}).map(([move, { asks }]): [string, Json] => [
    move,
    jsonSchema(moveSchema(asks, kit.register)),
  ])
  const archiving = standsAlone ? ['archive', 'restore'].map((move): [string, Json] => [move, versionBody]) : []
  return Object.fromEntries(
    [...declared, ...archiving].map(([move, schema]) => [
      `${base}/{id}/moves/${move}`,
      {
        post: {
          tags,
          summary: `${move}: ${name}`,
          parameters: [idParameter, idempotencyKey],
          requestBody: requestBody(schema),
          responses: { 200: recordResponse(area), ...refusals(401, 403, 404, 409, 422) },
        },
      },
    ]),
  )
}

/** The request bodies of moves, by the names of their inputs. The first of each name is shared; others stay inline. */
export const moveBodies = (kit: Kit): Record<string, Json> => {
  const bodies: Record<string, Json> = {}
  for (const area of kit.register.areas)
    for (const { asks } of Object.values(area.lifecycle?.moves ?? {})) {
      const name = Object.keys(asks ?? {})
        .map(pascal)
        .join('')
      bodies[`Move${name}`] ??= requestBody(jsonSchema(moveSchema(asks, kit.register)))
      bodies[`BulkMove${name}`] ??= requestBody(bulkMoveBody(jsonSchema(moveInputSchema(asks, kit.register))))
    }
  return bodies
}

export const recordName = ({ name }: Area) => singular(pascal(name))

export const recordResponse = (area: Area): Json => ({
  description: 'The record with its rows, moves and editable fields.',
  content: body(ref(recordName(area))),
})

/** All filters of a list as one exploded parameter, whose properties are the query string: `status=draft&qty_gte=100`. */
export const filterParameter = (area: Area): Json => {
  const fields = Object.entries(allFields(area)).filter(([, field]) => operatorsOf(field).length > 0)
  return {
    name: 'filter',
    in: 'query',
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      properties: { q: text, ...Object.fromEntries(fields.map(([name]) => [name, {}])) },
      patternProperties: { [`^.+(${operators.filter(Boolean).join('|')})$`]: {} },
      additionalProperties: false,
    },
  }
}
