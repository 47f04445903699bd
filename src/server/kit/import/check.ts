import { sql } from 'kysely'
import { workOf } from '#server/kit/create-kit.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { AdvisedDocument, Doc, Examined, Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { all, columnType, compile, id, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { cutText } from '#shared/base/cut-text.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Outcome } from '#shared/kit/wire/import.ts'
import { isErrorValue } from './cells'
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
 * Determines the outcome of every document of a file and stores it with the file. Writes to no area: documents that
 * need records that do not exist yet are tried in a transaction that is rolled back.
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
  const checkDisplayColumns = createRecordCheck(kit, me, plan)
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
    faults.push(...stamped.flatMap((result) => result.faults))
    const stamps = stamped.map(({ stamp }) => stamp)
    const judged = await judge({ kit, me, plan, resolver, planned }, documents, stamps, faults, at, (node, before) =>
      checkDisplayColumns(node, before, byLine),
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

/** Documents per batch. */
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
        if (text && !isErrorValue(text)) texts.add(text)
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

/** Adds the area's remarks on the file as a whole to the documents that they concern. */
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
  const remarks = advised.flatMap(([number, texts]) => (texts.length > 0 ? [{ number, texts }] : []))
  for (let at = 0; at < remarks.length; at += 1000) {
    goOn()
    await kit.db.query(
      `update import_documents as d set remarks = d.remarks || x.texts
       from jsonb_to_recordset($2::jsonb) as x(number int, texts jsonb)
       where d.import_id = $1 and d.number = x.number`,
      [importId, JSON.stringify(remarks.slice(at, at + 1000))],
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
      else if (lookup.find(target, owner, text).length === 0) values.set(textKey(text), cutText(text, 80))
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
  /** The record has changed since it was exported. */
  isOld: boolean
}

/** Common context of all documents of a file. */
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
  checkDisplay: (node: FileDocument, before: Doc) => Promise<Fault[]>,
): Promise<Staged[]> => {
  const { kit, me, plan, resolver, planned } = court
  const { area, levels } = plan
  const faultsOfLine = new Map<number, Fault[]>()
  for (const fault of faults) faultsOfLine.set(fault.line, [...(faultsOfLine.get(fault.line) ?? []), fault])
  // References first: in some areas they are part of the key.
  const resolved = await Promise.all(
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
        resolved.map(({ input }) => input),
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
      const match = stamp ? byId.get(stamp.id) : byKey.get(at)
      return match && (match.inScope || (!stamp && isExclusive(area))) ? [[at, match] as const] : []
    }),
  )
  const records = await storedRecords(kit, me, area, [...standing.values()])

  const judged: Judged[] = []
  for (const [at, node] of documents.entries()) {
    const match = standing.get(at)
    const stamp = stamps[at]
    const before = match ? (records.get(match.id) ?? null) : null
    const { input, named, faults: unread } = resolved[at] as (typeof resolved)[number]
    const document: Judged = {
      number: first + at,
      node,
      name: area.worklist
        ? String(before?.[area.title] ?? '')
        : (area.key ?? []).map((name) => node.values[name]?.toString() ?? '').join(' / '),
      standing: match,
      before,
      input,
      named,
      faults: [...node.lines.flatMap((line) => faultsOfLine.get(line) ?? []), ...unread],
      isOld: typeof stamp?.version === 'number' && before !== null && stamp.version !== before.version,
    }
    // A row whose record is gone must not create a new record, nor update another record that has its key now.
    if (stamp && !match)
      document.faults.push({ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.gone') })
    const holder = byKey.get(at)
    if (stamp && match && holder && holder.id !== match.id)
      document.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('validation.taken')))
    // A record that has changed since the export may differ; that is no fault of the file.
    if (before && !document.isOld) document.faults.push(...(await checkDisplay(node, before)))
    if (match?.archived) document.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('messages.record_archived')))
    else if (match && !before) document.faults.push(faultAt(node, area.key?.[0] ?? '', textOf('validation.taken')))
    judged.push(document)
  }
  // Rows are matched to stored rows by their references, so this follows resolving.
  for (const document of judged) {
    if (!document.before) continue
    const kept = resolver.keepStored(document.node, document.before, document.input)
    document.faults = document.faults.filter(({ field }) => field === null || !kept.includes(field))
    const merged = mergedInput(document.before, document.input, levels)
    if (merged.unclear) document.faults.push(faultAt(document.node, merged.unclear, textOf('import.row_not_clear')))
    document.named = moved(document.named, document.input, merged.values)
    document.input = merged.values
    if (stamps[document.number - first]) clearEmptiedCells(plan, document.before, document.input)
  }
  const examined = await examine(
    court,
    judged.filter(({ standing: match, before, number }) =>
      match ? before && !match.archived : !area.worklist && !stamps[number - first],
    ),
  )
  return judged.map((document) => verdict(plan, document, examined.get(document)))
}

