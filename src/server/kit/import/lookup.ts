import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { all, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { fewMarks } from '#shared/kit/fold.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { namesOf, naming } from './paths'

/** A record that a text may mean. */
export interface Candidate {
  id: number
  /** The id of the parent record, if it was requested. */
  owner: number | null
  archived: boolean
  status: string | null
}

/**
 * Finds records by the names that files use: by the business key first, then by title, name (in both languages) and
 * unique codes. Names are compared by `textKey`.
 */
export const createLookup = (kit: Kit, me: Principal) => {
  const cache = new Map<string, Map<string, Candidate[]>>()

  return { load, find, assign }

  /**
   * Looks up texts that are not cached yet, in the caller's scope. `owner` is the column with the parent of each
   * record.
   */
  async function load(on: Queryable, target: Area, owner: string | null, texts: Iterable<string>): Promise<void> {
    const candidates = tableOfTexts(target, owner)
    const newTexts = [...new Set([...texts].map(textKey))].filter((text) => !candidates.has(text))
    for (let start = 0; start < newTexts.length; start += 1000) {
      const batch = newTexts.slice(start, start + 1000)
      const withoutKey = await query(on, target, owner, candidates, batch, true)
      const unmatched = withoutKey.length > 0 ? await query(on, target, owner, candidates, withoutKey, false) : []
      for (const text of unmatched) candidates.set(text, [])
    }
  }

  /** The records with this name; archived ones only if there are no others. Finds only texts that were loaded before. */
  function find(target: Area, owner: string | null, text: string): Candidate[] {
    const candidates = tableOfTexts(target, owner).get(textKey(text)) ?? []
    const active = candidates.filter(({ archived }) => !archived)
    return active.length > 0 ? active : candidates
  }

  /** Makes the text mean this record from now on. */
  function assign(target: Area, owner: string | null, text: string, candidate: Candidate) {
    tableOfTexts(target, owner).set(textKey(text), [candidate])
  }

  function tableOfTexts(target: Area, owner: string | null) {
    const name = `${target.name}|${owner}`
    const table = cache.get(name) ?? new Map<string, Candidate[]>()
    cache.set(name, table)
    return table
  }

  /** Queries texts, adds the matches to `candidates` and returns the texts without a match. */
  async function query(
    on: Queryable,
    target: Area,
    owner: string | null,
    candidates: Map<string, Candidate[]>,
    texts: readonly string[],
    byKey: boolean,
  ): Promise<string[]> {
    const readable = namesOf(target).filter((field) => kit.mayRead(subjectOf(me), target, field))
    const fields = byKey ? readable.slice(0, 1) : readable
    if (fields.length === 0) return [...texts]
    const letters = byKey ? target.fields[fields[0] ?? '']?.options.case : undefined
    const statement = statements(`${target.name}|${readScopeOf(me)}|${owner}|${byKey}`, () =>
      compile(sql`
        select t.id, ${owner ? id('t', owner) : sql`null::bigint`} as owner, t.archived_at is not null as archived,
          ${target.lifecycle ? id('t', 'status') : sql`null`}::text as status,
          array[${sql.join(fields.map((field) => sql`${id('t', field)}::text`))}] as names
        from ${id(tableOf(target))} as t
        where (${all(
          // The exact key is tried first, as it has an index; the normalised comparison has none.
          fields.map((field) =>
            byKey
              ? sql`${id('t', field)} = any(${slot('texts')}::text[])`
              : sql`${normalized(id('t', field))} = any(${slot('texts')}::text[])`,
          ),
          ' or ',
        )}) and ${kit.selects.inScope(target, readScopeOf(me), 't')}`),
    )
    const isUpper = byKey && (letters === 'upper' || isCode(target))
    const keyTexts = isUpper ? texts.map((text) => text.toUpperCase()) : texts
    const rows = await run<Candidate & { names: (string | null)[] }>(on, statement, {
      texts: keyTexts,
      ...callerValues(me),
    })
    const requestedTexts = new Set(texts)
    for (const { names, ...candidate } of rows)
      for (const name of new Set(names.flatMap((name) => (name === null ? [] : textKey(name)))))
        if (requestedTexts.has(name)) candidates.set(name, [...(candidates.get(name) ?? []), candidate])
    return texts.filter((text) => !candidates.has(text))
  }
}
export type Lookup = ReturnType<typeof createLookup>

/** The column with the parent of the records that a field may refer to; null if they have none. */
export const lookupOwner = (field: Field, target: Area): string | null =>
  field.options.within?.field ?? target.partOf?.by ?? null

const statements = memo<Statement>(300)

/** Normalises a text for comparison: case, width of characters and whitespace are ignored. */
export const textKey = (text: string) => tidyName(text).toLowerCase()

/** A name as it is stored: trimmed, with single spaces. */
export const tidyName = (text: string) => fewMarks(text).normalize('NFKC').replace(/\s+/g, ' ').trim()

/** `textKey` in SQL. */
const normalized = (column: RawBuilder<unknown>) =>
  sql`lower(btrim(regexp_replace(normalize(${column}::text, NFKC), '\\s+', ' ', 'g')))`

const isCode = (target: Area) => {
  const kind = target.fields[naming(target)]?.kind
  return kind === 'country' || kind === 'currency'
}
