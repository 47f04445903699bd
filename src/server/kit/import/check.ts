import { sql } from 'kysely'
import { workOf } from '#server/kit/create-kit.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { AdvisedDocument, Doc, Examined, Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { all, columnType, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Outcome } from '#shared/kit/wire/import.ts'
import { createReader, differences, faultAt, inputOf, mergedInput } from './documents'
import {
  clearEmptiedCells,
  createStampReader,
  findStampedRecords,
  type Stamp,
  type StampedRecord,
} from './export-stamps'
import type { FileDocument } from './file-document'
import { createLookup, type Lookup, lookupOwner, textKey } from './lookup'
import { type NewNames, type NewReference, planNames, plannedKey, settleNames } from './new-names'
import { type Plan, planOf } from './plan'
import { createRecordCheck } from './record-check'
import { createResolver, type Resolver } from './resolve'
import {
  type Fault,
  type Import,
  type Missing,
  readLines,
  readRows,
  type Staged,
  showProgress,
  stageDocuments,
  stageNames,
} from './staged'
import { createTitleLookup } from './title-lookup'

/**
 * Finds out what would become of every document of a file, and writes it beside the file. Nothing is written to any
 * area: what has to be tried out with records that do not exist yet is tried in a transaction that is taken back.
 */
export const checkImport = async (kit: Kit, me: Principal, record: Import, goOn: () => void): Promise<void> => {
  const { db } = kit
  const plan = planOf(kit, me, record)
  const reader = createReader(plan)
  const lookup = createLookup(kit, me)
  const resolver = createResolver(kit, plan, lookup)
  const stampOf = createStampReader(plan)
  await db.query('delete from import_documents where import_id = $1', [record.id])

  const { groups, keyless, texts } = await survey(kit, record, plan, reader.keyOf, goOn)
  await resolver.load(db, texts)
  const besideFaults = createRecordCheck(kit, me, plan)
  const titles = createTitleLookup(kit, me, plan)
  const planned = await planNames(db, kit, me, plan, lookup, texts, record.settings.same ?? [])
  await stageNames(db, record.id, [...planned.values()])
  const missing = missingOf(kit, plan, lookup, texts, planned)
  await db.query('update imports set missing = $2::jsonb where id = $1', [record.id, JSON.stringify(missing)])

  const total = groups.length + keyless.length
  let done = 0
  for (let at = 0; at < groups.length; at += batch) {
    goOn()
    const lines = groups.slice(at, at + batch)
    const rows = await readLines(db, record.id, lines.flat())
    const { documents, faults } = reader.documents(rows)
    const byLine = new Map(rows.map((row) => [row.line, row]))
    const stamped = documents.map((node) => stampOf(node, byLine))
    faults.push(...stamped.flatMap((one) => one.faults))
    const stamps = stamped.map(({ stamp }) => stamp)
    const judged = await judge({ kit, me, plan, resolver, planned }, documents, stamps, faults, at, (node, before) =>
      besideFaults(node, before, byLine),
    )
    await titles.put(judged)
    await stageDocuments(db, record.id, judged)
    done += lines.length
    await showProgress(db, record.id, done, total)
  }
  for (let at = 0; at < keyless.length; at += 1000) {
    goOn()
    const piece = keyless.slice(at, at + 1000)
    const { faults } = reader.documents(await readLines(db, record.id, piece))
    await stageDocuments(
      db,
      record.id,
      piece.map((line, index) => rejected(groups.length + at + index, line, faults)),
    )
    done += piece.length
    await showProgress(db, record.id, done, total)
  }
  await advise(kit, me, record, plan, goOn)
}

/** Documents that are looked at together. */
const batch = 50

/** One pass over the file: which lines make one document, and what is named in which column. */
const survey = async (
  kit: Kit,
  record: Import,
  plan: Plan,
  keyOf: (row: SourceRow) => string | null,
  goOn: () => void,
) => {
  const byKey = new Map<string, number[]>()
  const keyless: number[] = []
  const named = plan.fields.flatMap(({ path, field, source }) =>
    field.kind === 'reference' && 'column' in source ? [{ path, column: source.column, texts: new Set<string>() }] : [],
  )
  let after = 0
  for (;;) {
    goOn()
    const rows = await readRows(kit.db, record.id, after, 2000)
    for (const row of rows) {
      const key = keyOf(row)
      const lines = key === null ? keyless : byKey.get(key)
      if (lines) lines.push(row.line)
      else if (key !== null) byKey.set(key, [row.line])
      for (const { column, texts } of named) {
        const text = (row.cells[column] ?? '').trim()
        if (text) texts.add(text)
      }
    }
    if (rows.length < 2000) break
    after = rows.at(-1)?.line ?? after
  }
  return {
    groups: [...byKey.values()],
    keyless,
    texts: new Map(named.map(({ path, texts }) => [path, texts] as const)),
  }
}

