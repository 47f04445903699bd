import type { Connection } from './connection'

/**
 * The maximum number of prepared statements per connection, each of which takes up to half a megabyte. Ordinary work
 * needs fewer; beyond it, the least recently used plans are dropped.
 */
export const mostPlans = 250
const droppedAtOnce = 50

interface Plans {
  /** Ordered by use, the least recently used first. */
  names: Set<string>
  /** Whether a statement ran without a plan because the limit was reached. */
  isShort: boolean
  /** Set while plans are being dropped. */
  clearing: Promise<void> | undefined
}

/** The name under which to keep a statement's plan; undefined if the limit is reached. */
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
 * Drops the least recently used plans, if necessary inside a transaction; further statements wait for it. In a failed
 * transaction the database refuses, and nothing is dropped.
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
  const oldest = [...plans.names].slice(0, droppedAtOnce)
  const prepared = oldest.filter((name) => parsed[name] !== undefined)
  try {
    if (prepared.length > 0)
      await on.query(prepared.map((name) => `deallocate "${name.replaceAll('"', '""')}"`).join(';'))
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
  const plans: Plans = { names: new Set(), isShort: false, clearing: undefined }
  byConnection.set(connection, plans)
  return plans
}
