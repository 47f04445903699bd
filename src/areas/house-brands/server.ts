import { serve } from '#server/kit/kit.ts'
import { namedOn } from '#server/kit/read/named-on.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { closedOrders } from '#shared/trade/allocation.ts'
import { houseBrands } from './area'
import { logoRoutes } from './server/logo'

export const server = serve(houseBrands, {
  scopes: { ordered: namedOn('house-brands', 'house_brand_id', ['articles']) },

  moves: {
    retire: {
      guard: async ({ tx }, target) => {
        const [order] = await tx.query<{ po_no: string }>(
          `select o.po_no from purchase_orders o
           where o.status <> all($2::text[])
             and (o.house_brand_id = $1 or o.id in (select purchase_order_id from po_lines where house_brand_id = $1))
           order by o.id limit 1`,
          [target.id, [...closedOrders]],
          'house_brand_open_order',
        )
        return order ? [problem(textOf('messages.house-brands.open_order', { po_no: order.po_no }))] : []
      },
    },
  },

  routes: logoRoutes,
})
