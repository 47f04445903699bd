import type { FastifyInstance } from 'fastify'
import { idOf } from '#server/kit/api/query-params.ts'
import { conflict, forbidden, invalid } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { issueTexts } from '#shared/kit/schema.ts'
import { textOf } from '#shared/kit/text.ts'
import type { ImportSettings } from '#shared/kit/wire/import.ts'
import { importAnswer, ownImport } from './answer'
import { settingsSchema } from './describe'
import { saveMapping } from './earlier-mapping'
import { openQuestions, settingsErrors } from './plan'
import { countOutcomes, type Import } from './staged'
import { importTarget } from './targets'
import type { ImportWorker } from './worker'

/** Routes of the steps of an import: settings, preview, writing it, and discarding it. */
export const stepRoutes = (app: FastifyInstance, { kit, worker }: { kit: Kit; worker: ImportWorker }) => {
  app.get('/api/imports/:id', async (request) => importAnswer(kit, request, await ownImport(kit, request)))

  app.patch('/api/imports/:id', async (request) => {
    const answer = await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      requireIdle(record)
      const settings = settingsOf(record, request.body)
      const errors = settingsErrors(kit, request.me, record, settings)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const [updated] = await tx.query(
        `update imports set settings = $2::jsonb, status = 'mapping', failure = null, missing = '[]'
         where id = $1 and status in ('mapping', 'checked', 'failed') and started_at is null returning id`,
        [record.id, JSON.stringify(settings)],
      )
      if (!updated) throw conflict('import_running', textOf('import.under_way'))
      await tx.query('delete from import_documents where import_id = $1', [record.id])
      return { status: 200, body: await importAnswer(kit, request, await ownImport(kit, request, tx), tx) }
    })
    return payloadOf(answer)
  })

  app.post('/api/imports/:id/preview', async (request, reply) => {
    // A repeated request does not start another check; it gets the progress of this one.
    await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      requireIdle(record)
      const questions = openQuestions(kit, request.me, record)
      if (Object.keys(questions).length > 0) throw invalid(questions, textOf('import.questions_open'))
      if (!importTarget(kit, record.area).worklist) await saveMapping(tx, record)
      await tx.query(
        `update imports set status = 'checking', progress_done = 0, progress_total = 0, failure = null, attempts = 0,
           lease_until = null
         where id = $1 and status in ('mapping', 'checked', 'failed') and started_at is null`,
        [record.id],
      )
      return { status: 202, body: { id: record.id } }
    })
    await worker.take(idOf(request), patience)
    const body = await importAnswer(kit, request, await ownImport(kit, request))
    return reply.code(body.status === 'checking' ? 202 : 200).send(body)
  })

  app.post('/api/imports/:id/commit', async (request, reply) => {
    const answer = await once(kit.db, keyOf(request), async (tx) => {
      const record = await ownImport(kit, request, tx)
      const counts = await countOutcomes(tx, record.id)
      if (counts.changed > 0 && !kit.can(request.me.role, importTarget(kit, record.area).name, 'edit'))
        throw forbidden()
      const [started] = await tx.query(
        `update imports set status = 'writing', started_at = now(), progress_done = 0, progress_total = $2, attempts = 0,
           lease_until = null, failure = null
         where id = $1 and status = 'checked' returning id`,
        [record.id, counts.new + counts.changed],
      )
      if (!started) throw conflict('illegal_move', textOf('import.not_checked'))
      if (counts.new + counts.changed === 0) throw conflict('illegal_move', textOf('import.nothing_to_do'))
      return { status: 202, body: await importAnswer(kit, request, await ownImport(kit, request, tx), tx) }
    })
    await worker.take(idOf(request))
    return reply.code(answer.status).send(payloadOf(answer))
  })

  app.delete('/api/imports/:id', async (request) => {
    const answer = await once(kit.db, keyOf(request), async (tx) => {
      const { id } = await ownImport(kit, request, tx)
      const deleted = await tx.query(
        `delete from imports where id = $1 and status not in ('checking', 'writing') returning id`,
        [id],
      )
      if (deleted.length === 0) throw conflict('import_running', textOf('import.under_way'))
      return { status: 200, body: { id } }
    })
    return payloadOf(answer)
  })
}

/** Milliseconds that a request waits for the preview; after that, the browser polls. */
const patience = 1500

/** The settings of an import, with those in the body of a request replaced. */
const settingsOf = ({ settings }: Import, body: unknown): ImportSettings => {
  const parsed = settingsSchema.safeParse(body ?? {}, { reportInput: true })
  if (!parsed.success) throw invalid(issueTexts(parsed.error))
  const {
    mapping,
    date_forms,
    number_forms,
    create_missing,
    options,
    bring_back = settings.bring_back,
    same = settings.same,
  } = parsed.data
  return {
    mapping: mapping ?? settings.mapping,
    date_forms: date_forms ?? settings.date_forms,
    number_forms: number_forms ?? settings.number_forms,
    create_missing: create_missing ?? settings.create_missing,
    options: options ?? settings.options,
    ...(bring_back === undefined ? {} : { bring_back }),
    ...(same === undefined ? {} : { same }),
  }
}

/** Throws 409 while an import is being checked or written, and after writing has started. */
const requireIdle = ({ status, started_at }: Import) => {
  if (status === 'checking' || status === 'writing') throw conflict('import_running', textOf('import.under_way'))
  if (started_at) throw conflict('illegal_move', textOf('import.written_already'))
}
