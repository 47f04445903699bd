import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import { formRoutes, withForm } from '#server/files/form.ts'
import type { Files, StoragePlace } from '#server/files/store.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid } from '#server/kit/errors.ts'
import { findAnswer, keyOf, once, payloadOf } from '#server/plugins/idempotency.ts'
import { textOf } from '#shared/kit/text.ts'
import { accountOf, type PhotoAddress, signInAnswer } from './accounts'
import { answer } from './answer'
import { profileAnswer } from './schemas'

export interface PhotoOptions {
  db: Db
  files: Files
  photoAddress: PhotoAddress
}

/** Routes that upload and remove the caller's photo. */
export const photoRoutes = (app: FastifyInstance, { db, files, photoAddress }: PhotoOptions) => {
  formRoutes(app, (scope) =>
    route(
      scope,
      {
        method: 'POST',
        url: '/api/auth/photo',
        tags: ['Account'],
        operationId: 'setPhoto',
        summary: 'Set your own photo',
        form: { files: rules.field },
        answer: profileAnswer,
        refusals: [400, 401, 408, 413, 415, 422, 429, 503],
      },
      async (request) => {
        const { headers, method, url, me } = request
        return withForm(request, files, rules, async ({ uploads: [photo] }) => {
          if (!photo) throw invalid({ photo: [textOf('validation.required')] })
          const keyed = keyOf({ headers, method, url, me, body: photo.sha256 })
          const earlierAnswer = keyed && (await findAnswer(db, keyed))
          if (earlierAnswer) return earlierAnswer.body
          const slot = placeOf(me.id)
          const stored = await once(db, keyed, async (tx) => {
            // Locked, so that two concurrent uploads do not both find that there was no photo before.
            await tx.query('select 1 from users where id = $1 for update', [me.id])
            await files.remove(tx, slot)
            await files.keep(tx, photo, slot, me)
            return { status: 200, body: await profileIn(tx, request, 'messages.photo_saved') }
          })
          return payloadOf(stored)
        })
      },
    ),
  )

  route(
    app,
    {
      method: 'DELETE',
      url: '/api/auth/photo',
      tags: ['Account'],
      operationId: 'deletePhoto',
      summary: 'Remove your own photo',
      answer: profileAnswer,
      refusals: [401],
    },
    async (request) => {
      const stored = await once(db, keyOf(request), async (tx) => {
        await files.remove(tx, placeOf(request.me.id))
        return { status: 200, body: await profileIn(tx, request, 'messages.photo_removed') }
      })
      return payloadOf(stored)
    },
  )

  async function profileIn(on: Queryable, request: FastifyRequest, key: string) {
    const account = await accountOf(on, request.me.id)
    const { info, user } = signInAnswer(account, '', photoAddress(account))
    return answer(request, { info, user }, key)
  }
}

const rules = { field: 'photo', count: 1, max: 5 * 1024 * 1024, kinds: ['jpeg', 'png', 'webp'] } as const

const placeOf = (userId: number): StoragePlace => ({ area: 'users', record_id: userId, slot: 'photo' })
