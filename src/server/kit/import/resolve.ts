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

/** What the functions of a resolver share. */
interface ResolverContext {
  kit: Kit
  plan: Plan
  lookup: Lookup
  ownerOf: OwnerLookup
}

/** One document of the file while its names are being resolved. */
interface Resolution {
  on: Queryable
  node: FileDocument
  planned: NewNames
  faults: Fault[]
  newReferences: NewReference[]
}

/** A record of the document and its area. */
interface RowScope {
  area: Area
  values: Doc
}

/** A record of the document and the records around it, innermost first. */
type RowScopes = readonly [RowScope, ...RowScope[]]

/** Replaces the names of records in documents by their ids. */
export const createResolver = (kit: Kit, plan: Plan, lookup: Lookup) => {
  const context: ResolverContext = { kit, plan, lookup, ownerOf: createOwnerLookup() }
  return {
    /** Looks up all names in the file's rows at once, so that `resolve` rarely queries. */
    load: async (on: Queryable, texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> => {
      for (const field of references(plan.fields)) {
        const target = targetOf(kit, field.field)
        await lookup.load(on, target, lookupOwner(field.field, target), texts.get(field.path) ?? [])
      }
    },

    /**
     * Replaces names by ids in a document's input. A name without a record is a fault, unless the record may be
     * created: then the name stays in the input, and `newReferences` contains its position.
     */
    resolve: async (on: Queryable, node: FileDocument, input: Doc, planned: NewNames) => {
      const resolution: Resolution = { on, node, planned, faults: [], newReferences: [] }
      await resolveRecord(context, resolution, [{ area: plan.area, values: input }], '', '', plan.levels)
      return { faults: resolution.faults, newReferences: resolution.newReferences }
    },

    /**
     * Among records of the same name, prefers the one that the stored record already refers to. Returns the names of
     * the fields that this resolves.
     */
    keepStored: (node: FileDocument, before: Doc, input: Doc): string[] =>
      references(plan.fields).flatMap(({ path, name, area, field }) => {
        const text = node.values[path]?.value
        if (area !== plan.area || !field.options.namedIn || typeof text !== 'string') return []
        const target = targetOf(kit, field)
        if (!lookup.find(target, lookupOwner(field, target), text).some(({ id }) => id === before[name])) return []
        input[name] = before[name]
        return [name]
      }),
  }
}
export type Resolver = ReturnType<typeof createResolver>

/**
 * Resolves the references of the innermost record and of its rows. `path` is the prefix of its fields in the document
 * (`lines.2.`), `prefix` the same without indexes.
 */
const resolveRecord = async (
  context: ResolverContext,
  resolution: Resolution,
  scopes: RowScopes,
  prefix: string,
  path: string,
  levels: readonly PlannedLevel[],
): Promise<void> => {
  const { plan } = context
  const [{ area, values }] = scopes
  const fields = references(plan.fields).filter((field) => field.area === area)
  // Fields that others depend on come first: an article before its colourway.
  for (const field of fields.sort((a, b) => Number(isDependent(a.field)) - Number(isDependent(b.field)))) {
    const text = values[field.name]
    if (typeof text !== 'string') continue
    const candidates = await fittingRecords(context, resolution.on, field.field, text, scopes)
    const [record] = candidates
    if (candidates.length === 1 && record) values[field.name] = record.id
    else
      reportUnresolved(context, resolution, field, values, text, path + field.name, {
        isAmbiguous: record !== undefined,
        mayCreate: plan.creates.has(prefix + field.name),
      })
  }
  const [level, ...innerLevels] = levels
  if (!level) return
  const rows = values[level.name]
  for (const [index, row] of (Array.isArray(rows) ? (rows as Doc[]) : []).entries()) {
    const rowScopes: RowScopes = [{ area: level.area, values: row }, ...scopes]
    const rowPath = `${path}${level.name}.${index}.`
    await resolveRecord(context, resolution, rowScopes, level.prefix, rowPath, innerLevels)
  }
}

const reportUnresolved = (
  { kit }: ResolverContext,
  { node, planned, faults, newReferences }: Resolution,
  { name, field }: PlannedField,
  values: Doc,
  text: string,
  path: string,
  { isAmbiguous, mayCreate }: { isAmbiguous: boolean; mayCreate: boolean },
) => {
  const target = targetOf(kit, field)
  const newName = !isAmbiguous && mayCreate ? planned.get(plannedKey(target.name, text)) : undefined
  if (!newName) {
    const params = {
      value: truncate(cellAt(node, path)?.text ?? text),
      area: textOf(`areas.${target.name}.name_one`),
    }
    faults.push(faultAt(node, path, textOf(isAmbiguous ? 'import.several' : 'import.no_such', params)))
  } else if (newName.problems.length > 0)
    faults.push(...newName.problems.map((problem) => faultAt(node, path, problem)))
  else newReferences.push({ record: values, field: name, target, states: field.options.states })
}

/**
 * Records with this name that the declaration of the field admits; of several, those that belong to a record which the
 * surrounding records refer to.
 */
const fittingRecords = async (
  { kit, lookup, ownerOf }: ResolverContext,
  on: Queryable,
  field: Field,
  text: string,
  scopes: RowScopes,
): Promise<Candidate[]> => {
  const target = targetOf(kit, field)
  const candidates = lookup.find(target, lookupOwner(field, target), text)
  const { within, namedIn } = field.options
  if (within) return candidates.filter(({ owner }) => owner === scopes[0].values[within.of])
  const inPreferredState = candidates.filter(({ status }) => status !== null && namedIn?.includes(status))
  if (inPreferredState.length > 0) return inPreferredState
  if (candidates.length < 2 || !target.partOf) return candidates
  for (const ownerId of await referredOwners(kit, ownerOf, on, target.partOf.area, scopes)) {
    const owned = candidates.filter(({ owner }) => owner === ownerId)
    if (owned.length > 0) return owned
  }
  return candidates
}

type OwnerLookup = ReturnType<typeof createOwnerLookup>

/** Returns a function that reads a reference of a record; each is queried once per file. */
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
 * The ids of records of the area `owner` that these records refer to, directly or through another record: a size is
 * looked up in the size scale of the line's article.
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