/** What the area has to say of the file as a whole, put beside the documents that it is said of. */
const advise = async (kit: Kit, me: Principal, { id: importId }: Import, { area }: Plan, goOn: () => void) => {
  const advice = kit.server(area.name).import?.advise
  if (!advice || area.worklist) return
  const documents: AdvisedDocument[] = []
  for (;;) {
    goOn()
    const piece = await kit.db.query<AdvisedDocument>(
      `select number, record_id, input from import_documents
       where import_id = $1 and number > $2 and outcome in ('new', 'changed') order by number limit 2000`,
      [importId, documents.at(-1)?.number ?? -1],
      'import_documents_advised',
    )
    documents.push(...piece)
    if (piece.length < 2000) break
  }
  const advised = [...(await advice(await workOf(kit, me, 'import', kit.db), documents))]
  const said = advised.flatMap(([number, texts]) => (texts.length > 0 ? [{ number, texts }] : []))
  for (let at = 0; at < said.length; at += 1000) {
    goOn()
    await kit.db.query(
      `update import_documents as d set remarks = d.remarks || x.texts
       from jsonb_to_recordset($2::jsonb) as x(number int, texts jsonb)
       where d.import_id = $1 and d.number = x.number`,
      [importId, JSON.stringify(said.slice(at, at + 1000))],
      'import_documents_advise',
    )
  }
}

const missingOf = (
  kit: Kit,
  plan: Plan,
  lookup: Lookup,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  planned: NewNames,
): Missing[] =>
  plan.fields.flatMap(({ path, field }) => {
    const named = texts.get(path)
    if (!named) return []
    const target = kit.register.get(field.options.to ?? '')
    const owner = lookupOwner(field, target)
    const values = new Map<string, string>()
    const alike = new Set<string>()
    const same = new Set<string>()
    for (const text of named) {
      const plan = planned.get(plannedKey(target.name, text))
      if (plan?.alike) alike.add(plan.key)
      if (plan?.same) same.add(plan.key)
      else if (lookup.find(target, owner, text).length === 0) values.set(textKey(text), text.slice(0, 80))
    }
    return values.size + same.size === 0
      ? []
      : [
          {
            path,
            area: target.name,
            count: values.size,
            alike: alike.size,
            same: same.size,
            values: [...values.values()].slice(0, 20),
          },
        ]
  })

/** A document while it is judged. */
interface Judged {
  number: number
  node: FileDocument
  name: string
  standing: StampedRecord | undefined
  before: Doc | null
  input: Doc
  named: NewReference[]
  faults: Fault[]
  /** Somebody changed the record since the export that comes back. */
  isOld: boolean
}

/** What all documents of a file are judged by. */
interface Court {
  kit: Kit
  me: Principal
  plan: Plan
  resolver: Resolver
  planned: NewNames
}

const judge = async (
  court: Court,
  documents: readonly FileDocument[],
  stamps: readonly (Stamp | null)[],
  faults: readonly Fault[],
  first: number,
  beside: (node: FileDocument, before: Doc) => Promise<Fault[]>,
): Promise<Staged[]> => {
  const { kit, me, plan, resolver, planned } = court
  const { area, levels } = plan
  const faultsOfLine = new Map<number, Fault[]>()
  for (const fault of faults) faultsOfLine.set(fault.line, [...(faultsOfLine.get(fault.line) ?? []), fault])
  // References first: they are part of what tells the records of some areas apart.
  const found = await Promise.all(
    documents.map(async (node) => {
      const input = inputOf(node, levels)
      return { input, ...(await resolver.resolve(kit.db, node, input, planned)) }
    }),
  )
  const byKey = area.worklist
    ? new Map<number, StampedRecord>()
    : await findStanding(
        kit,
        me,
        area,
        found.map(({ input }) => input),
      )
  const byId = await findStampedRecords(
    kit,
    me,
    area,
    stamps.flatMap((stamp) => (stamp ? [stamp.id] : [])),
  )
  const standing = new Map(
    documents.flatMap((_, at) => {
      const stamp = stamps[at]
      const own = stamp ? byId.get(stamp.id) : byKey.get(at)
      return own && (own.inScope || (!stamp && isExclusive(area))) ? [[at, own] as const] : []
    }),
  )
  const records = await storedRecords(kit, me, area, [...standing.values()])

  const judged: Judged[] = []
  for (const [at, node] of documents.entries()) {
    const own = standing.get(at)
    const stamp = stamps[at]
    const before = own ? (records.get(own.id) ?? null) : null
    const { input, named, faults: unread } = found[at] as (typeof found)[number]
    const one: Judged = {
      number: first + at,
      node,
      name: area.worklist
        ? String(before?.[area.title] ?? '')
        : (area.key ?? []).map((name) => node.values[name]?.toString() ?? '').join(' / '),
      standing: own,
      before,
      input,
      named,
      faults: [...node.lines.flatMap((line) => faultsOfLine.get(line) ?? []), ...unread],
      isOld: typeof stamp?.version === 'number' && before !== null && stamp.version !== before.version,
    }
    // A row whose record is gone must not become another one, nor one that takes the key of another record that one.
    if (stamp && !own) one.faults.push({ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.gone') })
    const holder = byKey.get(at)
    if (stamp && own && holder && holder.id !== own.id)
      one.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('validation.taken')))
    // A record that somebody changed meanwhile may well look otherwise; that is not this file's doing.
    if (before && !one.isOld) one.faults.push(...(await beside(node, before)))
    if (own?.archived) one.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('messages.record_archived')))
    else if (own && !before) one.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('validation.taken')))
    judged.push(one)
  }
  // Rows find their stored counterparts by what they refer to, so that comes after the looking up.
  for (const one of judged) {
    if (!one.before) continue
    const merged = mergedInput(one.before, one.input, levels)
    if (merged.unclear) one.faults.push(faultAt(one.node, merged.unclear, textOf('import.row_not_clear')))
    one.named = moved(one.named, one.input, merged.values)
    one.input = merged.values
    if (stamps[one.number - first]) clearEmptiedCells(plan, one.before, one.input)
  }
  const examined = await examine(
    court,
    judged.filter(({ standing: own, before, number }) =>
      own ? before && !own.archived : !area.worklist && !stamps[number - first],
    ),
  )
  return judged.map((one) => verdict(plan, one, examined.get(one)))
}

