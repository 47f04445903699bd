import { randomBytes } from 'node:crypto'
import type { Db, Queryable } from '#server/db/types.ts'
import { signedOut } from '#server/kit/errors.ts'
import { BoundedMap } from '#server/kit/memo.ts'
import type { Principal } from '#server/kit/principal.ts'
import { readSignedIn } from './accounts'
import { createTokens } from './tokens'

/** The circumstances of a sign-in. */
export interface Visit {
  /** Whether the session lasts thirty days instead of twelve hours. */
  remember: boolean
  address: string
  /** The browser's `User-Agent`. */
  agent: string
}

export interface Sessions {
  /** Resolves when changes by other processes are received. */
  listening: Promise<unknown>
  /** The account of a token with its current data (at most a second old); throws 401 if the token is not valid. */
  principalOf(token: string): Promise<Principal>
  /** Opens a session for a verified account. */
  start(tx: Queryable, userId: number, visit: Visit): Promise<Session>
  /** A token for the session, which expires with it: renewing a token does not extend the sign-in. */
  tokenOf(session: Session): Promise<string>
  /** The caller's current session; also records when it was last seen. */
  current(me: Principal): Promise<Session>
  /** Ends the caller's current session, with immediate effect in this process. */
  end(me: Principal): Promise<void>
  close(): Promise<void>
}

/** `expires` is in seconds since 1970. */
export interface Session {
  sid: string
  userId: number
  expires: number
}

/** Like `createSessions`, for an open database: resolves when changes by other processes are received. */
export const openSessions = async (db: Db, secret: string): Promise<Sessions> => {
  const sessions = createSessions(db, secret)
  await sessions.listening
  return sessions
}

/**
 * Sessions are rows of a table, and a token only refers to one. Each process caches accounts for a second, unless
 * notified of a change.
 */
export const createSessions = (db: Db, secret: string): Sessions => {
  const tokens = createTokens(secret)
  const cache: PrincipalCache = new BoundedMap(10_000)
  caches.add(cache)
  const listening = db.listen(channel, (userId) => forget(cache, Number(userId)))
  // The error is reported to callers that await it.
  listening.catch(() => {})

  const load = (sid: string, userId: number) => {
    const entry: Entry = { userId, loadedAt: Date.now(), principal: loadPrincipal(db, sid, userId) }
    cache.set(sid, entry)
    entry.principal.catch(() => cache.get(sid) === entry && cache.delete(sid))
    return entry.principal
  }

  return {
    listening,

    principalOf: async (token) => {
      const { sid, userId } = await tokens.read(token)
      const entry = cache.get(sid)
      return entry && entry.userId === userId && Date.now() - entry.loadedAt < 1000
        ? entry.principal
        : load(sid, userId)
    },

    start: async (tx, userId, { remember, address, agent }) => {
      const sid = randomBytes(16).toString('base64url')
      const [row] = await tx.query<{ expires: number }>(
        `insert into sessions (id, user_id, remember, address, agent, expires_at)
         values ($1, $2, $3, $4, $5, date_trunc('second', now() + $6::interval))
         returning extract(epoch from expires_at)::bigint as expires`,
        [sid, userId, remember, address, agent.slice(0, 300), remember ? '30 days' : '12 hours'],
        'session_start',
      )
      if (!row) throw signedOut()
      return { sid, userId, expires: row.expires }
    },

    tokenOf: (session) => tokens.sign(session),

    current: async (me) => {
      const [row] = await db.query<{ expires: number }>(
        `update sessions set last_seen_at = now() where id = $1 and ended_at is null
         returning extract(epoch from expires_at)::bigint as expires`,
        [me.sid],
        'session_current',
      )
      if (!row) throw signedOut()
      return { sid: me.sid, userId: me.id, expires: row.expires }
    },

    end: async (me) => {
      await db.transaction((tx) => endSession(tx, me.id, me.sid))
      forgetPrincipal(me.id)
    },

    close: async () => {
      caches.delete(cache)
      const unlisten = await listening.catch(() => undefined)
      await unlisten?.()
    },
  }
}

/**
 * Ends all sessions of a user, or all but one, in the transaction, whose commit notifies other processes. Call
 * `forgetPrincipal` after the commit. A trigger on `users` ends sessions when role, supplier or status change.
 */
export const endSessions = async (tx: Queryable, userId: number, exceptSid?: string) => {
  await tx.query(
    'update sessions set ended_at = now() where user_id = $1 and ended_at is null and id is distinct from $2',
    [userId, exceptSid ?? null],
  )
  await announce(tx, userId)
}

/** Like `endSessions`, for one session; false if it is not the user's or has ended already. */
export const endSession = async (tx: Queryable, userId: number, sid: string): Promise<boolean> => {
  const ended = await tx.query(
    'update sessions set ended_at = now() where id = $1 and user_id = $2 and ended_at is null returning id',
    [sid, userId],
  )
  await announce(tx, userId)
  return ended.length > 0
}

/** Removes a user from this process's cache, so that the next request reads them again; call it after the commit. */
export const forgetPrincipal = (userId: number) => {
  for (const cache of caches) forget(cache, userId)
}

interface Entry {
  userId: number
  loadedAt: number
  principal: Promise<Principal>
}
type PrincipalCache = Map<string, Entry>

const channel = 'principals'
const caches = new Set<PrincipalCache>()

const forget = (cache: PrincipalCache, userId: number) => {
  for (const [sid, entry] of cache) if (entry.userId === userId) cache.delete(sid)
}

const announce = (tx: Queryable, userId: number) => tx.query('select pg_notify($1, $2)', [channel, String(userId)])

const loadPrincipal = async (db: Queryable, sid: string, userId: number): Promise<Principal> => {
  const me = await readSignedIn(db, userId, sid)
  if (!me) throw signedOut()
  return me
}
