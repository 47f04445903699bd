import { sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import { invalid, Refusal } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { SameRecord } from '#shared/kit/wire/import.ts'
import { codeOf, numberedCode, stemOf } from './codes'
import { createLookup, type Lookup, lookupOwner, textKey, tidyName } from './lookup'
import { createActionFor, creationObstacle, minimalInput } from './minimal-records'
import { namesOf, naming } from './paths'
import type { Plan } from './plan'
import type { NewName } from './staged'

/** A position in a document's input that has the name of a missing record and will get the record's id. */
export interface NewReference {
  record: Doc
  field: string
  target: Area
  states: readonly string[] | undefined
}

/** The records that an import will create, by `plannedKey`. */
export type NewNames = ReadonlyMap<string, NewName>

export const plannedKey = (area: string, text: string) => `${area}|${textKey(text)}`

/**
 * Plans a record with a unique code for each name in the file that no record has; different spellings of a name share
 * one record. If an existing record already has the code that a name would get, both may be the same thing: the person
 * decides, and `same` has the decisions.
 */
export const planNames = async (
  on: Queryable,
  kit: Kit,
  me: Principal,
  plan: Plan,
  lookup: Lookup,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  same: readonly SameRecord[],
): Promise<NewNames> => {
  const planned = new Map<string, NewName>()
  for (const [target, namesByKey] of unknownNames(kit, me, plan, lookup, texts)) {
    const names = [...namesByKey.values()]
    const codes = await freeCodes(
      on,
      kit,
      me,
      target,
      names.map(({ name }) => ({ name })),
    )
    names.forEach(({ name, spellings, owner }, index) => {
      const { code, alike } = codes[index] as FreeCode
      const isSame =
        alike !== null &&
        same.some(
          (choice) => choice.area === target.name && choice.id === alike.id && textKey(choice.name) === textKey(name),
        )
      if (isSame) lookup.assign(target, owner, name, { id: alike.id, owner: null, archived: false, status: null })
      planned.set(plannedKey(target.name, name), {
        area: target.name,
        key: textKey(name),
        place: index,
        name,
        spellings: spellings.slice(1, 20),
        code,
        alike,
        same: isSame,
        problems: isSame ? [] : (minimalInput(kit, me, target, name, code).errors ?? []),
        record_id: null,
      })
    })
  }
  return planned
}

/** The names without a record, in the order of the file, by area; only areas in which the caller may create records. */
const unknownNames = (
  kit: Kit,
  me: Principal,
  plan: Plan,
  lookup: Lookup,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
) => {
  const unknown = new Map<Area, Map<string, { name: string; spellings: string[]; owner: string | null }>>()
  for (const { path, field } of plan.fields) {
    const target = field.kind === 'reference' ? kit.register.get(field.options.to ?? '') : undefined
    if (!target || creationObstacle(kit, me, target, field.options.states)) continue
    const owner = lookupOwner(field, target)
    const names = unknown.get(target) ?? new Map<string, { name: string; spellings: string[]; owner: string | null }>()
    unknown.set(target, names)
    for (const text of texts.get(path) ?? []) {
      if (text.length > longestName || lookup.find(target, owner, text).length > 0) continue
      const existingName = names.get(textKey(text))
      if (!existingName) names.set(textKey(text), { name: tidyName(text), spellings: [text.trim()], owner })
      else if (!existingName.spellings.includes(text.trim())) existingName.spellings.push(text.trim())
    }
  }
  return unknown
}

/**
 * Replaces names by ids: of a record that has the name meanwhile, otherwise of a record created here. Imports that need
 * records of the same area wait for each other, so that only the first creates one. Returns the ids by `plannedKey`.
 */
export const settleNames = async (
  work: Work,
  references: readonly NewReference[],
  planned: NewNames,
): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map<string, number>()
  const targets = [...new Set(references.map(({ target }) => target))].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const target of targets) {
    await work.tx.query(
      `select pg_advisory_xact_lock(hashtext($1))`,
      [`import-names/${target.name}`],
      'import_names_lock',
    )
    const ofTarget = references.filter((reference) => reference.target === target)
    const texts = new Map(ofTarget.map(({ record, field }) => [textKey(String(record[field])), String(record[field])]))
    await settleInArea(work, target, texts, planned, ofTarget.find(({ states }) => states)?.states, ids)
    for (const { record, field } of ofTarget)
      record[field] = ids.get(plannedKey(target.name, String(record[field]))) ?? record[field]
  }
  return ids
}

