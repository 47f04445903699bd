import { randomBytes } from 'node:crypto'
import type { Db, Queryable } from '#server/db/types.ts'
import { signedOut } from '#server/kit/errors.ts'
import { BoundedMap } from '#server/kit/memo.ts'
import type { Principal } from '#server/kit/principal.ts'
import { readSignedIn } from './accounts'
import { createTokens } from './tokens'

/** Where and how an account signs in. */
export interface Visit {
  /** Thirty days instead of twelve hours. */
  remember: boolean
  address: string
  /** The browser's `User-Agent`. */
  agent: string
}

export interface Sessions {
  /** Done when changes by other processes are heard. */
  listening: Promise<unknown>
  /** The account of a token with its current data (at most a second old); otherwise 401. */
  principalOf(token: string): Promise<Principal>
  /** Opens a session for a verified account. */
  start(tx: Queryable, userId: number, visit: Visit): Promise<Session>
  /** A token for the session. It is good until the session ends: a renewal does not outlive the sign-in. */
  tokenOf(session: Session): Promise<string>
  /** The current session of the caller. */
  current(me: Principal): Promise<Session>
  /** Ends one session, at once in this process. */
  end(me: Principal): Promise<void>
  close(): Promise<void>
}

/** `expires` in seconds since 1970. */
export interface Session {
  sid: string
  userId: number
  expires: number
}

/** Sessions of a database that is open: they hear of changes from the start. */
export const openSessions = async (db: Db, secret: string): Promise<Sessions> => {
  const sessions = createSessions(db, secret)
  await sessions.listening
  return sessions
}

/** Sessions are rows; the token only names one. Every process keeps what it read for a second and hears of changes by NOTIFY. */
export const createSessions = (db: Db, secret: string): Sessions => {
  const tokens = createTokens(secret)
  const cache: PrincipalCache = new BoundedMap(10_000)
  caches.add(cache)
  const listening = db.listen(channel, (userId) => forget(cache, Number(userId)))
  // Reported to callers that wait for it.
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
 * Ends the sessions of a user, all or all but one, with the transaction; other processes are notified by the commit.
 * Call `forgetPrincipal` after the commit. Changes of role, supplier or status end them by a trigger on `users`.
 */
export const endSessions = async (tx: Queryable, userId: number, exceptSid?: string) => {
  await tx.query(
    'update sessions set ended_at = now() where user_id = $1 and ended_at is null and id is distinct from $2',
    [userId, exceptSid ?? null],
  )
  await announce(tx, userId)
}

/** Ends one of the user's sessions with the transaction, as `endSessions`; false where it is not theirs or over. */
export const endSession = async (tx: Queryable, userId: number, sid: string): Promise<boolean> => {
  const ended = await tx.query(
    'update sessions set ended_at = now() where id = $1 and user_id = $2 and ended_at is null returning id',
    [sid, userId],
  )
  await announce(tx, userId)
  return ended.length > 0
}

/** Makes this process read the user again on the next request; call it after the commit. */
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
