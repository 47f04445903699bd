import { sql } from 'kysely'
import { serve } from '#server/kit/kit.ts'
import { containerLines } from './area'

export const server = serve(containerLines, {
  scopes: {
    own: (alias, caller) => sql<boolean>`(${sql.id(alias, 'supplier_id')} = ${caller.supplier_id})`,
  },
})
