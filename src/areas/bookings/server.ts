import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { bookings } from './area'
import { paperOf } from './server/paper'
import { paperRoutes } from './server/papers-routes'

export const server = serve(bookings, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },
  routes: paperRoutes,
  paper: paperOf,
})