/** Tries the documents out, all in one go; where one of them stops the others, each alone. */
const examine = async (
  { kit, me, plan, planned }: Court,
  judged: readonly Judged[],
): Promise<Map<Judged, Examined>> => {
  const results = new Map<Judged, Examined>()
  const sound = judged.filter(({ faults }) => faults.length === 0)
  const others = judged.filter(({ faults }) => faults.length > 0)
  for (const group of [
    sound.filter(({ named }) => named.length === 0),
    sound.filter(({ named }) => named.length > 0),
    others,
  ])
    try {
      await tryOut(group)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const one of group) await tryOut([one]).catch((alone: unknown) => refused(one, alone))
    }
  return results

  async function tryOut(group: readonly Judged[]): Promise<void> {
    if (group.length === 0) return
    if (group.every(({ named }) => named.length === 0)) return ask(await workOf(kit, me, 'import', kit.db), group)
    await takenBack(kit, async (tx) => {
      const copies = group.map((one) => copied(one))
      const work = await workOf(kit, me, 'import', tx)
      await settleNames(
        work,
        copies.flatMap(({ named }) => named),
        planned,
      )
      await ask(work, group, copies)
    })
  }

  async function ask(work: Work, group: readonly Judged[], copies: readonly Judged[] = group): Promise<void> {
    work.taking = plan.options
    work.isTrial = true
    const found = await kit.repository(plan.area.name).examine(
      work,
      copies.map(({ standing, input }) => (standing ? { id: standing.id, values: input } : { values: input })),
    )
    group.forEach((one, at) => {
      const result = found[at]
      if (result) results.set(one, result.at ? ofRow(result, result.at) : result)
    })
  }

  function refused(one: Judged, error: unknown) {
    if (!(error instanceof Refusal)) throw error
    const errors = Object.keys(error.errors).length > 0 ? error.errors : { '': [error.text] }
    results.set(one, { errors, remarks: [], changed: [] })
  }
}

/** What is said of a row by the paths of its document, by its own; what concerns others there concerns no column. */
const ofRow = (examined: Examined, at: string): Examined => ({
  ...examined,
  errors: Object.fromEntries(
    Object.entries(examined.errors).map(([path, texts]) => [path.startsWith(at) ? path.slice(at.length) : '', texts]),
  ),
  changed: examined.changed.flatMap((path) => (path.startsWith(at) ? [path.slice(at.length)] : [])),
})

