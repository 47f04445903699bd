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
 * Writes new and changed documents in transactions of about fifty. Each document is marked in the transaction that
 * writes it, so that a restart never writes it twice. A document that is refused is stored with the reason and does not
 * block the others.
 */
export const writeImport = async (kit: Kit, record: Import, goOn: () => void): Promise<void> => {
  let size = most
  let alone = 0
  for (;;) {
    goOn()
    const me = await ownerOf(kit.db, record)
    const plan = planOf(kit, me, record)
    const started = Date.now()
    try {
      const count = await writeSome(kit, me, record, plan, alone > 0 ? 1 : size)
      if (count === 0) return
      alone = Math.max(0, alone - count)
      // With a single connection other writes wait meanwhile: the batch size aims at a tenth of a second.
      if (Date.now() - started > 150) size = Math.max(10, Math.floor(size / 2))
      else if (Date.now() - started < 75) size = Math.min(most, size * 2)
    } catch (error) {
      const faults = faultsOf(error, plan.area)
      if (!faults) throw error
      if (alone > 0) {
        await setAside(kit.db, record, faults)
        alone -= 1
      } else alone = size
    }
  }
}

const most = 50

/** The account that the import belongs to, as the database has it now. */
export const ownerOf = async (on: Queryable, { owner_id }: Pick<Import, 'owner_id'>): Promise<Principal> => {
  const owner = await readPrincipal(on, owner_id)
  if (!owner) throw forbidden(textOf('import.owner_gone'))
  return owner
}

interface Waiting {
  number: number
  outcome: Outcome
  input: Doc
  record_id: number | null
  record_version: number | null
}

const writeSome = (kit: Kit, me: Principal, record: Import, plan: Plan, size: number): Promise<number> =>
  kit.write(me, 'import', async (work) => {
    const waiting = await nextOf(work.tx, record, size)
    if (waiting.length === 0) return 0
    await settle(
      work,
      record,
      waiting.flatMap(({ input }) => namedIn(kit, plan, input)),
    )
    work.taking = plan.options
    const repository = kit.repository(plan.area.name)
    const fresh = waiting.filter(({ outcome }) => outcome === 'new')
    const made =
      fresh.length > 0
        ? await repository.create(
            work,
            fresh.map(({ input }) => input),
          )
        : []
    const ids = new Map(fresh.map(({ number }, at) => [number, Number(made[at]?.id)]))
    const standing = waiting.filter(({ number }) => !ids.has(number))
    for (const edits of await editsByDocument(work, plan.area, standing))
      if (plan.area.partOf) await repository.editRows(work, edits)
      else for (const { id, values } of edits) await repository.edit(work, id, values)
    for (const { number, record_id } of standing) ids.set(number, Number(record_id))
    await mark(work, record, ids)
    return waiting.length
  })

/** Finds or makes the records that documents name, as the check has shown them, and keeps which they became. */
const settle = async (work: Work, { id }: Import, named: readonly NewReference[]) => {
  if (named.length === 0) return
  const keys = new Set(named.map(({ record, field }) => textKey(String(record[field]))))
  const planned = await readNames(work.tx, id, [...keys])
  const ids = await settleNames(work, named, new Map(planned.map((name) => [plannedKey(name.area, name.key), name])))
  const made = planned.flatMap(({ area, key }) => {
    const record_id = ids.get(plannedKey(area, key))
    return record_id === undefined ? [] : [{ area, key, record_id }]
  })
  await markNames(work.tx, id, made)
}

/** Edits of existing records; rows of one document are grouped, as the document is written once. */
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
    // A missing record gets its error when it is written on its own.
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

/** Places where a reference is still a name: such records are made with the document. */
const namedIn = (kit: Kit, plan: Plan, input: Doc): NewReference[] => {
  const references: NewReference[] = []
  const walk = (area: Area, record: Doc) => {
    for (const { area: of, name, field } of plan.fields)
      if (of === area && field.kind === 'reference' && typeof record[name] === 'string')
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

/** The faults of a refused document; null when the error is no refusal. */
const faultsOf = (error: unknown, { partOf }: Area): Omit<Fault, 'line'>[] | null => {
  if (error instanceof StaleVersion) return [{ field: null, text: textOf('import.stale') }]
  if (!(error instanceof Refusal) || error.status >= 500 || error.code === 'forbidden') return null
  const faults = Object.entries(error.errors).flatMap(([path, texts]) =>
    texts.map((text: Text) => ({ field: fieldOf(partOf ? path.replace(/^[a-z_]+\.\d+\./, '') : path), text })),
  )
  return faults.length > 0 ? faults : [{ field: null, text: error.text }]
}

const fieldOf = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '') || null

/** Marks the first waiting document as rejected. */
const setAside = (db: Db, { id }: Import, faults: readonly Omit<Fault, 'line'>[]) =>
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
