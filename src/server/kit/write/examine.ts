import type { Change, Doc, Examined, Work } from '#server/kit/kit.ts'
import { issueTexts, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import { completeDocuments, draftDocuments, refuseUneditable } from './complete'
import type { WriteContext } from './context'
import { applyInput, changedPaths, documentIdsOf, loadDocuments, pathIn, recordIn } from './documents'
import { addError, checkReferences, type Errors } from './references'

/** Input for a new record, or for the existing record with this id. */
export interface ExaminedInput {
  id?: number
  values: Values
}

/** Checks what creating or editing would report for each input, without writing. */
export const examineInputs = async (
  context: WriteContext,
  work: Work,
  inputs: readonly ExaminedInput[],
): Promise<Examined[]> => {
  const creations = inputs.filter(({ id }) => id === undefined)
  const edits = inputs.filter(({ id }) => id !== undefined)
  const results = new Map([
    ...(await examineCreations(context, work, creations)),
    ...(await examineEdits(context, work, edits)),
  ])
  return inputs.map((input) => results.get(input) ?? { errors: {}, remarks: [], changed: [] })
}

const examineCreations = async (context: WriteContext, work: Work, inputs: readonly ExaminedInput[]) => {
  const values = inputs.map((input) => input.values)
  const { changes, errors } = await draftDocuments(context, work, values, { willWrite: false })
  await completeDocuments(context, work, changes, errors)
  const remarks = await context.kit.server(context.root.name).remarks?.(work, changes)
  return inputs.map((input, index): [ExaminedInput, Examined] => [
    input,
    { errors: errors[index] ?? {}, remarks: remarks?.[index] ?? [], changed: [] },
  ])
}

/** Edits of one document are tried together; if that fails, each is tried alone, so that it gets only its own errors. */
const examineEdits = async (
  context: WriteContext,
  work: Work,
  inputs: readonly ExaminedInput[],
): Promise<Map<ExaminedInput, Examined>> => {
  if (inputs.length === 0) return new Map()
  const documentIds = await documentIdsOf(
    context,
    work.tx,
    inputs.map(({ id }) => Number(id)),
  )
  const docs = await loadDocuments(context, work, [...new Set(documentIds.values())])
  const groups = new Map<number, ExaminedInput[]>()
  for (const input of inputs) {
    // Missing records get a key of their own, so that they are not grouped with another document.
    const key = documentIds.get(Number(input.id)) ?? -Number(input.id)
    groups.set(key, [...(groups.get(key) ?? []), input])
  }
  const results = await tryEdits(context, work, docs, [...groups])
  const failed = [...groups].filter(
    ([, group]) => group.length > 1 && group.some((input) => Object.keys(results.get(input)?.errors ?? {}).length > 0),
  )
  if (failed.length === 0) return results
  const singles = failed.flatMap(([key, group]) => group.map((input): EditGroup => [key, [input]]))
  return new Map([...results, ...(await tryEdits(context, work, docs, singles))])
}

/** The inputs for one document, by its id. */
type EditGroup = [number, readonly ExaminedInput[]]

const tryEdits = async (
  context: WriteContext,
  work: Work,
  docs: ReadonlyMap<number, Doc>,
  groups: readonly EditGroup[],
): Promise<Map<ExaminedInput, Examined>> => {
  const { area, root } = context
  const attempts = groups.map(([key, inputs]) => tryGroup(context, work, docs.get(key) ?? null, inputs))
  const changes = attempts.map(({ change }) => change)
  const errors = attempts.map((attempt) => attempt.errors)
  for (const [index, referenceErrors] of (await checkReferences(work, root, changes)).entries())
    Object.assign(errors[index] ?? {}, referenceErrors)
  const changed = changes.map((change) => (change.before ? changedPaths(context, change) : []))
  await completeDocuments(context, work, changes, errors)
  return new Map(
    attempts.flatMap(({ change, inputs, errors }, index) =>
      inputs.map((input): [ExaminedInput, Examined] => [
        input,
        {
          errors,
          remarks: [],
          changed: changed[index] ?? [],
          ...(area === root ? {} : { at: pathIn(context, change.after, Number(input.id)) }),
        },
      ]),
    ),
  )
}

const tryGroup = (context: WriteContext, work: Work, before: Doc | null, inputs: readonly ExaminedInput[]) => {
  const { kit, area, schemas } = context
  const errors: Errors = {}
  const change: Change = { before, after: structuredClone(before ?? {}) }
  if (!before) {
    addError(errors, 'id', textOf('validation.no_such_record'))
    return { change, errors, inputs }
  }
  for (const { id, values } of inputs) {
    const target = recordIn(context, change.after, Number(id))
    const parsed = schemas.edit(work.me).safeParse({ ...values, version: target.version }, { reportInput: true })
    if (parsed.success) applyInput(kit.register, work.me, area, target, parsed.data, errors)
    else
      for (const [field, texts] of Object.entries(issueTexts(parsed.error)))
        errors[pathIn(context, change.after, Number(id)) + field] = texts
  }
  refuseUneditable(context, work, change, errors)
  return { change, errors, inputs }
}
