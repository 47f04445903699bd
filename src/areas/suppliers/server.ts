import { sql } from 'kysely'
import { serve } from '../../server/kit/area-server'
import { suppliers } from './area'

export const server = serve(suppliers, {
  scopes: {
    own: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} = ${caller.supplier_id}`,
  },
})
