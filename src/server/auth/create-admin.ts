import type { Db } from '#server/db/types.ts'
import { conflict, invalid } from '#server/kit/errors.ts'
import { emailPattern } from '#shared/base/email.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { fullName } from './accounts'
import { hashPassword, namesAround, passwordProblems, storeHash } from './passwords'

export interface NewAdmin {
  email: string
  first_name: string
  last_name: string
  password: string
}

/**
 * Creates an administrator and returns the id. Throws 422 with errors by field, and 409 if the address has an account.
 */
export const createAdmin = async (db: Db, { email, first_name, last_name, password }: NewAdmin): Promise<number> => {
  const errors: Record<string, Text[]> = {}
  if (!emailPattern.test(email)) errors.email = [textOf('validation.pattern')]
  if (!first_name.trim()) errors.first_name = [textOf('validation.required')]
  if (!last_name.trim()) errors.last_name = [textOf('validation.required')]
  const problems = passwordProblems(password, await namesAround(db, { email, first_name, last_name }))
  if (problems.length > 0) errors.password = problems
  if (Object.keys(errors).length > 0) throw invalid(errors)

  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(
      `insert into users (email, first_name, last_name, full_name, type, is_super_user)
       values ($1, $2, $3, $4, 'admin', 1) on conflict (email) do nothing returning id`,
      [email.toLowerCase(), first_name.trim(), last_name.trim(), fullName(first_name.trim(), last_name.trim())],
    )
    if (!row) throw conflict('duplicate', textOf('messages.duplicate'))
    await storeHash(tx, row.id, passwordHash)
    return row.id
  })
}
