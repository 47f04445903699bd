import type { FastifyBaseLogger } from 'fastify'
import { readPrincipal } from '#server/auth/accounts.ts'
import type { Db } from '#server/db/types.ts'
import type { Files } from '#server/files/store.ts'
import { queueMail } from '#server/jobs/mail.ts'
import { type Queue, type RunningQueue, startQueue } from '#server/jobs/queue.ts'
import { forbidden, Refusal } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { dayOf, formatDate } from '#shared/base/dates.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type DossierStep, dossierDays, mostKeptDossiers } from '#shared/trade/dossier.ts'
import { collectDossier } from './collect'
import { type Made, makeArchive, makeBook } from './make'
import { type DossierRow, deleteDossiers, rightsIn } from './rows'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

export interface DossierParts {
  kit: Kit
  files: Files
}

/** Makes dossiers in the background. The table `dossiers` is the queue. */
export const createDossierWorker = (parts: DossierParts, log: Log) => {
  const { db } = parts.kit
  let queue: RunningQueue<DossierRow> | undefined
  return {
    start: async () => {
      // The embedded database has a single process, so every lease belongs to a process that has ended.
      if (db.engine === 'embedded')
        await db.query('update dossiers set lease_until = null where lease_until is not null')
      queue = await startQueue(db, dossierQueue(parts, log), log)
    },
    /** Aborts dossiers in progress; the next start makes them again from the beginning. */
    stop: () => queue?.stop(),
  }
}
export type DossierWorker = ReturnType<typeof createDossierWorker>

/** The channel that notifies workers of new requests. */
export const dossierChannel = 'dossiers'

const leaseSeconds = 60
const mostAttempts = 3

const dossierQueue = (parts: DossierParts, log: Log): Queue<DossierRow> => {
  const { db } = parts.kit
  return {
    name: 'dossiers',
    channel: dossierChannel,
    every: 5000,
    atOnce: 2,
    lease: { seconds: leaseSeconds, most: 3600, renew: ({ id }, seconds) => renew(db, id, seconds) },
    claim: (count) => claim(db, count),
    work: (row, signal) => makeDossier(parts, row, signal),
    failed: ({ id, attempts }, error, { aborted }) => {
      if (error instanceof DossierDeleted) return undefined
      if (aborted) return db.query('update dossiers set lease_until = null, attempts = 0 where id = $1', [id])
      const isFinal = error instanceof Refusal && error.status < 500
      if (!isFinal) log.error({ err: error, dossier: id, attempt: attempts }, 'a dossier could not be made')
      return postpone(db, id, isFinal, error instanceof Refusal ? error.text : textOf('messages.internal'))
    },
  }
}

const claim = (db: Db, count: number) =>
  db.query<DossierRow>(
    `update dossiers set lease_until = now() + make_interval(secs => $2), attempts = attempts + 1, status = 'making'
     where id in (
       select id from dossiers
       where status in ('waiting', 'making') and (lease_until is null or lease_until < now())
       order by attempts, id limit $1 for update skip locked)
     returning *`,
    [count, leaseSeconds],
    'dossier_claim',
  )

const renew = (db: Db, id: number, seconds: number) =>
  db.query(
    `update dossiers set lease_until = now() + make_interval(secs => $2) where id = $1 and status = 'making'`,
    [id, seconds],
    'dossier_renew',
  )

/** Marks a refused dossier as failed; after any other error it is tried again, three times in all. */
const postpone = (db: Db, id: number, isFinal: boolean, failure: Text) =>
  db.query(
    `update dossiers set
       status = case when $2 or attempts >= $4 then 'failed' else 'waiting' end,
       failure = case when $2 or attempts >= $4 then $3::jsonb end,
       expires_at = case when $2 or attempts >= $4 then now() + make_interval(days => $5) end,
       step = 'waiting', progress_done = 0, progress_total = 0,
       lease_until = case when $2 or attempts >= $4 then null else now() + interval '10 seconds' end
     where id = $1 and status = 'making'`,
    [id, isFinal, JSON.stringify(failure), mostAttempts, dossierDays],
    'dossier_postpone',
  )

/** The owner deleted the dossier while it was being made. */
class DossierDeleted extends Error {}

const makeDossier = async ({ kit, files }: DossierParts, row: DossierRow, stopping: AbortSignal) => {
  const me = await readPrincipal(kit.db, row.owner_id)
  if (!me) throw forbidden(textOf('dossier.owner_gone'))
  const rights = JSON.stringify(rightsIn(me))
  await kit.db.query('update dossiers set made_for = $2::jsonb where id = $1', [row.id, rights], 'dossier_rights')
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stopping, cancelled.signal])
  const report = reporter(kit.db, row.id, () => cancelled.abort(new DossierDeleted()))
  const { title, language } = row
  const context = { kit, me, files, title, language, signal, report }
  await report('collecting', 0, 1)
  const plan = await collectDossier(context, row)
  const made = await (row.form === 'zip' ? makeArchive : makeBook)(context, plan)
  try {
    await finish({ kit, files }, me, row, made)
    await files.settle([made.upload])
  } catch (error) {
    await files.discard([made.upload])
    throw error
  }
}

/** Returns a function that stores the progress at most every 400 ms, and aborts if the dossier was deleted. */
const reporter = (db: Db, id: number, abort: () => void) => {
  let last = { step: '' as DossierStep | '', at: 0 }
  return async (step: DossierStep, done: number, total: number) => {
    if (step === last.step && Date.now() - last.at < 400) return
    last = { step, at: Date.now() }
    const rows = await db.query(
      `update dossiers set step = $2, progress_done = $3, progress_total = $4 where id = $1 and status = 'making'
       returning id`,
      [id, step, done, total],
      'dossier_progress',
    )
    if (rows.length > 0) return
    abort()
    throw new DossierDeleted()
  }
}

/** Stores the file, deletes the owner's oldest dossiers above the limit, and mails an owner who is not watching. */
const finish = ({ kit, files }: DossierParts, me: Principal, row: DossierRow, { upload, gaps }: Made) =>
  kit.db.transaction(async (tx) => {
    const [dossier] = await tx.query<{ is_watched: boolean }>(
      `select watched_at > now() - interval '20 seconds' as is_watched from dossiers
       where id = $1 and status = 'making' for update`,
      [row.id],
      'dossier_finishing',
    )
    if (!dossier) throw new DossierDeleted()
    const place = { area: 'dossiers', record_id: row.id, slot: 'dossier' }
    const file = await files.keep(tx, upload, place, { id: 0 })
    const [ready] = await tx.query<{ expires_at: string }>(
      `update dossiers set status = 'ready', file_id = $2, gaps = $3, ready_at = now(), lease_until = null,
         progress_done = progress_total, expires_at = now() + make_interval(days => $4)
       where id = $1 returning expires_at`,
      [row.id, file, gaps, dossierDays],
      'dossier_ready',
    )
    await deleteDossiers(
      tx,
      `id in (select id from dossiers where owner_id = $1 and status = 'ready' order by id desc offset $2)`,
      [me.id, mostKeptDossiers],
      'dossiers_beyond',
    )
    if (!dossier.is_watched)
      await queueMail(tx, {
        mail: 'dossier_ready',
        to: me.email,
        language: me.language,
        params: {
          name: me.name,
          title: row.title,
          until: formatDate(dayOf(String(ready?.expires_at)), me.language),
        },
      })
  })
