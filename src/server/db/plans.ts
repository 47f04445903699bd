import type { Connection } from './connection'

/**
 * The limit of prepared statements per connection, up to half a megabyte each. Ordinary work needs fewer; unusual lists and
 * transactions that write many areas evict the plans that were not used for longest.
 */
export const mostPlans = 250
const roomMade = 50

interface Plans {
  /** The least recently used first. */
  names: Set<string>
  /** A statement ran without a plan for lack of room. */
  isShort: boolean
  /** While plans are being dropped. */
  clearing: Promise<void> | undefined
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
 * Drops the least recently used plans, also in the middle of a transaction; whoever sends a statement waits for it. A
 * failed transaction refuses it: then nothing is dropped.
 */
export const makeRoom = (on: Connection): Promise<void> => {
  const { connection } = on
  if (!connection) return Promise.resolve()
  const plans = plansOf(connection)
  plans.clearing ??= dropOldest(on, plans, connection.parsedStatements ?? {}).finally(() => {
    plans.clearing = undefined
  })
  return plans.clearing
}

const dropOldest = async (on: Connection, plans: Plans, parsed: Record<string, string>) => {
  const oldest = [...plans.names].slice(0, roomMade)
  const kept = oldest.filter((name) => parsed[name] !== undefined)
  try {
    if (kept.length > 0) await on.query(kept.map((name) => `deallocate "${name.replaceAll('"', '""')}"`).join(';'))
  } catch {
    return
  }
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
  const made: Plans = { names: new Set(), isShort: false, clearing: undefined }
  byConnection.set(connection, made)
  return made
}
