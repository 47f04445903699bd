import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Queryable } from '#server/db/types.ts'
import {
  fileTags,
  keepPair,
  notePicture,
  type PicturePair,
  pictureRoutes,
  recordParams,
} from '#server/files/pictures.ts'
import type { Files } from '#server/files/store.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { logoLimits } from '#shared/trade/pictures.ts'
import { houseBrands } from '../area'

/** The logo of a house brand with its thumbnail; at most one. */
export const logoRoutes = (app: FastifyInstance, kit: Kit) => {
  const { files } = app
  const pictures = pictureRoutes(app, { kit, files }, houseBrands)

  pictures.covers(
    sql`
      select f.record_id, f.id as file_id from files as f
      where f.area = ${sql.lit(houseBrands.name)} and f.slot = ${sql.lit(slots.thumb)}`,
    'Addresses of the small logos of house brands, by brand',
  )

  pictures.answer({ path: 'logo', summary: 'The logo of a house brand', answer: logoAnswer }, (me, brand) =>
    logoFor(kit.db, me, brand),
  )

  pictures.upload(
    {
      path: 'logo',
      operationId: 'setHouseBrandLogo',
      summary: 'Set the logo of a house brand: the picture, followed by a small copy of itself',
      count: 1,
      size: logoLimits.size,
      fields: z.strictObject({}),
      answer: { ...logoAnswer, description: 'The logo as it is now.' },
    },
    async (work, brand, pairs) => {
      const [pair] = pairs as [PicturePair]
      await deleteLogo(work.tx, brand)
      await storeLogo(files, work.tx, brand, pair, work.me)
      await notePicture(work, 'file_added', placeOf(brand), pair.picture.name)
      return logoFor(work.tx, work.me, brand)
    },
  )

  route(
    app,
    {
      method: 'DELETE',
      url: `/api/${houseBrands.name}/:id/logo`,
      tags: fileTags,
      summary: 'Remove the logo of a house brand',
      params: recordParams,
      answer: logoAnswer,
      refusals: [401, 403, 404, 409],
    },
    async (request, { params: { id } }) =>
      pictures.write(request, id, async (work) => {
        const removed = await deleteLogo(work.tx, id)
        if (removed) await notePicture(work, 'file_removed', placeOf(id), removed)
        return { logo: null }
      }),
  )

  async function logoFor(on: Queryable, me: Principal, brand: number) {
    const rows = await filesOf(on, brand)
    const [picture, thumb] = [slots.picture, slots.thumb].map((name) => rows.find((row) => row.slot === name))
    if (!picture) return { logo: null }
    const [url, small] = [picture, thumb ?? picture].map(({ id }) => pictures.addressFor(me, id))
    return { logo: { name: picture.name, url, thumb: small } }
  }
}

const logoAnswer = {
  description: 'The logo; null where there is none.',
  schema: z.object({ logo: z.object({ name: z.string(), url: z.string(), thumb: z.string() }).nullable() }),
}

/** Stores a logo and its thumbnail for the brand. */
export const storeLogo = (
  files: Pick<Files, 'keep'>,
  tx: Queryable,
  brand: number,
  pair: PicturePair,
  me: Pick<Principal, 'id'>,
) => keepPair(files, tx, { ...placeOf(brand), slots }, pair, me)

const slots = { picture: 'logo', thumb: 'logo_thumb' } as const

const placeOf = (brand: number) => ({ area: houseBrands.name, record_id: brand })

const filesOf = (on: Queryable, brand: number) =>
  on.query<{ id: number; name: string; slot: string }>(
    `select id, name, slot from files where area = $1 and record_id = $2 and slot = any($3::text[])`,
    [houseBrands.name, brand, Object.values(slots)],
    'house_brand_logo',
  )

/** Deletes the logo; returns the name of its file. */
const deleteLogo = async (tx: Queryable, brand: number): Promise<string | undefined> => {
  const rows = await filesOf(tx, brand)
  await tx.query('delete from files where id = any($1::bigint[])', [rows.map((row) => row.id)])
  return rows.find((row) => row.slot === slots.picture)?.name
}
