import { conflict, forbidden, invalid, type Refusal } from '#server/kit/errors.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { rightsOf } from '#server/kit/rights.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { type createSchema, issueTexts, type Values } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { WriteContext } from './context'
import { addError, type Errors } from './references'

/** The input was based on a version that is no longer the current one; the route answers 409 with the current record. */
export class StaleVersion extends Error {
  constructor(readonly id: number) {
    super(`record ${id} has been changed since the version of the input`)
  }
}

export const requireVersion = (record: Doc, version: unknown) => {
  if (version !== undefined && version !== record.version) throw new StaleVersion(Number(record.id))
}

export const requireRight = ({ kit, area }: WriteContext, { me }: Work, action: 'create' | 'edit' | 'delete') => {
  if (!rightsOf(kit, me).can(area.name, action)) throw forbidden()
}

/** Parses input and throws 422 if it does not fit the schema. Input of the portal itself is trusted. */
export const parseInput = ({ me }: Work, schema: ReturnType<typeof createSchema>, input: Values): Values => {
  if (me === system) return input
  const parsed = schema.safeParse(input, { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  return parsed.data
}

/** Throws 422 with the errors, if there are any. */
export const refuseErrors = (errors: readonly Errors[]) => {
  const merged = Object.assign({}, ...errors) as Errors
  if (Object.keys(merged).length === 0) return
  const general = merged['']?.[0]
  throw general && Object.keys(merged).length === 1 ? invalid(merged, general) : invalid(merged)
}

/** The refusal for problems of guards: 422 if one of them names a field to correct, otherwise 409. */
export const guardRefusal = (problems: readonly Problem[]): Refusal => {
  const errors: Errors = {}
  for (const { field, text } of problems) addError(errors, field ?? '', text)
  return problems.some(({ field }) => field)
    ? invalid(errors, textOf('messages.move_needs'))
    : conflict(problems[0]?.code ?? 'guard', problems[0]?.text ?? textOf('messages.invalid'))
}
