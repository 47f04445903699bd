import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { factoryChanges } from './area'

export const server = serve(factoryChanges, {
  scopes: {
    own: (alias, caller) => sql<boolean>`${sql.id(alias, 'supplier_id')} = ${caller.supplier_id}`,
  },
})
