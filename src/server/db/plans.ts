import type { Connection } from './connection'

/**
 * Each connection keeps the plans of at most this many statements, up to half a megabyte each. That is more than people at
 * work ask for; those who ask for ever new forms of a list push out the plans that nobody used for longest.
 */
export const mostPlans = 250
const roomMade = 50

interface Plans {
  /** The least recently used first. */
  names: Set<string>
  /** Somebody went without a plan. */
  isShort: boolean
}

/** The name to keep a statement's plan under, or nothing while there is no room for another. */
export const planName = (on: Connection, name: string | undefined): string | undefined => {
  if (name === undefined || !on.connection) return undefined
  const plans = plansOf(on.connection)
  if (plans.names.delete(name) || plans.names.size < mostPlans) {
    plans.names.add(name)
    return name
  }
  plans.isShort = true
  return undefined
}

export const needsRoom = ({ connection }: Connection): boolean =>
  connection !== undefined && plansOf(connection).isShort

/**
 * Gives the plans up that were not used for longest. Only for who has the connection alone, and outside of a transaction:
 * one that has failed would refuse it, and the driver would go on believing that they are gone.
 */
export const makeRoom = async (on: Connection): Promise<void> => {
  const { connection } = on
  if (!connection) return
  const plans = plansOf(connection)
  const oldest = [...plans.names].slice(0, roomMade)
  const { parsedStatements: parsed = {} } = connection
  const kept = oldest.filter((name) => parsed[name] !== undefined)
  if (kept.length > 0) await on.query(kept.map((name) => `deallocate "${name.replaceAll('"', '""')}"`).join(';'))
  for (const name of oldest) {
    delete parsed[name]
    plans.names.delete(name)
  }
  plans.isShort = false
}

const byConnection = new WeakMap<object, Plans>()

const plansOf = (connection: object): Plans => {
  const cached = byConnection.get(connection)
  if (cached) return cached
  const made: Plans = { names: new Set(), isShort: false }
  byConnection.set(connection, made)
  return made
}
