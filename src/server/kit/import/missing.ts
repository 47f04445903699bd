import type { Area } from '../../../shared/area'
import { columnsOf, rowsOf } from '../../../shared/area'
import type { Field } from '../../../shared/fields'
import { rolesOf } from '../../../shared/roles'
import { createSchema, issueTexts } from '../../../shared/schema'
import { say, type Text } from '../../../shared/text'
import type { Doc, Work } from '../area-server'
import type { Kit } from '../kit'
import type { Principal } from '../principal'
import { remembered } from '../sql'
import { createLookup, textKey } from './lookup'
import { naming } from './paths'

/**
 * Why the caller cannot have records of an area made from nothing but their name; null where it can be done. `states`
 * are those that the record must be in to be referred to.
 */
export const creatable = (kit: Kit, me: Principal, target: Area, states?: readonly string[]): Text | null => {
  const area = say(`areas.${target.name}.name`)
  if (target.partOf) return say('import.create_within', { area, of: say(`areas.${target.partOf.area}.name_one`) })
  if (!kit.can(me.role, target.name, 'create') || (me.portfolio && target.portfolio === 'itself'))
    return say('import.create_forbidden', { area })
  const [needed] = needs(target)
  if (needed) return say('import.create_needs', { area, field: say(`areas.${target.name}.fields.${needed}`) })
  if (wayTo(target, me, states) === null) return say('import.create_not_usable', { area })
  return null
}

/** A new record made of its name, or what stands against it. */
export const minimal = (
  kit: Kit,
  me: Principal,
  target: Area,
  text: string,
): { input: Record<string, unknown>; errors?: undefined } | { errors: Text[] } => {
  const input = Object.fromEntries(
    columnsOf(target)
      .filter(
        ([name, field]) =>
          isFilled(target, name, field) && (field.required || name === naming(target)) && !field.options.readOnly,
      )
      .map(([name, field]) => [name, name === naming(target) ? codeOf(field, text) : text.trim()]),
  )
  const schema = schemas(`${target.name}|${me.role}`, () =>
    createSchema(target, kit.register, (of, name) => kit.mayWrite(me.role, of, name)),
  )
  const parsed = schema.safeParse(input, { reportInput: true })
  return parsed.success ? { input } : { errors: Object.values(issueTexts(parsed.error)).flat() }
}

const schemas = remembered<ReturnType<typeof createSchema>>(100)

/** Where a document's input names a record by text because there was none: put the record's id in its place. */
export interface Named {
  record: Doc
  field: string
  target: Area
  states: readonly string[] | undefined
}

/**
 * Makes the records that documents name and that do not exist yet, and puts their ids into the documents. What was made
 * meanwhile, by whomever, is taken as it is.
 */
export const createMissing = async (work: Work, named: readonly Named[]): Promise<void> => {
  const { kit, me, tx } = work
  for (const target of new Set(named.map((one) => one.target))) {
    const wanted = named.filter((one) => one.target === target)
    const lookup = createLookup(kit, me)
    const texts = wanted.map(({ record, field }) => String(record[field]))
    await lookup.load(tx, target, null, texts)
    const inputs = new Map<string, Record<string, unknown>>()
    for (const text of texts) {
      const made = minimal(kit, me, target, text)
      if (!made.errors && lookup.find(target, null, text).length === 0)
        inputs.set(textKey(String(made.input[naming(target)])), made.input)
    }
    const states = wanted.find((one) => one.states)?.states
    const docs = await makeUsable(work, target, [...inputs.values()], states)
    const made = new Map([...inputs.keys()].map((key, at) => [key, Number(docs[at]?.id)]))
    for (const { record, field } of wanted) {
      const text = String(record[field])
      const code = codeOf(target.fields[naming(target)], text)
      record[field] = lookup.find(target, null, text)[0]?.id ?? made.get(textKey(code)) ?? text
    }
  }
}

const makeUsable = async (work: Work, target: Area, inputs: Record<string, unknown>[], states?: readonly string[]) => {
  if (inputs.length === 0) return []
  const repository = work.kit.repository(target.name)
  const docs = await repository.create(work, inputs)
  const move = wayTo(target, work.me, states)
  if (move)
    for (const [at, doc] of docs.entries())
      docs[at] = await repository.move(work, Number(doc.id), move, { version: doc.version })
  return docs
}

/** The move that makes a new record usable; `''` where it is from the start, null where none does without a question. */
const wayTo = (target: Area, me: Principal, states?: readonly string[]): string | null => {
  const life = target.lifecycle
  if (!life || !states || states.includes(life.start)) return ''
  const found = Object.entries(life.moves).find(
    ([, { from, to, by, asks }]) =>
      from.includes(life.start) &&
      to !== undefined &&
      states.includes(to) &&
      rolesOf(by).includes(me.role) &&
      !Object.values(asks ?? {}).some(({ required }) => required),
  )
  return found?.[0] ?? null
}

/** Fields that a new record needs and a name does not give. */
const needs = (target: Area): string[] => [
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

/** Whether a name does for the field: it is the one that names the record, or a text of any form. */
const isFilled = (target: Area, name: string, { kind, options }: Field) =>
  kind === 'text' && (name === naming(target) || !options.pattern)

/** The text as it fits a code: where it does not as it stands, other signs become hyphens. */
const codeOf = (field: Field | undefined, text: string): string => {
  const plain = text.trim()
  const cased =
    field?.options.case === 'upper'
      ? plain.toUpperCase()
      : field?.options.case === 'lower'
        ? plain.toLowerCase()
        : plain
  const { pattern, max } = field?.options ?? {}
  if (!pattern || pattern.test(cased)) return cased
  const mended = cased
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, Number(max ?? 255))
  return pattern.test(mended) ? mended : cased
}
