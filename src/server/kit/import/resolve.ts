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

/** The names in one document of a file, as they are resolved. */
interface Resolution {
  node: FileDocument
  planned: NewNames
  faults: Fault[]
  named: NewReference[]
}

/** A record of the document, and the records around it, innermost first. */
interface RowScope {
  area: Area
  values: Doc
}

/** Puts the ids of records into documents where the file has their names. */
export const createResolver = (kit: Kit, plan: Plan, lookup: Lookup) => {
  const ownerOf = createOwnerLookup()
  return { load, resolve, keepStored }

  /** Looks up all names in the file's rows at once, so that `resolve` rarely queries. */
  async function load(on: Queryable, texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    for (const field of references(plan.fields)) {
      const target = targetOf(kit, field.field)
      await lookup.load(on, target, lookupOwner(field.field, target), texts.get(field.path) ?? [])
    }
  }

  /**
   * Replaces names by ids in a document's input. A name without a record is a fault, unless the record may be created:
   * then it stays a text, and `named` lists it.
   */
  async function resolve(on: Queryable, node: FileDocument, input: Doc, planned: NewNames) {
    const resolution: Resolution = { node, planned, faults: [], named: [] }
    await resolveRecord(on, resolution, [{ area: plan.area, values: input }], '', '', plan.levels)
    return { faults: resolution.faults, named: resolution.named }
  }

  /**
   * Of records with the same name, means the one that the stored record refers to already; answers the fields that are
   * resolved by that.
   */
  function keepStored(node: FileDocument, before: Doc, input: Doc): string[] {
    return references(plan.fields).flatMap(({ path, name, area, field }) => {
      const text = node.values[path]?.value
      if (area !== plan.area || !field.options.namedIn || typeof text !== 'string') return []
      const target = targetOf(kit, field)
      if (!lookup.find(target, lookupOwner(field, target), text).some(({ id }) => id === before[name])) return []
      input[name] = before[name]
      return [name]
    })
  }

  /**
   * Resolves the references of the first of `scopes`, whose field paths in the document begin with `path`, then those
   * of its rows.
   */
  async function resolveRecord(
    on: Queryable,
    resolution: Resolution,
    scopes: readonly [RowScope, ...RowScope[]],
    prefix: string,
    path: string,
    levels: readonly PlannedLevel[],
  ): Promise<void> {
    const [{ area, values }] = scopes
    const fields = references(plan.fields).filter((field) => field.area === area)
    // Fields that others depend on come first: an article before its colourway.
    for (const field of fields.sort((a, b) => Number(isDependent(a.field)) - Number(isDependent(b.field)))) {
      const text = values[field.name]
      if (typeof text !== 'string') continue
      const candidates = await fittingRecords(on, field.field, text, scopes)
      const [record] = candidates
      if (candidates.length === 1 && record) values[field.name] = record.id
      else
        reportUnresolved(resolution, field, values, text, path + field.name, {
          isAmbiguous: record !== undefined,
          mayCreate: plan.creates.has(prefix + field.name),
        })
    }
    const [level, ...innerLevels] = levels
    if (!level) return
    const rows = values[level.name]
    for (const [index, row] of (Array.isArray(rows) ? (rows as Doc[]) : []).entries()) {
      const rowScopes = [{ area: level.area, values: row }, ...scopes] as const
      await resolveRecord(on, resolution, rowScopes, level.prefix, `${path}${level.name}.${index}.`, innerLevels)
    }
  }

  function reportUnresolved(
    { node, planned, faults, named }: Resolution,
    { name, field }: PlannedField,
    values: Doc,
    text: string,
    path: string,
    { isAmbiguous, mayCreate }: { isAmbiguous: boolean; mayCreate: boolean },
  ) {
    const target = targetOf(kit, field)
    const creation = !isAmbiguous && mayCreate ? planned.get(plannedKey(target.name, text)) : undefined
    if (!creation) {
      const params = {
        value: truncate(cellAt(node, path)?.text ?? text),
        area: textOf(`areas.${target.name}.name_one`),
      }
      faults.push(faultAt(node, path, textOf(isAmbiguous ? 'import.several' : 'import.no_such', params)))
    } else if (creation.problems.length > 0)
      faults.push(...creation.problems.map((problem) => faultAt(node, path, problem)))
    else named.push({ record: values, field: name, target, states: field.options.states })
  }

  /**
   * Records of that name that fit: as the declaration demands, and in the parent that the surrounding records refer to.
   */
  async function fittingRecords(
    on: Queryable,
    field: Field,
    text: string,
    scopes: readonly [RowScope, ...RowScope[]],
  ): Promise<Candidate[]> {
    const target = targetOf(kit, field)
    const candidates = lookup.find(target, lookupOwner(field, target), text)
    const { within, namedIn } = field.options
    if (within) return candidates.filter(({ owner }) => owner === scopes[0].values[within.of])
    const meant = candidates.filter(({ status }) => status !== null && namedIn?.includes(status))
    if (meant.length > 0) return meant
    if (candidates.length < 2 || !target.partOf) return candidates
    for (const ownerId of await referredOwners(kit, ownerOf, on, target.partOf.area, scopes)) {
      const owned = candidates.filter(({ owner }) => owner === ownerId)
      if (owned.length > 0) return owned
    }
    return candidates
  }
}
export type Resolver = ReturnType<typeof createResolver>

type OwnerLookup = ReturnType<typeof createOwnerLookup>

/** Reads a reference of a record, once per file. */
const createOwnerLookup = () => {
  const owners = new Map<string, Promise<number | null>>()
  return (on: Queryable, area: string, field: string, id: number): Promise<number | null> => {
    const key = `${area}.${field}.${id}`
    const cached = owners.get(key)
    if (cached) return cached
    const owner = on
      .query<{ owner: number | null }>(`select ${field} as owner from ${tableOf(area)} where id = $1`, [id])
      .then(([row]) => row?.owner ?? null)
    owners.set(key, owner)
    return owner
  }
}

/**
 * Records of the area `owner` that these records refer to, directly or through another: the scale whose size is meant.
 */
const referredOwners = async (
  kit: Kit,
  ownerOf: OwnerLookup,
  on: Queryable,
  owner: string,
  scopes: readonly RowScope[],
): Promise<number[]> => {
  const direct: number[] = []
  const indirect: Promise<number | null>[] = []
  for (const { area, values } of scopes)
    for (const [name, field] of columnsOf(area)) {
      const value = values[name]
      if (field.kind !== 'reference' || typeof value !== 'number') continue
      if (field.options.to === owner) direct.push(value)
      else
        for (const [through, { kind, options }] of columnsOf(targetOf(kit, field)))
          if (kind === 'reference' && options.to === owner)
            indirect.push(ownerOf(on, field.options.to ?? '', through, value))
    }
  return [...direct, ...(await Promise.all(indirect))].filter((id): id is number => id !== null)
}

const targetOf = (kit: Kit, { options }: Field) => kit.register.get(options.to ?? '')
const references = (fields: readonly PlannedField[]) => fields.filter(({ field }) => field.kind === 'reference')
const isDependent = (field: Field) => field.options.within !== undefined
