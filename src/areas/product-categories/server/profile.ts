import type { FastifyInstance } from 'fastify'
import { idParameter, maybeText, number, object, ok, refusals, text, valuesOf } from '#server/kit/api/description.ts'
import { isNumeral } from '#server/kit/api/query-params.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type AnyRecord, titleKey } from '#shared/kit/area.ts'
import { productCategories } from '../area'
import { profileFields } from '../rules'

/** `GET /api/product-categories/:id/profile`: what holds for a category, by itself or by the nearest above that says something. */
export const routes = (app: FastifyInstance, kit: Kit) => {
  app.get('/api/product-categories/:id/profile', async ({ me, params }) => {
    const { id } = params as { id: string }
    if (!isNumeral(id)) throw notFound()
    const above = await kit.db.query<{ id: number }>(
      `with recursive up as (
         select id, parent_id, 0 as height from product_categories where id = $1
         union all
         select c.id, c.parent_id, up.height + 1 from up join product_categories c on c.id = up.parent_id
         where up.height < 10)
       select id from up order by height`,
      [Number(id)],
      'product_category_path',
    )
    const ids = above.map((row) => row.id)
    const path = ids.length > 0 ? await kit.repository(productCategories.name).find(kit.db, me, ids) : []
    if (path[0]?.id !== Number(id)) throw notFound()
    return profileFrom(path as unknown as Saying[])
  })
}

/** How the description of the API tells it. */
export const paths = {
  '/api/product-categories/{id}/profile': {
    parameters: [idParameter],
    get: {
      tags: ['Product categories'],
      summary: 'What holds for a category, by itself or by the nearest above it that says something',
      responses: {
        ...ok(
          'The values that result, and of which category each is; what the caller may not read is not among them.',
          object({
            values: { type: 'object', additionalProperties: true },
            sources: valuesOf(object({ id: number, name_en: text, name_zh: maybeText })),
          }),
        ),
        ...refusals(401, 404),
      },
    },
  },
}

type Saying = AnyRecord & { name_en: string; name_zh: string | null }

const profileFrom = (path: readonly Saying[]) => {
  const values: Record<string, unknown> = {}
  const sources: Record<string, { id: number; name_en: string; name_zh: string | null }> = {}
  for (const field of profileFields) {
    const said = path.find((record) => {
      const value = (record as Record<string, unknown>)[field]
      return value !== null && value !== undefined && value !== ''
    }) as (Saying & Record<string, unknown>) | undefined
    if (!said) continue
    values[field] = said[field]
    const key = titleKey(field)
    if (key !== field && said[key] !== undefined) values[key] = said[key]
    sources[field] = { id: said.id, name_en: said.name_en, name_zh: said.name_zh }
  }
  return { values, sources }
}
