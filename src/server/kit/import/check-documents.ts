import type { Doc, Examined } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import type { Area } from '#shared/kit/area.ts'
import { textOf } from '#shared/kit/text.ts'
import type { Outcome } from '#shared/kit/wire/import.ts'
import { type CheckContext, type CheckedDocument, referencesIn } from './checked-document'
import { differences, faultAt, inputOf, mergedInput } from './documents'
import { examineDocuments } from './examine-documents'
import { clearEmptiedCells, type Stamp, type StampedRecord } from './export-stamps'
import type { FileDocument } from './file-document'
import { matchRecords } from './match-records'
import type { Plan } from './plan'
import type { Fault, Staged } from './staged'

/** Documents of a file that are checked together. */
interface Batch {
  nodes: readonly FileDocument[]
  /** The stamps of the nodes, by index. */
  stamps: readonly (Stamp | null)[]
  /** Faults of the rows, found while reading them. */
  faults: readonly Fault[]
  /** The number of the first document. */
  first: number
  /** Finds edited cells in read-only columns. */
  checkDisplay: (node: FileDocument, before: Doc) => Promise<Fault[]>
}

/** Determines the outcome of documents: new, changed, unchanged or rejected, with errors and changes. */
export const checkDocuments = async (context: CheckContext, batch: Batch): Promise<Staged[]> => {
  const { area } = context.plan
  const documents = await matchedDocuments(context, batch)
  // Rows are matched to stored rows by their references, so this follows resolving.
  for (const document of documents) mergeStored(context, document)
  const examined = await examineDocuments(
    context,
    documents.filter(({ match, before, stamp }) =>
      match ? before && !match.archived : !area.worklist && stamp === null,
    ),
  )
  return documents.map((document) => outcomeOf(context.plan, document, examined.get(document)))
}

/** The documents with resolved references and the stored records that they mean. */
const matchedDocuments = async (
  { kit, me, plan, resolver, planned }: CheckContext,
  { nodes, stamps, faults, first, checkDisplay }: Batch,
): Promise<CheckedDocument[]> => {
  const { area, levels } = plan
  const faultsByLine = new Map<number, Fault[]>()
  for (const fault of faults) faultsByLine.set(fault.line, [...(faultsByLine.get(fault.line) ?? []), fault])
  // References are resolved first: in some areas they are part of the key.
  const resolved = await Promise.all(
    nodes.map(async (node) => {
      const input = inputOf(node, levels)
      return { node, input, ...(await resolver.resolve(kit.db, node, input, planned)) }
    }),
  )
  const inputs = resolved.map(({ input }) => input)
  const { keyHolders, matches, stored } = await matchRecords(kit, me, area, inputs, stamps)
  const documents: CheckedDocument[] = []
  for (const [index, { node, input, newReferences, faults: unresolved }] of resolved.entries()) {
    const match = matches.get(index)
    const stamp = stamps[index] ?? null
    const before = match ? (stored.get(match.id) ?? null) : null
    const document: CheckedDocument = {
      number: first + index,
      node,
      name: nameOf(area, node, before),
      stamp,
      match,
      before,
      input,
      newReferences,
      faults: [...node.lines.flatMap((line) => faultsByLine.get(line) ?? []), ...unresolved],
      isOutdated: typeof stamp?.version === 'number' && before !== null && stamp.version !== before.version,
    }
    document.faults.push(...stampFaults(area, document, keyHolders.get(index)))
    // A record that has changed since the export may show other values; that is no fault of the file.
    if (before && !document.isOutdated) document.faults.push(...(await checkDisplay(node, before)))
    document.faults.push(...recordFaults(area, document))
    documents.push(document)
  }
  return documents
}

const nameOf = (area: Area, { values }: FileDocument, before: Doc | null): string =>
  area.worklist
    ? String(before?.[area.title] ?? '')
    : (area.key ?? []).map((name) => values[name]?.toString() ?? '').join(' / ')

/**
 * Why a re-imported document cannot be applied to the record of its stamp. If the record is gone, the document must
 * neither create a new one nor update another record that has its key now.
 */
const stampFaults = (
  area: Area,
  { node, stamp, match }: CheckedDocument,
  keyHolder: StampedRecord | undefined,
): Fault[] => {
  if (!stamp) return []
  if (!match) return [{ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.gone') }]
  return keyHolder && keyHolder.id !== match.id ? [faultAt(node, area.key?.[0] ?? '', textOf('validation.taken'))] : []
}

/** Why a matched record cannot be changed: it is archived, or out of the caller's scope. */
const recordFaults = (area: Area, { node, match, before }: CheckedDocument): Fault[] => {
  if (!match || (before && !match.archived)) return []
  return [faultAt(node, area.key?.[0] ?? '', textOf(match.archived ? 'messages.record_archived' : 'validation.taken'))]
}

/** Completes the input of a document with what the stored record keeps. */
const mergeStored = ({ plan, resolver }: CheckContext, document: CheckedDocument) => {
  const { before, node, input } = document
  if (!before) return
  const keptFields = resolver.keepStored(node, before, input)
  document.faults = document.faults.filter(({ field }) => field === null || !keptFields.includes(field))
  const { values, unclear } = mergedInput(before, input, plan.levels)
  if (unclear) document.faults.push(faultAt(node, unclear, textOf('import.row_not_clear')))
  document.newReferences = referencesIn(values, input, document.newReferences)
  document.input = values
  if (document.stamp) clearEmptiedCells(plan, before, values)
}

const outcomeOf = (plan: Plan, document: CheckedDocument, examined: Examined | undefined): Staged => {
  const { node, match, before, input } = document
  const errors = [...document.faults]
  for (const [path, texts] of Object.entries(examined?.errors ?? {}))
    for (const text of texts) {
      const fault = faultAt(node, path, text)
      // A value that could not be read is not also reported as missing.
      if (!errors.some(({ line, field }) => line === fault.line && field === fault.field)) errors.push(fault)
    }
  const isOutdated = document.isOutdated && (examined?.changed.length ?? 0) > 0
  const changed = (errors.length === 0 || isOutdated) && before ? (examined?.changed ?? []) : []
  if (isOutdated) errors.push({ line: node.lines[0] ?? 0, field: null, text: textOf('import.back.old') })
  const outcome: Outcome =
    errors.length > 0 ? 'rejected' : !before ? 'new' : changed.length > 0 ? 'changed' : 'unchanged'
  return {
    number: document.number,
    name: cutText(document.name, 200),
    lines: [...new Set(node.lines)],
    outcome,
    input: outcome === 'new' || outcome === 'changed' ? input : null,
    record_id: match?.id ?? null,
    record_version: typeof before?.version === 'number' ? before.version : null,
    errors,
    remarks: outcome === 'new' ? (examined?.remarks ?? []) : [],
    changes: before ? differences(plan.area, before, input, changed, plan.levels) : [],
  }
}

/** The outcome of a row that belongs to no document, because its key is missing or cannot be read. */
export const rejectedRow = (number: number, line: number, faults: readonly Fault[]): Staged => {
  const lineFaults = faults.filter((fault) => fault.line === line)
  return {
    number,
    name: '',
    lines: [line],
    outcome: 'rejected',
    input: null,
    record_id: null,
    record_version: null,
    errors: lineFaults.filter(({ field }, index) => lineFaults.findIndex((other) => other.field === field) === index),
    remarks: [],
    changes: [],
  }
}
