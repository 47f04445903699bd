import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { houseBrands } from '#areas/house-brands/area.ts'
import { logoLimits } from '#shared/trade/pictures.ts'
import type { Queryable } from './db/types'
import { keepPair, notePicture, type PicturePair, pictureRoutes } from './files/pictures'
import type { Files } from './files/store'
import type { Kit } from './kit/kit'
import type { Principal } from './kit/principal'

/** The logo of a house brand, one at the most, with its small copy. */
export const houseBrandLogos = (app: FastifyInstance, parts: { kit: Kit; files: Files }) => {
  const { kit, files } = parts
  const pictures = pictureRoutes(app, parts, houseBrands)
  const at = `/api/${houseBrands.name}/:id/logo`

  pictures.covers(sql`
    select f.record_id, f.id as file_id from files as f
    where f.area = ${sql.lit(houseBrands.name)} and f.slot = ${sql.lit(slots.thumb)}`)

  app.get(at, async (request) => logoFor(kit.db, request.me, await pictures.seen(request)))

  pictures.upload('logo', { count: 1, size: logoLimits.size, body: formBody }, async (work, brand, pairs) => {
    const [pair] = pairs as [PicturePair]
    await forget(work.tx, brand)
    await keepLogo(files, work.tx, brand, pair, work.me)
    await notePicture(work, 'file_added', placeOf(brand), pair.picture.name)
    return logoFor(work.tx, work.me, brand)
  })

  app.delete(at, (request) =>
    pictures.writing(request, async (work, brand) => {
      const gone = await forget(work.tx, brand)
      if (gone) await notePicture(work, 'file_removed', placeOf(brand), gone)
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

/** What a form with a logo says of it: nothing. */
export const formBody = z.strictObject({})

/** Keeps a logo and its small copy as the brand's. */
export const keepLogo = (
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

/** Takes a logo away and answers what its file was called. */
const forget = async (tx: Queryable, brand: number): Promise<string | undefined> => {
  const rows = await filesOf(tx, brand)
  await tx.query('delete from files where id = any($1::bigint[])', [rows.map((row) => row.id)])
  return rows.find((row) => row.slot === slots.picture)?.name
}
