import type { Connection } from './connection'

/**
 * The limit of prepared statements per connection, up to half a megabyte each. Ordinary work needs fewer; unusual lists
 * evict the plans that were not used for longest.
 */
export const mostPlans = 250
const roomMade = 50

interface Plans {
  /** The least recently used first. */
  names: Set<string>
  /** A statement ran without a plan for lack of room. */
  isShort: boolean
}

/** The name under which to keep a statement's plan, or nothing while there is no room. */
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
 * Drops the least recently used plans. Requires exclusive use of the connection outside of a transaction: a failed one
 * would refuse it, and the driver would assume that they are gone.
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
