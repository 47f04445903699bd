import { sql } from 'kysely'
import type { Doc, Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { all, columnType, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { findStampedRecords, type Stamp, type StampedRecord } from './export-stamps'

/** The stored records that documents of a file mean, by the index of the document. */
interface RecordMatches {
  /** Records with the business key of a document. */
  keyHolders: ReadonlyMap<number, StampedRecord>
  /** Records that the documents change: by their stamp, otherwise by their key. */
  matches: ReadonlyMap<number, StampedRecord>
  /** The matched records as the caller reads them, by id. */
  stored: ReadonlyMap<number, Doc>
}

/** Finds the stored records of documents by stamp or business key. */
export const matchRecords = async (
  kit: Kit,
  me: Principal,
  area: Area,
  inputs: readonly Doc[],
  stamps: readonly (Stamp | null)[],
): Promise<RecordMatches> => {
  const keyHolders = area.worklist ? new Map<number, StampedRecord>() : await findKeyHolders(kit, me, area, inputs)
  const stampedRecords = await findStampedRecords(
    kit,
    me,
    area,
    stamps.flatMap((stamp) => (stamp ? [stamp.id] : [])),
  )
  const matches = new Map(
    inputs.flatMap((_, index) => {
      const stamp = stamps[index]
      const match = stamp ? stampedRecords.get(stamp.id) : keyHolders.get(index)
      return match && (match.inScope || (!stamp && hasUniqueKey(area))) ? [[index, match] as const] : []
    }),
  )
  return { keyHolders, matches, stored: await readStored(kit, me, area, [...matches.values()]) }
}

/** Finds the records with the business keys of documents. */
const findKeyHolders = async (kit: Kit, me: Principal, area: Area, inputs: readonly Doc[]) => {
  const keys = area.key ?? []
  const optionalKeys = area.keyIfGiven ?? []
  const statement = statements(`${area.name}|${readScopeOf(me)}`, () =>
    compile(sql`
      select x.n, t.id, t.archived_at is not null as archived, ${kit.selects.inScope(area, readScopeOf(me), 't')} as "inScope"
      from jsonb_to_recordset(${slot('keys')}::jsonb) as x(n int, ${sql.join(
        [...keys, ...optionalKeys].map((name) => sql`${id(name)} ${sql.raw(columnType(fieldOf(area, name)))}`),
      )})
      join ${id(tableOf(area))} as t on ${all([
        ...keys.map((name) => sql`${id('t', name)} = ${id('x', name)}`),
        ...optionalKeys.map((name) => sql`(${id('x', name)} is null or ${id('t', name)} = ${id('x', name)})`),
        ...(area.keyFreeIn
          ? [sql`${id('t', 'status')} not in (${sql.join(area.keyFreeIn.map((state) => sql.lit(state)))})`]
          : []),
      ])}
      order by t.id`),
  )
  const keyRows = inputs.map((input, n) => ({
    n,
    ...Object.fromEntries(keys.map((name) => [name, keyIn(area, name, input)])),
    // 0 is the id of no record, so that the name of a record that does not exist yet matches nothing.
    ...Object.fromEntries(optionalKeys.map((name) => [name, keyIn(area, name, input) ?? (input[name] ? 0 : null)])),
  }))
  const rows = await run<StampedRecord & { n: number }>(kit.db, statement, {
    keys: JSON.stringify(keyRows),
    ...callerValues(me),
  })
  // The last one of a key wins: records in the caller's scope take precedence, then the newest version.
  const byPrecedence = rows.toSorted((a, b) => Number(a.inScope) - Number(b.inScope))
  return new Map(byPrecedence.map(({ n, ...record }) => [n, record]))
}
const statements = memo<Statement>(100)

/** A part of the key; null for a reference that could not be resolved. */
const keyIn = (area: Area, name: string, input: Doc) =>
  fieldOf(area, name).kind === 'reference' && typeof input[name] !== 'number' ? null : (input[name] ?? null)

const fieldOf = (area: Area, name: string) => {
  const field = area.fields[name]
  if (!field) throw new Error(`The key of area ${area.name} contains ${name}, which is not one of its fields`)
  return field
}

/**
 * Whether the key is unique over all records. If it is not, records outside the caller's scope are ignored, because the
 * result of a check would reveal that they exist.
 */
const hasUniqueKey = (area: Area): boolean =>
  (area.key ?? []).some((name) => area.fields[name]?.options.unique || area.fields[name]?.kind === 'reference')

const readStored = async (kit: Kit, me: Principal, area: Area, matches: readonly StampedRecord[]) => {
  const ids = matches.filter(({ inScope }) => inScope).map((match) => match.id)
  const records = ids.length > 0 ? await kit.repository(area.name).find(kit.db, me, ids) : []
  return new Map(records.map((record) => [record.id, record as Doc]))
}
