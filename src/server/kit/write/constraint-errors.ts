import type { DbError } from '#server/db/types.ts'
import { conflict, invalid, type Refusal } from '#server/kit/errors.ts'
import { columnsOf, type Register, tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Maps a violated unique or foreign key to a refusal; returns other errors unchanged. Both are checked before a write,
 * so a violation means that two requests raced or two rows of one input collided.
 */
export const constraintRefusal = (register: Register, error: DbError): Error => {
  if (error.code !== uniqueViolation && error.code !== foreignKeyViolation) return error
  for (const area of register.areas)
    for (const [name] of columnsOf(area)) {
      const table = tableOf(area)
      if (error.constraint === `${table}_${name}_key` || error.constraint === `${table}_${name}`)
        return area.partOf && area.key?.includes(name)
          ? invalid({ [name]: [textOf('validation.duplicate_row')] })
          : invalid({ [name]: [textOf('validation.taken')] })
      if (error.constraint === `${table}_${name}_fkey`)
        return error.detail?.includes('still referenced')
          ? inUse(register, error)
          : invalid({ [name]: [textOf('validation.no_such_record')] })
    }
  const keyed = register.areas.find((area) => error.constraint === `${tableOf(area)}_${area.key?.join('_')}_key`)
  if (!keyed) return error
  return keyed.partOf
    ? invalid({ [keyed.key?.[0] ?? '']: [textOf('validation.duplicate_row')] })
    : invalid({ [keyed.key?.at(-1) ?? '']: [textOf('validation.taken')] })
}

/** Maps errors of deferred constraints, which PostgreSQL checks at the commit: keys of rows are among them. */
export const explainCommit =
  (register: Register) =>
  (error: unknown): never => {
    throw constraintRefusal(register, error as DbError)
  }

/** Maps a foreign key that prevents a deletion to a refusal; returns other errors unchanged. */
export const deletionRefusal = (register: Register, error: DbError): Error =>
  error.code === foreignKeyViolation ? inUse(register, error) : error

const inUse = (register: Register, error: DbError): Refusal =>
  conflict('in_use', textOf('messages.in_use_by', { area: referringArea(register, error) }))

const referringArea = (register: Register, { table }: DbError): Text => {
  const area = register.areas.find((candidate) => tableOf(candidate) === table)
  return area ? textOf(`areas.${area.name}.name`) : textOf('messages.other_records')
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
