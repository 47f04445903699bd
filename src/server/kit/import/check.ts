import { workOf } from '#server/kit/create-kit.ts'
import type { AdvisedDocument, Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { cutText } from '#shared/base/cut-text.ts'
import type { SourceRow } from '#shared/delimited/parse.ts'
import { isErrorValue } from './cells'
import { checkDocuments, rejectedRow } from './check-documents'
import { createReader } from './documents'
import { createStampReader } from './export-stamps'
import { createLookup, type Lookup, lookupOwner, textKey } from './lookup'
import { type NewNames, planNames, plannedKey } from './new-names'
import { type Plan, planOf } from './plan'
import { createRecordCheck } from './record-check'
import { createResolver } from './resolve'
import { type Import, type Missing, readLines, readRows, showProgress, stageDocuments, stageNames } from './staged'
import { createTitleLookup } from './title-lookup'

/**
 * Determines the outcome of every document of a file and stores it with the import. Writes to no area: documents that
 * need records that do not exist yet are tried in a transaction that is rolled back. `throwIfStopped` is called between
 * batches.
 */
export const checkImport = async (
  kit: Kit,
  me: Principal,
  record: Import,
  throwIfStopped: () => void,
): Promise<void> => {
  const { db } = kit
  const plan = planOf(kit, me, record)
  const reader = createReader(plan)
  const lookup = createLookup(kit, me)
  const resolver = createResolver(kit, plan, lookup)
  const stampOf = createStampReader(plan)
  await db.query('delete from import_documents where import_id = $1', [record.id])

  const { groups, keyless, texts } = await survey(kit, record, plan, reader.keyOf, throwIfStopped)
  await resolver.load(db, texts)
  const checkDisplayColumns = createRecordCheck(kit, me, plan)
  const titles = createTitleLookup(kit, me, plan)
  const planned = await planNames(db, kit, me, plan, lookup, texts, record.settings.same ?? [])
  await stageNames(db, record.id, [...planned.values()])
  const missing = missingOf(kit, plan, lookup, texts, planned)
  await db.query('update imports set missing = $2::jsonb where id = $1', [record.id, JSON.stringify(missing)])

  const total = groups.length + keyless.length
  let done = 0
  for (let first = 0; first < groups.length; first += documentsAtOnce) {
    throwIfStopped()
    const lines = groups.slice(first, first + documentsAtOnce)
    const rows = await readLines(db, record.id, lines.flat())
    const { documents: nodes, faults } = reader.documents(rows)
    const rowsByLine = new Map(rows.map((row) => [row.line, row]))
    const stamped = nodes.map((node) => stampOf(node, rowsByLine))
    const checked = await checkDocuments(
      { kit, me, plan, resolver, planned },
      {
        nodes,
        stamps: stamped.map(({ stamp }) => stamp),
        faults: [...faults, ...stamped.flatMap((result) => result.faults)],
        first,
        checkDisplay: (node, before) => checkDisplayColumns(node, before, rowsByLine),
      },
    )
    await titles.put(checked)
    await stageDocuments(db, record.id, checked)
    done += lines.length
    await showProgress(db, record.id, done, total)
  }
  for (let start = 0; start < keyless.length; start += rowsAtOnce) {
    throwIfStopped()
    const lines = keyless.slice(start, start + rowsAtOnce)
    const { faults } = reader.documents(await readLines(db, record.id, lines))
    await stageDocuments(
      db,
      record.id,
      lines.map((line, index) => rejectedRow(groups.length + start + index, line, faults)),
    )
    done += lines.length
    await showProgress(db, record.id, done, total)
  }
  await advise(kit, me, record, plan, throwIfStopped)
}

const documentsAtOnce = 50
const rowsAtOnce = 1000
/** Rows or documents of one read. */
const pageSize = 2000

/** Reads the whole file once: the lines of each document, lines without a key, and the names in columns of references. */
const survey = async (
  kit: Kit,
  record: Import,
  plan: Plan,
  keyOf: (row: SourceRow) => string | null,
  throwIfStopped: () => void,
) => {
  const byKey = new Map<string, number[]>()
  const keyless: number[] = []
  const nameColumns = plan.fields.flatMap(({ path, field, source }) =>
    field.kind === 'reference' && 'column' in source ? [{ path, column: source.column, texts: new Set<string>() }] : [],
  )
  let after = 0
  for (;;) {
    throwIfStopped()
    const rows = await readRows(kit.db, record.id, after, pageSize)
    for (const row of rows) {
      const key = keyOf(row)
      const lines = key === null ? keyless : byKey.get(key)
      if (lines) lines.push(row.line)
      else if (key !== null) byKey.set(key, [row.line])
      for (const { column, texts } of nameColumns) {
        const text = (row.cells[column] ?? '').trim()
        if (text && !isErrorValue(text)) texts.add(text)
      }
    }
    if (rows.length < pageSize) break
    after = rows.at(-1)?.line ?? after
  }
  return {
    groups: [...byKey.values()],
    keyless,
    texts: new Map(nameColumns.map(({ path, texts }) => [path, texts] as const)),
  }
}

/** Adds the area's remarks, which consider all documents of the file together, to the documents that they concern. */
const advise = async (
  kit: Kit,
  me: Principal,
  { id: importId }: Import,
  { area }: Plan,
  throwIfStopped: () => void,
) => {
  const advice = kit.server(area.name).import?.advise
  if (!advice || area.worklist) return
  const documents: AdvisedDocument[] = []
  for (;;) {
    throwIfStopped()
    const page = await kit.db.query<AdvisedDocument>(
      `select number, record_id, input from import_documents
       where import_id = $1 and number > $2 and outcome in ('new', 'changed') order by number limit $3`,
      [importId, documents.at(-1)?.number ?? -1, pageSize],
      'import_documents_advised',
    )
    documents.push(...page)
    if (page.length < pageSize) break
  }
  const advised = [...(await advice(await workOf(kit, me, 'import', kit.db), documents))]
  const remarks = advised.flatMap(([number, texts]) => (texts.length > 0 ? [{ number, texts }] : []))
  for (let start = 0; start < remarks.length; start += rowsAtOnce) {
    throwIfStopped()
    await kit.db.query(
      `update import_documents as d set remarks = d.remarks || x.texts
       from jsonb_to_recordset($2::jsonb) as x(number int, texts jsonb)
       where d.import_id = $1 and d.number = x.number`,
      [importId, JSON.stringify(remarks.slice(start, start + rowsAtOnce))],
      'import_documents_advise',
    )
  }
}

/** The names of references that no record has, by field. */
const missingOf = (
  kit: Kit,
  plan: Plan,
  lookup: Lookup,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  planned: NewNames,
): Missing[] =>
  plan.fields.flatMap(({ path, field }) => {
    const names = texts.get(path)
    if (!names) return []
    const target = kit.register.get(field.options.to ?? '')
    const owner = lookupOwner(field, target)
    const values = new Map<string, string>()
    const alike = new Set<string>()
    const same = new Set<string>()
    for (const text of names) {
      const newName = planned.get(plannedKey(target.name, text))
      if (newName?.alike) alike.add(newName.key)
      if (newName?.same) same.add(newName.key)
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
