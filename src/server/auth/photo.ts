import type { FastifyInstance, FastifyRequest } from 'fastify'
import { say } from '../../shared/text'
import type { Db } from '../db/types'
import { formRoutes, withForm } from '../files/form'
import type { Files, Place } from '../files/store'
import { invalid } from '../kit/errors'
import { accountOf, type PhotoAddress, signInAnswer } from './accounts'
import { answer } from './answer'

export interface PhotoOptions {
  db: Db
  files: Files
  photoAddress: PhotoAddress
}

/** The photo beside the own name: put there, and taken away. */
export const photoRoutes = (app: FastifyInstance, { db, files, photoAddress }: PhotoOptions) => {
  formRoutes(app, (scope) =>
    scope.post('/api/auth/photo', async (request) => {
      await withForm(request, files, rules, async ({ uploads: [photo] }) => {
        if (!photo) throw invalid({ photo: [say('validation.required')] })
        const place = placeOf(request.me.id)
        await db.transaction(async (tx) => {
          // One after the other: two photos at once must not both find that there was none before.
          await tx.query('select 1 from users where id = $1 for update', [request.me.id])
          await files.remove(tx, place)
          await files.keep(tx, photo, place, request.me)
        })
      })
      return present(request, 'messages.photo_saved')
    }),
  )

  app.delete('/api/auth/photo', async (request) => {
    await files.remove(db, placeOf(request.me.id))
    return present(request, 'messages.photo_removed')
  })

  async function present(request: FastifyRequest, key: string) {
    const account = await accountOf(db, request.me.id)
    const { info, user } = signInAnswer(account, '', photoAddress(account))
    return answer(request, { info, user }, key)
  }
}

const rules = { field: 'photo', count: 1, max: 5 * 1024 * 1024, kinds: ['jpeg', 'png', 'webp'] } as const

const placeOf = (userId: number): Place => ({ area: 'users', record_id: userId, slot: 'photo' })