/** Examines the documents in one batch; when a document fails the whole batch, examines each on its own. */
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
      for (const document of group) await tryOut([document]).catch((alone: unknown) => refused(document, alone))
    }
  return results

  async function tryOut(group: readonly Judged[]): Promise<void> {
    if (group.length === 0) return
    if (group.every(({ named }) => named.length === 0)) return ask(await workOf(kit, me, 'import', kit.db), group)
    await rolledBack(kit, async (tx) => {
      const copies = group.map((document) => copied(document))
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
    const examined = await kit.repository(plan.area.name).examine(
      work,
      copies.map(({ standing, input }) => (standing ? { id: standing.id, values: input } : { values: input })),
    )
    group.forEach((document, at) => {
      const result = examined[at]
      if (result) results.set(document, result.at ? ofRow(result, result.at) : result)
    })
  }

  function refused(document: Judged, error: unknown) {
    if (!(error instanceof Refusal)) throw error
    const errors = Object.keys(error.errors).length > 0 ? error.errors : { '': [error.text] }
    results.set(document, { errors, remarks: [], changed: [] })
  }
}

/** The findings of one row with paths relative to it; findings of other rows of its document keep no path. */
const ofRow = (examined: Examined, at: string): Examined => ({
  ...examined,
  errors: Object.fromEntries(
    Object.entries(examined.errors).map(([path, texts]) => [path.startsWith(at) ? path.slice(at.length) : '', texts]),
  ),
  changed: examined.changed.flatMap((path) => (path.startsWith(at) ? [path.slice(at.length)] : [])),
})

/** Runs `work` in a transaction and rolls it back. */
const rolledBack = async (kit: Kit, work: (tx: Work['tx']) => Promise<void>): Promise<void> => {
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

const verdict = (plan: Plan, document: Judged, examined: Examined | undefined): Staged => {
  const { node, standing, before, input } = document
  const errors = [...document.faults]
  for (const [path, texts] of Object.entries(examined?.errors ?? {}))
    for (const text of texts) {
      const fault = faultAt(node, path, text)
      // An unreadable value is not reported as missing too.
      if (!errors.some(({ line, field }) => line === fault.line && field === fault.field)) errors.push(fault)
    }
  const isOld = document.isOld && (examined?.changed.length ?? 0) > 0
  const changed = (errors.length === 0 || isOld) && before ? (examined?.changed ?? []) : []
  if (isOld) errors.push({ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.old') })
  const outcome: Outcome =
    errors.length > 0 ? 'rejected' : !before ? 'new' : changed.length > 0 ? 'changed' : 'unchanged'
  return {
    number: document.number,
    name: cutText(document.name, 200),
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
  const lineFaults = faults.filter((fault) => fault.line === line)
  return {
    number,
    name: '',
    lines: [line],
    outcome: 'rejected',
    input: null,
    record_id: null,
    record_version: null,
    errors: lineFaults.filter(({ field }, at) => lineFaults.findIndex((other) => other.field === field) === at),
    remarks: [],
    changes: [],
  }
}

/** A copy to put ids into, so that ids of rolled-back records do not remain. */
const copied = (document: Judged): Judged => {
  const input = structuredClone(document.input)
  return { ...document, input, named: moved(document.named, document.input, input) }
}

/** The same places in another copy of the document. */
const moved = (named: readonly NewReference[], from: Doc, to: Doc): NewReference[] => {
  const twins = new Map<Doc, Doc>()
  const walk = (source: Doc, target: Doc) => {
    twins.set(source, target)
    for (const [name, value] of Object.entries(source)) {
      const twin = target[name]
      if (Array.isArray(value) && Array.isArray(twin))
        value.forEach((row, at) => {
          if (row && typeof row === 'object' && twin[at]) walk(row as Doc, twin[at] as Doc)
        })
    }
  }
  walk(from, to)
  return named.map((reference) => ({ ...reference, record: twins.get(reference.record) ?? reference.record }))
}

/** Records that have a document's business key, by the place of the document. */
const findStanding = async (kit: Kit, me: Principal, area: Area, inputs: readonly Doc[]) => {
  const keys = area.key ?? []
  const given = area.keyIfGiven ?? []
  const statement = statements(`${area.name}|${readScopeOf(me)}`, () =>
    compile(sql`
      select x.n, t.id, t.archived_at is not null as archived, ${kit.selects.inScope(area, readScopeOf(me), 't')} as "inScope"
      from jsonb_to_recordset(${slot('keys')}::jsonb) as x(n int, ${sql.join(
        [...keys, ...given].map((name) => sql`${id(name)} ${sql.raw(columnType(fieldOf(area, name)))}`),
      )})
      join ${id(tableOf(area))} as t on ${all([
        ...keys.map((name) => sql`${id('t', name)} = ${id('x', name)}`),
        ...given.map((name) => sql`(${id('x', name)} is null or ${id('t', name)} = ${id('x', name)})`),
        ...(area.keyFreeIn
          ? [sql`${id('t', 'status')} not in (${sql.join(area.keyFreeIn.map((state) => sql.lit(state)))})`]
          : []),
      ])}
      order by t.id`),
  )
  const wanted = inputs.map((input, n) => ({
    n,
    ...Object.fromEntries(keys.map((name) => [name, keyIn(area, name, input)])),
    // A name that no record has yet is that of no record.
    ...Object.fromEntries(given.map((name) => [name, keyIn(area, name, input) ?? (input[name] ? 0 : null)])),
  }))
  const rows = await run<StampedRecord & { n: number }>(kit.db, statement, {
    keys: JSON.stringify(wanted),
    ...callerValues(me),
  })
  // Records in the caller's scope take precedence, and of versions the youngest.
  const known = rows.toSorted((a, b) => Number(a.inScope) - Number(b.inScope))
  return new Map(known.map(({ n, ...standing }) => [n, standing]))
}
const statements = memo<Statement>(100)

/** A part of the key; null for a reference that could not be resolved. */
const keyIn = (area: Area, name: string, input: Doc) =>
  fieldOf(area, name).kind === 'reference' && typeof input[name] !== 'number' ? null : (input[name] ?? null)

const fieldOf = (area: Area, name: string) => {
  const field = area.fields[name]
  if (!field) throw new Error(`${area.name} has no field ${name}`)
  return field
}

/**
 * Whether the key is unique over all records. Where it is not, records outside the caller's scope must not count: the
 * result of a check would reveal that they exist.
 */
const isExclusive = (area: Area): boolean =>
  (area.key ?? []).some((name) => area.fields[name]?.options.unique || area.fields[name]?.kind === 'reference')

const storedRecords = async (kit: Kit, me: Principal, area: Area, standing: readonly StampedRecord[]) => {
  const ids = standing.filter(({ inScope }) => inScope).map((match) => match.id)
  const stored = ids.length > 0 ? await kit.repository(area.name).find(kit.db, me, ids) : []
  return new Map(stored.map((record) => [record.id, record as Doc]))
}
