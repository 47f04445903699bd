import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { knownToSupplier } from '#server/kit/read/known-to-supplier.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { articles } from './area'
import { carryOver, nameSeasons, rememberOrigin } from './server/carry-over'
import { imageRoutes } from './server/images'
import { lastPriceRoute } from './server/last-prices'
import { completeSkus } from './server/skus'

export const server = serve(articles, {
  scopes: {
    ordered: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} in (${knownToSupplier('articles', caller)})`,
  },

  conditions: {
    offered_season_id: (alias, holds) => sql`exists (
      select 1 from (
        select ${sql.id(alias, 'season_id')} as season_id
        union all select f.season_id from article_seasons as f where f.article_id = ${sql.id(alias, 'id')}) as offered
      where ${holds(sql`offered.season_id`)})`,
  },

  prepare: async (work, changes): Promise<Problem[][]> => {
    rememberOrigin(work, changes)
    await nameSeasons(work, changes)
    return completeSkus(work, changes)
  },

  moves: { carry_over: carryOver },

  import: {
    aliases: {
      article_no: ['style', 'style no', 'style code', 'article', 'item no', '货号', '款式编号'],
      name_en: ['name', 'style name', 'article name', 'product name'],
      house_brand_id: ['brand', '品牌'],
      product_category_id: ['category', '品类', '类别'],
    },
  },

  routes: (app, kit) => {
    imageRoutes(app, kit)
    lastPriceRoute(app, kit)
  },
})
