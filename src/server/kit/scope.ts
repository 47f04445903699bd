import { type RawBuilder, sql } from 'kysely'
import { type Register, tableOf } from '../../shared/area'
import { type Role, rolesOf } from '../../shared/roles'
import type { Scope, ScopeCaller } from './area-server'
import { id, slot } from './sql'

/** The caller's part of every statement: filled from the principal when it runs. */
const caller: ScopeCaller = { id: slot<number>('me_id'), supplier_id: slot<number | null>('me_supplier_id') }
export const callerValues = (me: { id: number; supplier_id: number | null }) => ({
  me_id: me.id,
  me_supplier_id: me.supplier_id,
})

/** Says which rows of an area a role sees, as a condition over an alias; null where it sees all. */
export const createScopes = (register: Register, scopeOf: (area: string, name: string) => Scope | undefined) => {
  return condition

  function condition(areaName: string, role: Role, alias: string): RawBuilder<boolean> | null {
    const area = register.get(areaName)
    if (!rolesOf(area.access.read).includes(role)) return sql<boolean>`false`
    const named = area.scope?.[role]
    if (named) {
      const scope = scopeOf(areaName, named)
      if (!scope) throw new Error(`${areaName} has no scope called ${named}`)
      return scope(alias, caller, (other, otherAlias) => condition(other, role, otherAlias) ?? sql<boolean>`true`)
    }
    if (!area.partOf) return null
    const parentAlias = `${alias}p`
    const parent = condition(area.partOf.area, role, parentAlias)
    return (
      parent &&
      sql<boolean>`exists (select 1 from ${id(tableOf(area.partOf.area))} as ${id(parentAlias)} where ${id(parentAlias, 'id')} = ${id(alias, area.partOf.by)} and ${parent})`
    )
  }
}
export type Scopes = ReturnType<typeof createScopes>