/** Lets `work` write and takes everything back. */
const takenBack = async (kit: Kit, work: (tx: Work['tx']) => Promise<void>): Promise<void> => {
  const back = new Error('taken back')
  await kit.db
    .transaction(async (tx) => {
      await work(tx)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
}

const verdict = (plan: Plan, one: Judged, examined: Examined | undefined): Staged => {
  const { node, standing, before, input } = one
  const errors = [...one.faults]
  for (const [path, texts] of Object.entries(examined?.errors ?? {}))
    for (const text of texts) {
      const fault = faultAt(node, path, text)
      // What could not be read is not missing as well.
      if (!errors.some(({ line, field }) => line === fault.line && field === fault.field)) errors.push(fault)
    }
  const isOld = one.isOld && (examined?.changed.length ?? 0) > 0
  const changed = (errors.length === 0 || isOld) && before ? (examined?.changed ?? []) : []
  if (isOld) errors.push({ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.old') })
  const outcome: Outcome =
    errors.length > 0 ? 'rejected' : !before ? 'new' : changed.length > 0 ? 'changed' : 'unchanged'
  return {
    number: one.number,
    name: one.name.slice(0, 200),
    lines: [...new Set(node.lines)],
    outcome,
    input: outcome === 'new' || outcome === 'changed' ? input : null,
    record_id: standing?.id ?? null,
    record_version: typeof before?.version === 'number' ? before.version : null,
    errors,
    remarks: outcome === 'new' ? (examined?.remarks ?? []) : [],
    changes: before ? differences(plan.area, before, input, changed, plan.levels) : [],
  }
}

/** A row that belongs to no document, for want of a key or because the key cannot be read. */
const rejected = (number: number, line: number, faults: readonly Fault[]): Staged => {
  const own = faults.filter((fault) => fault.line === line)
  return {
    number,
    name: '',
    lines: [line],
    outcome: 'rejected',
    input: null,
    record_id: null,
    record_version: null,
    errors: own.filter(({ field }, at) => own.findIndex((other) => other.field === field) === at),
    remarks: [],
    changes: [],
  }
}

/** A document of its own to put ids into, so that the tried-out ones do not stay. */
const copied = (one: Judged): Judged => {
  const input = structuredClone(one.input)
  return { ...one, input, named: moved(one.named, one.input, input) }
}

/** The same places in another copy of the document. */
const moved = (named: readonly NewReference[], from: Doc, to: Doc): NewReference[] => {
  const twins = new Map<Doc, Doc>()
  const walk = (one: Doc, other: Doc) => {
    twins.set(one, other)
    for (const [name, value] of Object.entries(one)) {
      const twin = other[name]
      if (Array.isArray(value) && Array.isArray(twin))
        value.forEach((row, at) => {
          if (row && typeof row === 'object' && twin[at]) walk(row as Doc, twin[at] as Doc)
        })
    }
  }
  walk(from, to)
  return named.map((one) => ({ ...one, record: twins.get(one.record) ?? one.record }))
}

/** Records that have a document's business key, by the place of the document. */
const findStanding = async (kit: Kit, me: Principal, area: Area, inputs: readonly Doc[]) => {
  const keys = area.key ?? []
  const statement = statements(`${area.name}|${readScopeOf(me)}`, () =>
    compile(sql`
      select x.n, t.id, t.archived_at is not null as archived, ${kit.selects.inScope(area, readScopeOf(me), 't')} as "inScope"
      from jsonb_to_recordset(${slot('keys')}::jsonb) as x(n int, ${sql.join(
        keys.map((name) => sql`${id(name)} ${sql.raw(columnType(fieldOf(area, name)))}`),
      )})
      join ${id(tableOf(area))} as t on ${all(keys.map((name) => sql`${id('t', name)} = ${id('x', name)}`))}`),
  )
  const wanted = inputs.map((input, n) => ({
    n,
    ...Object.fromEntries(keys.map((name) => [name, keyIn(area, name, input)])),
  }))
  const rows = await run<StampedRecord & { n: number }>(kit.db, statement, {
    keys: JSON.stringify(wanted),
    ...callerValues(me),
  })
  // Of several the one that the caller sees is meant.
  const known = rows.toSorted((one, other) => Number(one.inScope) - Number(other.inScope))
  return new Map(known.map(({ n, ...standing }) => [n, standing]))
}
const statements = memo<Statement>(100)

/** A part of the key; a reference that names nothing is none. */
const keyIn = (area: Area, name: string, input: Doc) =>
  fieldOf(area, name).kind === 'reference' && typeof input[name] !== 'number' ? null : (input[name] ?? null)

const fieldOf = (area: Area, name: string) => {
  const field = area.fields[name]
  if (!field) throw new Error(`${area.name} has no field ${name}`)
  return field
}

/**
 * Whether no two records can have the same key. Where they can, one out of the caller's sight is nothing to them: a file
 * would tell that it is there.
 */
const isExclusive = (area: Area): boolean =>
  (area.key ?? []).some((name) => area.fields[name]?.options.unique || area.fields[name]?.kind === 'reference')

const storedRecords = async (kit: Kit, me: Principal, area: Area, standing: readonly StampedRecord[]) => {
  const ids = standing.filter(({ inScope }) => inScope).map((one) => one.id)
  const found = ids.length > 0 ? await kit.repository(area.name).find(kit.db, me, ids) : []
  return new Map(found.map((record) => [record.id, record as Doc]))
}
