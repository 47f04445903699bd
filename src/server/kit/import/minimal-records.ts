import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import type { Principal } from '#server/kit/principal.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type Area, columnsOf, rowsOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { createSchema, issueTexts } from '#shared/kit/schema.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { naming } from './paths'

/**
 * Why the caller cannot create records of an area from a name alone; null if they can. `states` are the states in which
 * a record can be referred to.
 */
export const creationObstacle = (kit: Kit, me: Principal, target: Area, states?: readonly string[]): Text | null => {
  const area = textOf(`areas.${target.name}.name`)
  if (target.partOf) return textOf('import.create_within', { area, of: textOf(`areas.${target.partOf.area}.name_one`) })
  if (!kit.can(me.role, target.name, 'create') || (me.portfolio && target.portfolio === 'itself'))
    return textOf('import.create_forbidden', { area })
  const [needed] = missingFields(target)
  if (needed) return textOf('import.create_needs', { area, field: textOf(`areas.${target.name}.fields.${needed}`) })
  if (createActionFor(kit, target, me, states) === null) return textOf('import.create_not_usable', { area })
  return null
}

/** The input for a new record from a name and a code, or the errors of such a record. */
export const minimalInput = (
  kit: Kit,
  me: Principal,
  target: Area,
  text: string,
  code: string,
): { input: Record<string, unknown>; errors?: undefined } | { errors: Text[] } => {
  const { pattern } = target.fields[naming(target)]?.options ?? {}
  if (pattern && !pattern.test(code))
    return {
      errors: [textOf('import.no_code', { value: cutText(text, 80), area: textOf(`areas.${target.name}.name_one`) })],
    }
  const input = Object.fromEntries(
    columnsOf(target)
      .filter(
        ([name, field]) =>
          isFilled(target, name, field) && (field.required || name === naming(target)) && !field.options.readOnly,
      )
      .map(([name]) => [name, name === naming(target) ? code : text]),
  )
  const schema = schemas(`${target.name}|${me.role}`, () =>
    createSchema(target, kit.register, (owner, name) => kit.mayWrite(me.role, owner, name)),
  )
  const parsed = schema.safeParse(input, { reportInput: true })
  return parsed.success ? { input } : { errors: Object.values(issueTexts(parsed.error)).flat() }
}

const schemas = memo<ReturnType<typeof createSchema>>(100)

/**
 * The move that makes a new record usable; `''` if it is usable from the start, null if no move without required input
 * does.
 */
export const createActionFor = (kit: Kit, target: Area, me: Principal, states?: readonly string[]): string | null => {
  const { lifecycle } = target
  if (!lifecycle || !states || states.includes(lifecycle.start)) return ''
  const match = Object.entries(lifecycle.moves).find(
    ([name, { to, asks }]) =>
      to !== undefined &&
      states.includes(to) &&
      mayMove(rightsOf(kit, me).can, target, name, { status: lifecycle.start }) === 'allowed' &&
      !Object.values(asks ?? {}).some(({ required }) => required),
  )
  return match?.[0] ?? null
}

/** The fields that a new record requires and a name does not fill. */
const missingFields = (target: Area): string[] => [
  ...columnsOf(target)
    .filter(
      ([name, field]) =>
        field.required &&
        !field.options.readOnly &&
        field.options.default === undefined &&
        field.kind !== 'choices' &&
        !isFilled(target, name, field),
    )
    .map(([name]) => name),
  ...rowsOf(target)
    .filter(([, { options }]) => Number(options.min ?? 0) > 0)
    .map(([name]) => name),
]

/** Whether the name fills the field: the naming field itself, or a text without a fixed form. */
const isFilled = (target: Area, name: string, { kind, options }: Field) =>
  kind === 'text' && (name === naming(target) || !options.pattern)
