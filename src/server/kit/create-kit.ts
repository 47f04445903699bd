import { persistent } from '#server/db/retry.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import { afterCommit } from '#server/db/wire.ts'
import { enqueue } from '#server/jobs/outbox.ts'
import { today } from '#shared/base/dates.ts'
import { type Area, columnsOf, type Register, tableOf, writtenRowsOf } from '#shared/kit/area.ts'
import { type Can, fieldRights } from '#shared/kit/policy.ts'
import type { Role } from '#shared/kit/roles.ts'
import type { Rules } from '#shared/kit/rules.ts'
import type { AreaServer, Kit, Repository, Work } from './kit'
import { memo } from './memo'
import type { Principal } from './principal'
import { createScopes } from './read/scope'
import { createSelects } from './read/select'
import { explainCommit } from './write/constraint-errors'
import { createRepository } from './write/repository'

export interface KitParts {
  db: Db
  register: Register
  can: Can
  servers: ReadonlyMap<string, AreaServer>
  rules: ReadonlyMap<string, Rules>
  /** Announces to other processes which areas were written to. */
  announce?: (areas: Iterable<string>) => void
  /** Read the pictures of records; by default there are none. */
  covers?: Kit['covers']
  pictures?: Kit['pictures']
  /** Where areas write log entries; by default nowhere. */
  log?: Kit['log']
}

/** Assembles the generic part of the server from the register and the areas' own parts. */
export const createKit = ({
  db,
  register,
  can,
  servers,
  rules,
  announce = () => {},
  covers = async () => new Map(),
  pictures = async () => [],
  log = silent,
}: KitParts): Kit & { rules(area: string): Rules } => {
  const rights = cachedRights(fieldRights(can))
  const server = (area: string) => servers.get(area) ?? noServer
  const rulesOf = (area: string) => rules.get(area) ?? noRules
  const scopes = createScopes(register, (area, name) => server(area).scopes?.[name])
  const conditionOf = (area: string, name: string) => server(area).conditions?.[name]
  const addendOf = (area: string, name: string) => server(area).totals?.[name]
  const selects = createSelects({ register, scopes, conditionOf, addendOf, mayRead: rights.mayRead })
  const repositories = memo<Repository>(register.areas.length)
  const followers = followersOf(servers)
  const epochs = new Map<string, number>()
  let settings: { record: Record<string, unknown>; readAt: number } | null = null

  const kit: Kit & { rules(area: string): Rules } = {
    db,
    log,
    register,
    selects,
    can,
    ...rights,
    server,
    followers: (area) => followers.get(area) ?? [],
    rules: rulesOf,
    repository: (name) => repositories(name, () => createRepository(kit, register.get(name), rulesOf)),
    settings: async (on = db, anew = false) => {
      // Cached for a second, after which changes by another process become visible.
      if (!anew && settings && Date.now() - settings.readAt <= 1000) return settings.record
      // Concurrent reads are not shared: a transaction that waits for a read outside of it could deadlock on the
      // connection.
      const epoch = kit.epoch('settings')
      const readAt = Date.now()
      const record = await readSettings(on)
      if (kit.epoch('settings') === epoch) settings = { record, readAt }
      return record
    },
    write: async (me, action, work, { on, requestId, longest, signal } = {}) => {
      const inside = async (tx: Queryable) => {
        const touched = new Set<string>()
        const committed: (() => void)[] = []
        const result = await work(await workOf(kit, me, action, tx, { touched, requestId, committed }))
        afterCommit(tx, () => {
          kit.changed([...touched])
          announce(touched)
          for (const callback of committed) callback()
        })
        return result
      }
      return on
        ? inside(on)
        : persistent(() => db.transaction(inside, { longest, signal })).catch(explainCommit(register))
    },
    changed: (areas = register.areas.map(({ name }) => name)) => {
      for (const area of areas) epochs.set(area, (epochs.get(area) ?? 0) + 1)
      if (areas.length > 0) epochs.set('', (epochs.get('') ?? 0) + 1)
      if (areas.includes('settings')) settings = null
    },
    covers,
    pictures,
    epoch: (area) => epochs.get(area) ?? 0,
  }
  return kit

  async function readSettings(on: Queryable) {
    const single = register.areas.find((area) => area.single)
    if (!single) return {}
    const [row] = await on.query(`select * from ${tableOf(single)} order by id limit 1`, [], 'settings')
    return row ?? {}
  }
}

/** Creates the context of hooks and rules. Reading requests use it too, with the database as `tx`. */
export const workOf = async (
  kit: Kit,
  me: Principal,
  action: string,
  tx: Queryable,
  { touched = new Set(), requestId, committed = [] }: Partial<Pick<Work, 'touched' | 'requestId' | 'committed'>> = {},
): Promise<Work> => ({
  tx,
  kit,
  me,
  action,
  now: new Date().toISOString(),
  ...(requestId ? { requestId } : {}),
  touched,
  committed,
  context: {
    today: today(),
    me: { id: me.id, role: me.role, supplier_id: me.supplier_id },
    settings: await kit.settings(tx),
  },
  enqueue: (kind, payload) => enqueue(tx, kind, payload),
})

/** The field paths of a document that the role may set in some state; a form offers at most these. */
export const writablePaths = (kit: Kit, area: Area, role: Role, path = ''): string[] =>
  [...columnsOf(area).filter(([name]) => name !== area.partOf?.by), ...writtenRowsOf(area)]
    .filter(([name]) => kit.mayWrite(role, area, name))
    .flatMap(([name, { kind, options }]) =>
      kind === 'rows'
        ? [path + name, ...writablePaths(kit, kit.register.get(options.to ?? ''), role, `${path}${name}.`)]
        : [path + name],
    )

const followersOf = (servers: KitParts['servers']) => {
  const followers = new Map<string, ReturnType<Kit['followers']>>()
  for (const [area, { follows = {} }] of servers)
    for (const [followed, follow] of Object.entries(follows))
      followers.set(followed, [...(followers.get(followed) ?? []), { area, follow }])
  return followers
}

/** Declarations do not change while a process runs, so each right is decided once. */
const cachedRights = ({ mayRead, mayWrite }: ReturnType<typeof fieldRights>): ReturnType<typeof fieldRights> => {
  const decisions = memo<boolean>(100_000)
  return {
    mayRead: (role, area, field) => decisions(`read|${role}|${area.name}|${field}`, () => mayRead(role, area, field)),
    mayWrite: (role, area, field) =>
      decisions(`write|${role}|${area.name}|${field}`, () => mayWrite(role, area, field)),
  }
}

const silent: Kit['log'] = { info: () => {}, warn: () => {}, error: () => {} }
const noServer: AreaServer = {}
const noRules: Rules = {}
