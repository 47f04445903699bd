import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of a driver's connection that is used here, with members that its types lack. */
export type Connection = Pick<pg.ClientBase, 'query'> & {
  connection?: { stream: Duplex; parsedStatements?: Record<string, string> }
}
