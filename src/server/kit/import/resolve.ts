import type { Queryable } from '#server/db/types.ts'
import type { Doc, Kit } from '#server/kit/kit.ts'
import { type Area, columnsOf, tableOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { textOf } from '#shared/kit/text.ts'
import { truncate } from './cells'
import { cellAt, faultAt } from './documents'
import type { FileDocument } from './file-document'
import { type Candidate, type Lookup, lookupOwner } from './lookup'
import { type NewNames, type NewReference, plannedKey } from './new-names'
import type { Plan, PlannedField, PlannedLevel } from './plan'
import type { Fault } from './staged'

/** A document whose references are being looked up. */
interface Looking {
  node: FileDocument
  input: Doc
  planned: NewNames
  faults: Fault[]
  named: NewReference[]
}

/** Puts the ids of records into documents where the file has their names. */
export const createResolver = (kit: Kit, plan: Plan, lookup: Lookup) => {
  const owners = new Map<string, Promise<number | null>>()
  return { load, resolve }

  /** Looks up all that rows of the file name, so that `resolve` asks little. */
  async function load(on: Queryable, texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    for (const field of references(plan.fields)) {
      const target = targetOf(field.field)
      await lookup.load(on, target, lookupOwner(field.field, target), texts.get(field.path) ?? [])
    }
  }

  /**
   * Replaces names by ids in a document's input. What names nothing is a fault, unless it may be created: then it stays
   * a text, and `named` tells where.
   */
  async function resolve(
    on: Queryable,
    node: FileDocument,
    input: Doc,
    planned: NewNames,
  ): Promise<{ faults: Fault[]; named: NewReference[] }> {
    const looking: Looking = { node, input, planned, faults: [], named: [] }
    await resolveAt(on, looking, plan.area, input, '', '', [], plan.levels)
    return { faults: looking.faults, named: looking.named }
  }

  async function resolveAt(
    on: Queryable,
    looking: Looking,
    area: Area,
    values: Doc,
    prefix: string,
    place: string,
    around: readonly { area: Area; values: Doc }[],
    levels: readonly PlannedLevel[],
  ): Promise<void> {
    const own = references(plan.fields).filter((field) => field.area === area)
    // What others lie within comes first: an article before its colourway.
    for (const field of own.sort((one, other) => Number(isWithin(one.field)) - Number(isWithin(other.field)))) {
      const text = values[field.name]
      if (typeof text !== 'string') continue
      const target = targetOf(field.field)
      const candidates = await fitting(on, field.field, target, text, area, values, around)
      const path = place + field.name
      const fault = (key: string) =>
        looking.faults.push(
          faultAt(
            looking.node,
            path,
            textOf(key, {
              value: truncate(cellAt(looking.node, path)?.text ?? text),
              area: textOf(`areas.${target.name}.name_one`),
            }),
          ),
        )
      const [found] = candidates
      if (candidates.length === 1 && found) values[field.name] = found.id
      else if (found) fault('import.several')
      else if (!plan.creates.has(prefix + field.name)) fault('import.no_such')
      else {
        const planned = looking.planned.get(plannedKey(target.name, text))
        const problems = planned?.problems ?? []
        if (!planned) fault('import.no_such')
        else if (problems.length > 0) looking.faults.push(...problems.map((one) => faultAt(looking.node, path, one)))
        else looking.named.push({ record: values, field: field.name, target, states: field.field.options.states })
      }
    }
    const [level, ...inner] = levels
    if (!level) return
    const rows = values[level.name]
    for (const [at, row] of (Array.isArray(rows) ? (rows as Doc[]) : []).entries())
      await resolveAt(
        on,
        looking,
        level.area,
        row,
        level.prefix,
        `${place}${level.name}.${at}.`,
        [{ area, values }, ...around],
        inner,
      )
  }

  /** Records of that name that belong here: within what the declaration says, or what the rows around point to. */
  async function fitting(
    on: Queryable,
    field: Field,
    target: Area,
    text: string,
    area: Area,
    values: Doc,
    around: readonly { area: Area; values: Doc }[],
  ): Promise<Candidate[]> {
    const owner = lookupOwner(field, target)
    const found = lookup.find(target, owner, text)
    const within = field.options.within
    if (within) return found.filter((one) => one.owner === values[within.of])
    if (found.length < 2 || !target.partOf) return found
    for (const hint of await hints(on, target.partOf.area, [{ area, values }, ...around])) {
      const own = found.filter((one) => one.owner === hint)
      if (own.length > 0) return own
    }
    return found
  }

  /** Records of an area that a row refers to, itself or by what it refers to: of which scale a size is meant. */
  async function hints(
    on: Queryable,
    owner: string,
    places: readonly { area: Area; values: Doc }[],
  ): Promise<number[]> {
    const direct: number[] = []
    const indirect: Promise<number | null>[] = []
    for (const { area, values } of places)
      for (const [name, { kind, options }] of columnsOf(area)) {
        const value = values[name]
        if (kind !== 'reference' || typeof value !== 'number') continue
        if (options.to === owner) direct.push(value)
        else
          for (const [through, other] of columnsOf(kit.register.get(options.to ?? '')))
            if (other.kind === 'reference' && other.options.to === owner)
              indirect.push(ownerOfRecord(on, options.to ?? '', through, value))
      }
    return [...direct, ...(await Promise.all(indirect))].filter((one): one is number => one !== null)
  }

  function ownerOfRecord(on: Queryable, area: string, field: string, id: number): Promise<number | null> {
    const name = `${area}.${field}.${id}`
    const known = owners.get(name)
    if (known) return known
    const asked = on
      .query<{ owner: number | null }>(`select ${field} as owner from ${tableOf(area)} where id = $1`, [id])
      .then(([row]) => row?.owner ?? null)
    owners.set(name, asked)
    return asked
  }

  function targetOf(field: Field) {
    return kit.register.get(field.options.to ?? '')
  }
}
export type Resolver = ReturnType<typeof createResolver>

const references = (fields: readonly PlannedField[]) => fields.filter(({ field }) => field.kind === 'reference')
const isWithin = (field: Field) => field.options.within !== undefined
