import type { Kit } from '#server/kit/kit.ts'
import { type Area, allFields, titleKey } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import { createSchema, editSchema, valuesSchema } from '#shared/kit/schema.ts'
import { type Json, jsonSchema, ref } from './description'
import { recordName } from './openapi-areas'
import { titleSchema } from './openapi-schemas'
import { pascal, singular } from './operation-id'

/** Schemas of an area: the record, and the bodies to create, edit and bulk-edit it; common parts are shared. */
export const areaSchemas = (kit: Kit, area: Area): Record<string, Json> => {
  const name = recordName(area)
  const { additionalProperties: _closed, ...values } = jsonSchema(valuesSchema(area))
  const edit = jsonSchema(editSchema(area, kit.register))
  return {
    [name]: recordSchema(area),
    [`${name}Values`]: values,
    [`${name}Edit`]: derived(`${name}Values`, values, edit),
    ...(!area.partOf &&
      !area.single && {
        [`New${name}`]: derived(`${name}Values`, values, jsonSchema(createSchema(area, kit.register))),
      }),
    ...rowSchemas(area, edit),
  }
}

/** Describes a schema as the base plus its differences; returns it unchanged if it lacks a property of the base. */
const derived = (name: string, base: Json, schema: Json): Json => {
  const [baseProperties, properties] = [base.properties ?? {}, schema.properties ?? {}] as [Json, Json]
  if (Object.keys(baseProperties).some((field) => !Object.hasOwn(properties, field))) return schema
  const { additionalProperties: _closed, ...others } = schema
  return {
    ...others,
    allOf: [ref(name)],
    properties: Object.fromEntries(
      Object.entries(properties).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(baseProperties[field]),
      ),
    ),
    unevaluatedProperties: false,
  }
}

/** The schemas of the rows in the body of an edit. */
const rowSchemas = (area: Area, { properties }: Json): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(area.fields).flatMap(([name, { kind, options }]) => {
      const { items } = ((properties as Record<string, Json> | undefined)?.[name] ?? {}) as { items?: Json }
      return kind === 'rows' && items ? [[`${singular(pascal(options.to ?? ''))}Row`, items]] : []
    }),
  )

const recordSchema = (area: Area): Json => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(allFields(area))
        .filter(([, { options }]) => !options.filterOnly)
        .flatMap(([name, field]) => [
          [name, field.kind === 'rows' ? rowsSchema(field) : valueSchema(field)],
          ...(field.kind === 'reference' ? [[titleKey(name), titleSchema]] : []),
        ]),
    ),
  },
})

const rowsSchema = (field: Field): Json => ({
  type: 'array',
  items: ref(singular(pascal(field.options.to ?? ''))),
})

const valueSchema = (field: Field): Json => {
  const type = (base: string) => (field.required ? base : [base, 'null'])
  if (isDecimal(field)) return { type: type('string'), format: 'decimal' }
  switch (field.kind) {
    case 'integer':
    case 'reference':
      return { type: type('integer') }
    case 'flag':
      return { type: 'boolean' }
    case 'choices':
      return { type: 'array', items: { enum: field.options.values } }
    case 'choice':
      return field.required ? { enum: field.options.values } : { enum: [...(field.options.values ?? []), null] }
    case 'date':
      return { type: type('string'), format: 'date' }
    case 'moment':
      return { type: type('string'), format: 'date-time' }
    default:
      return { type: type('string') }
  }
}
