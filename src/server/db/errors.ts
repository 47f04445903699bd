import pg from 'pg'
import type { DbError } from './types'

/** Creates an error with an SQLSTATE. */
export const dbError = (code: string, message: string, cause?: unknown): DbError =>
  Object.assign(new Error(message, { cause }), { code })

/** Converts an error of the driver to a `DbError`; network errors without an SQLSTATE become 08006. */
export const asDbError = (error: unknown): DbError => {
  if (error instanceof pg.DatabaseError && error.code) {
    const { code, message, constraint, table, column, detail } = error
    return Object.assign(new Error(message, { cause: error }), {
      code,
      ...(constraint && { constraint }),
      ...(table && { table }),
      ...(column && { column }),
      ...(detail && { detail }),
    })
  }
  const reason = error instanceof Error ? error.message : String(error)
  return isLost(error) ? dbError('08006', `the database cannot be reached: ${reason}`, error) : (error as DbError)
}

const isLost = (error: unknown) => {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    (code !== undefined && /^E[A-Z]+$/.test(code)) ||
    /connection (terminated|timeout)|terminated unexpectedly|not queryable|timeout (expired|exceeded)|cannot use a pool/i.test(
      message,
    )
  )
}
