import { serve } from '../../server/kit/area-server'
import { namedOn } from '../../server/kit/named-on'
import { problem } from '../../shared/rules'
import { say } from '../../shared/text'
import { houseBrands } from './area'

export const server = serve(houseBrands, {
  scopes: { ordered: namedOn('house-brands', 'house_brand_id', ['articles']) },

  moves: {
    retire: {
      guard: async ({ tx }, target) => {
        const [order] = await tx.query<{ po_no: string }>(
          `select o.po_no from purchase_orders o
           where o.status in ('draft', 'pending_approval', 'approved', 'issued', 'declined', 'confirmed')
             and (o.house_brand_id = $1 or o.id in (select purchase_order_id from po_lines where house_brand_id = $1))
           order by o.id limit 1`,
          [target.id],
          'house_brand_open_order',
        )
        return order ? [problem(say('messages.house-brands.open_order', { po_no: order.po_no }))] : []
      },
    },
  },
})
