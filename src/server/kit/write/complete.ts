import { conflict } from '#server/kit/errors.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { minorUnitProblems } from '#shared/kit/checks.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { issueTexts, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { WriteContext } from './context'
import { rowsIn } from './diff'
import { applyInput, changedPaths, changedSettledRows } from './documents'
import { addError, checkReferences, type Errors } from './references'
import { reserveIds } from './store'

/** Drafts new documents from input and collects the errors of each; they are neither completed nor written. */
export const draftDocuments = async (
  context: WriteContext,
  work: Work,
  inputs: readonly Values[],
  { willWrite }: { willWrite: boolean },
): Promise<{ changes: Change[]; errors: Errors[] }> => {
  const { kit, area, root } = context
  // Input of the portal itself (demo data, migrated orders) is typed and may set what callers may not.
  const schema = work.me === system ? null : context.schemas.create(work.me)
  const errors: Errors[] = []
  const changes = inputs.map((input): Change => {
    const after: Doc = {}
    const parsed = schema?.safeParse(input, { reportInput: true })
    const ownErrors: Errors = parsed && !parsed.success ? issueTexts(parsed.error) : {}
    // Rejected input is not applied: its shape is unreliable, as a row may be a number or null.
    applyInput(kit.register, work.me, area, after, parsed ? (parsed.data ?? {}) : input, ownErrors)
    kit.server(area.name).begins?.(work, after)
    // A caller confined to a portfolio would not see the supplier they create.
    if (work.me.portfolio && area.portfolio === 'itself')
      addError(ownErrors, '', textOf('messages.portfolio_makes_none'))
    errors.push(ownErrors)
    return { before: null, after }
  })
  const valid = indexesWithoutErrors(errors)
  const validChanges = valid.map((index) => changes[index] as Change)
  if (willWrite) startLookups(context, work, validChanges)
  const referenceErrors = await checkReferences(work, root, validChanges)
  for (const [position, index] of valid.entries()) Object.assign(errors[index] ?? {}, referenceErrors[position])
  return { changes, errors }
}

/** Starts the queries that a write needs later, so that they run concurrently with the check of references. */
export const startLookups = ({ kit, root }: WriteContext, work: Work, changes: readonly Change[]) => {
  const docs = changes.map(({ after }) => after)
  kit.server(root.name).startLookups?.(work, docs)
  reserveIds(work, root, docs)
}

/** Lets the area complete the documents that have no errors yet, and adds the problems that its rules report. */
export const completeDocuments = async (
  context: WriteContext,
  work: Work,
  changes: readonly Change[],
  errors: readonly Errors[],
) => {
  const server = context.kit.server(context.root.name)
  const valid = indexesWithoutErrors(errors)
  const validChanges = valid.map((index) => changes[index] as Change)
  if (work.taking) for (const { before, after } of validChanges) if (!before) server.import?.take?.(after, work.taking)
  const problems = await server.prepare?.(work, validChanges)
  validChanges.forEach((change, position) => {
    const ownErrors = errors[valid[position] as number] ?? {}
    const ruleProblems = work.me === system ? [] : problemsOf(context, work, change.after)
    for (const { field, text } of [...(problems?.[position] ?? []), ...ruleProblems])
      addError(ownErrors, field ?? '', text)
  })
}

/** Problems that the rules of the document and of its rows report. */
export const problemsOf = (
  context: WriteContext,
  work: Work,
  record: Doc,
  area: Area = context.root,
  path = '',
  currency: unknown = record.currency,
): Problem[] => {
  const problems = [
    ...minorUnitProblems(area, record, currency),
    ...(context.rulesOf(area.name).check?.(record as AnyRecord, work.context) ?? []),
  ]
  const ofRows = context.kit.register
    .childrenOf(area.name)
    .flatMap(({ field, area: child }) =>
      rowsIn(record, field).flatMap((row, index) =>
        problemsOf(context, work, row, child, `${path}${field}.${index}.`, row.currency ?? currency),
      ),
    )
  return [...problems.map((problem) => ({ ...problem, field: path + (problem.field ?? '') })), ...ofRows]
}

/** Adds an error for every changed field that may not be edited in the document's state; throws 409 if it is archived. */
export const refuseUneditable = (context: WriteContext, work: Work, change: Change, errors: Errors) => {
  const { root } = context
  if (work.me === system || !change.before) return
  if (change.before.archived_at) throw conflict('archived', textOf('messages.record_archived'))
  for (const path of changedSettledRows(context, change)) addError(errors, path, textOf('validation.row_settled'))
  const isEditable = context.rulesOf(root.name).editable?.(change.before as AnyRecord, work.context)
  if (!isEditable) return
  const text = root.lifecycle
    ? textOf('validation.not_editable_in', { state: textOf(`areas.${root.name}.states.${change.before.status}`) })
    : textOf('validation.not_editable')
  for (const path of changedPaths(context, change))
    if (!isEditable(path.replace(/\.\d+/g, ''))) addError(errors, path, text)
}

const indexesWithoutErrors = (errors: readonly Errors[]): number[] =>
  errors.flatMap((ownErrors, index) => (Object.keys(ownErrors).length === 0 ? [index] : []))
