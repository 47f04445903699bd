import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** A connection of the driver, as far as we use one, with what its types do not tell. */
export type Connection = Pick<pg.ClientBase, 'query'> & {
  connection?: { stream: Duplex; parsedStatements?: Record<string, string> }
}
