import { readPrincipal } from '#server/auth/accounts.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { forbidden, Refusal } from '#server/kit/errors.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { rowsIn } from '#server/kit/write/diff.ts'
import { StaleVersion } from '#server/kit/write/refusals.ts'
import { type Area, rowsOf, tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { Outcome } from '#shared/kit/wire/import.ts'
import { textKey } from './lookup'
import { type NewReference, plannedKey, settleNames } from './new-names'
import { type Plan, planOf } from './plan'
import { type Fault, type Import, markNames, readNames } from './staged'

/**
 * Writes new and changed documents in batches of up to fifty, each in one transaction. Documents are marked in the
 * transaction that writes them, so that a restart never writes one twice. If a batch is refused, its documents are
 * written one by one, and those that are refused again are rejected with the reason.
 */
export const writeImport = async (kit: Kit, record: Import, throwIfStopped: () => void): Promise<void> => {
  let size = maxBatch
  /** The number of documents to write one by one, after a refused batch. */
  let singles = 0
  for (;;) {
    throwIfStopped()
    const me = await ownerOf(kit.db, record)
    const plan = planOf(kit, me, record)
    const started = Date.now()
    try {
      const count = await writeBatch(kit, me, record, plan, singles > 0 ? 1 : size)
      if (count === 0) return
      singles = Math.max(0, singles - count)
      // With a single connection, other writes wait for a batch, so its size aims at a tenth of a second.
      if (Date.now() - started > 150) size = Math.max(10, Math.floor(size / 2))
      else if (Date.now() - started < 75) size = Math.min(maxBatch, size * 2)
    } catch (error) {
      const faults = faultsOf(error, plan.area)
      if (!faults) throw error
      if (singles > 0) {
        await rejectNext(kit.db, record, faults)
        singles -= 1
      } else singles = size
    }
  }
}

const maxBatch = 50

/** The owner of the import with their current rights; throws 403 if the account is gone. */
export const ownerOf = async (on: Queryable, { owner_id }: Pick<Import, 'owner_id'>): Promise<Principal> => {
  const owner = await readPrincipal(on, owner_id)
  if (!owner) throw forbidden(textOf('import.owner_gone'))
  return owner
}

/** A document that is to be written. */
interface Waiting {
  number: number
  outcome: Outcome
  input: Doc
  record_id: number | null
  record_version: number | null
}

/** Writes the next documents; returns their number. */
const writeBatch = (kit: Kit, me: Principal, record: Import, plan: Plan, size: number): Promise<number> =>
  kit.write(me, 'import', async (work) => {
    const waiting = await nextOf(work.tx, record, size)
    if (waiting.length === 0) return 0
    await createNewNames(
      work,
      record,
      waiting.flatMap(({ input }) => newReferencesIn(kit, plan, input)),
    )
    work.taking = plan.options
    const repository = kit.repository(plan.area.name)
    const creations = waiting.filter(({ outcome }) => outcome === 'new')
    const created =
      creations.length > 0
        ? await repository.create(
            work,
            creations.map(({ input }) => input),
          )
        : []
    const ids = new Map(creations.map(({ number }, index) => [number, Number(created[index]?.id)]))
    const changes = waiting.filter(({ number }) => !ids.has(number))
    for (const edits of await editsByDocument(work, plan.area, changes))
      if (plan.area.partOf) await repository.editRows(work, edits)
      else for (const { id, values } of edits) await repository.edit(work, id, values)
    for (const { number, record_id } of changes) ids.set(number, Number(record_id))
    await mark(work, record, ids)
    return waiting.length
  })

/** Finds or creates the records that documents name, as the check has planned them, and stores their ids. */
const createNewNames = async (work: Work, { id }: Import, references: readonly NewReference[]) => {
  if (references.length === 0) return
  const keys = new Set(references.map(({ record, field }) => textKey(String(record[field]))))
  const planned = await readNames(work.tx, id, [...keys])
  const ids = await settleNames(
    work,
    references,
    new Map(planned.map((name) => [plannedKey(name.area, name.key), name])),
  )
  const settled = planned.flatMap(({ area, key }) => {
    const record_id = ids.get(plannedKey(area, key))
    return record_id === undefined ? [] : [{ area, key, record_id }]
  })
  await markNames(work.tx, id, settled)
}

/** Edits of existing records; those of rows are grouped by document, since a document is written once. */
const editsByDocument = async ({ tx }: Work, area: Area, waiting: readonly Waiting[]) => {
  const edits = waiting.map(({ input, record_id, record_version }) => ({
    id: Number(record_id),
    values: { ...input, version: Number(record_version) },
  }))
  const { partOf } = area
  if (!partOf || edits.length === 0) return [edits]
  const rows = await tx.query<{ id: number; document: number }>(
    `select id, ${partOf.by} as document from ${tableOf(area)} where id = any($1::bigint[])`,
    [edits.map(({ id }) => id)],
    `import_documents_of_${area.name}`,
  )
  const documents = new Map(rows.map(({ id, document }) => [id, document]))
  const groups = new Map<number, typeof edits>()
  for (const edit of edits) {
    // A missing record gets a group of its own, in which it is refused.
    const document = documents.get(edit.id) ?? -edit.id
    groups.set(document, [...(groups.get(document) ?? []), edit])
  }
  return [...groups.values()]
}

const nextOf = (tx: Queryable, { id }: Import, size: number) =>
  tx.query<Waiting>(
    `select number, outcome, input, record_id, record_version from import_documents
     where import_id = $1 and not written and outcome in ('new', 'changed') order by number limit $2 for update`,
    [id, size],
    'import_documents_next',
  )

const mark = async ({ tx }: Work, { id }: Import, ids: ReadonlyMap<number, number>) => {
  await tx.query(
    `with marked as (
       update import_documents as d set written = true, record_id = x.record_id
       from unnest($2::int[], $3::bigint[]) as x(number, record_id)
       where d.import_id = $1 and d.number = x.number)
     update imports set progress_done = progress_done + $4, attempts = 0
     where id = $1`,
    [id, [...ids.keys()], [...ids.values()], ids.size],
    'import_documents_mark',
  )
}

/** The references of a document that are still names, because their records do not exist yet. */
const newReferencesIn = (kit: Kit, plan: Plan, input: Doc): NewReference[] => {
  const references: NewReference[] = []
  const walk = (area: Area, record: Doc) => {
    for (const { area: owner, name, field } of plan.fields)
      if (owner === area && field.kind === 'reference' && typeof record[name] === 'string')
        references.push({
          record,
          field: name,
          target: kit.register.get(field.options.to ?? ''),
          states: field.options.states,
        })
    for (const [name, { options }] of rowsOf(area))
      for (const row of rowsIn(record, name)) walk(kit.register.get(options.to ?? ''), row)
  }
  walk(plan.area, input)
  return references
}

/** The faults of a refused document; null for errors that are not caused by the document. */
const faultsOf = (error: unknown, { partOf }: Area): Omit<Fault, 'line'>[] | null => {
  if (error instanceof StaleVersion) return [{ field: null, text: textOf('import.stale') }]
  if (!(error instanceof Refusal) || error.status >= 500 || error.code === 'forbidden') return null
  const faults = Object.entries(error.errors).flatMap(([path, texts]) =>
    texts.map((text: Text) => ({ field: fieldOf(partOf ? path.replace(/^[a-z_]+\.\d+\./, '') : path), text })),
  )
  return faults.length > 0 ? faults : [{ field: null, text: error.text }]
}

const fieldOf = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '') || null

/** Rejects the next document. */
const rejectNext = (db: Db, { id }: Import, faults: readonly Omit<Fault, 'line'>[]) =>
  db.transaction(async (tx) => {
    await tx.query(
      `update import_documents set outcome = 'rejected', errors = (
         select jsonb_agg(f || jsonb_build_object('line', lines[1])) from jsonb_array_elements($2::jsonb) as f)
       where import_id = $1 and number = (
         select number from import_documents
         where import_id = $1 and not written and outcome in ('new', 'changed') order by number limit 1)`,
      [id, JSON.stringify(faults)],
    )
    await tx.query(`update imports set progress_done = progress_done + 1 where id = $1`, [id])
  })
