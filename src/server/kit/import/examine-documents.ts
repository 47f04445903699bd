import { workOf } from '#server/kit/create-kit.ts'
import { Refusal } from '#server/kit/errors.ts'
import type { Examined, Kit, Work } from '#server/kit/kit.ts'
import { type CheckContext, type CheckedDocument, referencesIn } from './checked-document'
import { settleNames } from './new-names'

/**
 * Checks documents as writing them would, in three batches: without faults, without faults but with new records (which
 * are created in a transaction that is rolled back), and with faults. If a batch is refused, its documents are examined
 * one by one.
 */
export const examineDocuments = async (
  context: CheckContext,
  documents: readonly CheckedDocument[],
): Promise<Map<CheckedDocument, Examined>> => {
  const results = new Map<CheckedDocument, Examined>()
  const valid = documents.filter(({ faults }) => faults.length === 0)
  const faulty = documents.filter(({ faults }) => faults.length > 0)
  for (const batch of [
    valid.filter(({ newReferences }) => newReferences.length === 0),
    valid.filter(({ newReferences }) => newReferences.length > 0),
    faulty,
  ])
    try {
      await examineBatch(context, batch, results)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const document of batch)
        await examineBatch(context, [document], results).catch((refusal: unknown) => {
          results.set(document, refusedResult(refusal))
        })
    }
  return results
}

const examineBatch = async (
  context: CheckContext,
  batch: readonly CheckedDocument[],
  results: Map<CheckedDocument, Examined>,
): Promise<void> => {
  const { kit, me, planned } = context
  if (batch.length === 0) return
  if (batch.every(({ newReferences }) => newReferences.length === 0))
    return collectResults(context, await workOf(kit, me, 'import', kit.db), batch, batch, results)
  await rolledBack(kit, async (tx) => {
    const copies = batch.map(copyOf)
    const work = await workOf(kit, me, 'import', tx)
    await settleNames(
      work,
      copies.flatMap(({ newReferences }) => newReferences),
      planned,
    )
    await collectResults(context, work, batch, copies, results)
  })
}

/** Examines `copies` and stores the results for the documents that they are copies of. */
const collectResults = async (
  { kit, plan }: CheckContext,
  work: Work,
  documents: readonly CheckedDocument[],
  copies: readonly CheckedDocument[],
  results: Map<CheckedDocument, Examined>,
): Promise<void> => {
  work.taking = plan.options
  work.isTrial = true
  const examined = await kit.repository(plan.area.name).examine(
    work,
    copies.map(({ match, input }) => (match ? { id: match.id, values: input } : { values: input })),
  )
  documents.forEach((document, index) => {
    const result = examined[index]
    if (result) results.set(document, result.at ? resultOfRow(result, result.at) : result)
  })
}

const refusedResult = (error: unknown): Examined => {
  if (!(error instanceof Refusal)) throw error
  const errors = Object.keys(error.errors).length > 0 ? error.errors : { '': [error.text] }
  return { errors, remarks: [], changed: [] }
}

/** The result of one row, with paths relative to it; errors of other rows of its document get no path. */
const resultOfRow = (examined: Examined, prefix: string): Examined => ({
  ...examined,
  errors: Object.fromEntries(
    Object.entries(examined.errors).map(([path, texts]) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : '',
      texts,
    ]),
  ),
  changed: examined.changed.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])),
})

/** A copy to put ids into, so that the ids of rolled-back records do not remain in the document. */
const copyOf = (document: CheckedDocument): CheckedDocument => {
  const input = structuredClone(document.input)
  return { ...document, input, newReferences: referencesIn(input, document.input, document.newReferences) }
}

/** Runs `work` in a transaction and rolls it back. */
const rolledBack = async (kit: Kit, work: (tx: Work['tx']) => Promise<void>): Promise<void> => {
  const rollback = new Error('rolled back after a trial')
  await kit.db
    .transaction(async (tx) => {
      await work(tx)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
}
