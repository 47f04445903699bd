import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { existingIdParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type AnyRecord, titleKey } from '#shared/kit/area.ts'
import { productCategories } from '../area'
import { profileFields } from '../rules'

/** `GET /api/product-categories/:id/profile`: the effective values of a category, its own or inherited. */
export const profileRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: '/api/product-categories/:id/profile',
      tags: ['Product categories'],
      summary: 'What holds for a category, by itself or by the nearest above it that says something',
      params: z.object({ id: existingIdParam }),
      answer: profileAnswer,
      refusals: [401, 404],
    },
    async ({ me }, { params: { id } }) => {
      const ancestors = await kit.db.query<{ id: number }>(
        `with recursive up as (
           select id, parent_id, 0 as height from product_categories where id = $1
           union all
           select c.id, c.parent_id, up.height + 1 from up join product_categories c on c.id = up.parent_id
           where up.height < 10)
         select id from up order by height`,
        [id],
        'product_category_path',
      )
      const ids = ancestors.map((row) => row.id)
      const path = ids.length > 0 ? await kit.repository(productCategories.name).find(kit.db, me, ids) : []
      if (path[0]?.id !== id) throw notFound()
      return profileFrom(path as unknown as Category[])
    },
  )

const profileAnswer = {
  description: 'The values that result, and of which category each is; what the caller may not read is not among them.',
  schema: z.object({
    values: z.record(z.string(), z.unknown()),
    sources: z.record(z.string(), z.object({ id: z.int(), name_en: z.string(), name_zh: z.string().nullable() })),
  }),
}

type Category = AnyRecord & { name_en: string; name_zh: string | null }

const profileFrom = (path: readonly Category[]) => {
  const values: Record<string, unknown> = {}
  const sources: Record<string, { id: number; name_en: string; name_zh: string | null }> = {}
  for (const field of profileFields) {
    const source = path.find((record) => {
      const value = (record as Record<string, unknown>)[field]
      return value !== null && value !== undefined && value !== ''
    }) as (Category & Record<string, unknown>) | undefined
    if (!source) continue
    values[field] = source[field]
    const key = titleKey(field)
    if (key !== field && source[key] !== undefined) values[key] = source[key]
    sources[field] = { id: source.id, name_en: source.name_en, name_zh: source.name_zh }
  }
  return { values, sources }
}