const settleInArea = async (
  work: Work,
  target: Area,
  texts: ReadonlyMap<string, string>,
  planned: NewNames,
  states: readonly string[] | undefined,
  ids: Map<string, number>,
) => {
  const { kit, me, tx } = work
  const lookup = createLookup(kit, me)
  await lookup.load(tx, target, null, texts.values())
  const newNames: { key: string; name: string; code?: string | undefined }[] = []
  for (const text of texts.values()) {
    const key = plannedKey(target.name, text)
    const plan = planned.get(key)
    const candidates = lookup.find(target, null, text)
    const [candidate] = candidates
    if (plan?.record_id) ids.set(key, plan.record_id)
    else if (candidates.length > 1) throw refusedName(target, text, [textOf('import.several', nameIn(target, text))])
    else if (candidate) ids.set(key, candidate.id)
    else newNames.push({ key, name: plan?.name ?? tidyName(text), code: plan?.code })
  }
  if (newNames.length === 0) return
  const codes = await freeCodes(tx, kit, me, target, newNames)
  const inputs = newNames.map(({ name }, index) => {
    const result = minimalInput(kit, me, target, name, codes[index]?.code ?? '')
    if (result.errors) throw refusedName(target, name, result.errors)
    return result.input
  })
  const docs = await createUsable(work, target, inputs, states).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status >= 500 || error.code === 'forbidden') throw error
    const texts = Object.values(error.errors).flat()
    throw refusedName(target, newNames.map(({ name }) => name).join(', '), texts.length > 0 ? texts : [error.text])
  })
  newNames.forEach(({ key }, index) => {
    ids.set(key, Number(docs[index]?.id))
  })
}

const nameIn = ({ name }: Area, value: string) => ({ area: textOf(`areas.${name}.name_one`), value })

/** The refusal of a record that should have been created; it concerns no field of the document. */
const refusedName = (target: Area, name: string, texts: readonly Text[]) =>
  invalid({ '': texts.map((reason) => textOf('import.not_created', { ...nameIn(target, cutText(name, 80)), reason })) })

/** Creates records and moves them to a state in which they can be referred to. */
const createUsable = async (
  work: Work,
  target: Area,
  inputs: Record<string, unknown>[],
  states?: readonly string[],
) => {
  const repository = work.kit.repository(target.name)
  const docs = await repository.create(work, inputs)
  const move = createActionFor(work.kit, target, work.me, states)
  if (move)
    for (const [index, doc] of docs.entries())
      docs[index] = await repository.move(work, Number(doc.id), move, { version: doc.version })
  return docs
}

interface FreeCode {
  code: string
  /** The record that already has the code derived from the name. */
  alike: NewName['alike']
}

/** A unique, unused code for each name; the planned code if it is still free. */
const freeCodes = async (
  on: Queryable,
  kit: Kit,
  me: Principal,
  target: Area,
  names: readonly { name: string; code?: string | undefined }[],
): Promise<FreeCode[]> => {
  const field = target.fields[naming(target)]
  const bases = names.map(({ name }) => codeOf(field, name))
  const holders = await codeHolders(on, kit, me, target, [...bases, ...names.flatMap(({ code }) => code ?? [])], [])
  const seen = new Set<string>()
  const sharedStems = new Set<string>()
  for (const base of bases) {
    if (seen.has(base) || holders.has(base)) sharedStems.add(stemOf(field, base))
    seen.add(base)
  }
  const numbered = sharedStems.size > 0 ? await codeHolders(on, kit, me, target, [], [...sharedStems]) : new Map()
  const usedCodes = new Set([...holders.keys(), ...numbered.keys()])
  const nextNumbers = new Map<string, number>()
  return names.map(({ code: plannedCode }, index) => {
    const base = bases[index] ?? ''
    let code = plannedCode !== undefined && !usedCodes.has(plannedCode) ? plannedCode : base
    for (let number = nextNumbers.get(base) ?? 2; usedCodes.has(code) && number < 100_000; number++) {
      code = numberedCode(field, base, number)
      nextNumbers.set(base, number + 1)
    }
    usedCodes.add(code)
    const holder = holders.get(base)
    return { code, alike: holder?.inScope ? { id: holder.id, title: holder.title } : null }
  })
}

/** A record with the code of a name. */
interface Holder {
  id: number
  title: string
  inScope: boolean
}

/** Records in and outside the caller's scope that have these codes, or numbered codes with these prefixes; by code. */
const codeHolders = async (
  on: Queryable,
  kit: Kit,
  me: Principal,
  target: Area,
  codes: readonly string[],
  stems: readonly string[],
): Promise<Map<string, Holder>> => {
  const readable = namesOf(target).filter((name) => kit.mayRead(subjectOf(me), target, name))
  const statement = statements(`${target.name}|${readScopeOf(me)}`, () =>
    compile(sql`
      select t.id, ${id('t', naming(target))}::text as code,
        ${readable.length > 0 ? sql`concat_ws(' · ', ${sql.join(readable.slice(0, 2).map((name) => id('t', name)))})` : sql`''`} as title,
        t.archived_at is null and ${kit.selects.inScope(target, readScopeOf(me), 't')} as "inScope"
      from ${id(tableOf(target))} as t
      where ${id('t', naming(target))} = any(${slot('codes')}::text[])
        or ${id('t', naming(target))} ~ '-[0-9]+$'
          and exists (select from unnest(${slot('stems')}::text[]) as s where starts_with(${id('t', naming(target))}, s))`),
  )
  const rows = await run<Holder & { code: string }>(on, statement, { codes, stems, ...callerValues(me) })
  return new Map(rows.map(({ code, ...holder }) => [code, holder]))
}
const statements = memo<Statement>(100)

/** Longer texts are not treated as names, since they could neither be stored nor looked up. */
const longestName = 255
