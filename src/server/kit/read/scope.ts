import { type RawBuilder, sql } from 'kysely'
import { isConfined, type Principal, type ReadScope, roleIn } from '#server/kit/principal.ts'
import { today } from '#shared/base/dates.ts'
import { type Area, type Register, tableOf } from '#shared/kit/area.ts'
import { belongingOf } from '#shared/kit/portfolio.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import type { Scope, ScopeCaller } from './scope-types'
import { all, id, slot } from './sql'

/** Slots for the caller, which `callerValues` fills when a statement runs. */
export const caller: ScopeCaller = {
  id: slot<number>('me_id'),
  supplier_id: slot<number | null>('me_supplier_id'),
  portfolio: sql<readonly number[]>`${slot('me_portfolio')}::bigint[]`,
  today: sql<string>`${slot('today')}::date`,
}
export const callerValues = (me: Pick<Principal, 'id' | 'supplier_id' | 'portfolio'>) => ({
  me_id: me.id,
  me_supplier_id: me.supplier_id,
  me_portfolio: me.portfolio,
  today: today(),
})

/** Builds conditions for the rows in a read scope, over an alias; null if every row is in scope. */
export const createScopes = (register: Register, scopeOf: (area: string, name: string) => Scope | undefined) => {
  return { condition, ofRow }

  function condition(areaName: string, readScope: ReadScope, alias: string): RawBuilder<boolean> | null {
    const area = register.get(areaName)
    if (!rolesOf(area.access.read).includes(roleIn(readScope))) return sql<boolean>`false`
    const scopeName = area.scope?.[roleIn(readScope)]
    const rowCondition = ofRow(areaName, readScope, alias)
    // A named scope of rows replaces the scope of their document.
    const documentCondition = scopeName ? null : ofDocument(area, readScope, alias)
    const parts = [rowCondition, documentCondition].filter((part) => part !== null)
    return parts.length > 0 ? (all(parts) as RawBuilder<boolean>) : null
  }

  /** The condition on the row itself, apart from its document. */
  function ofRow(areaName: string, readScope: ReadScope, alias: string): RawBuilder<boolean> | null {
    const area = register.get(areaName)
    const scopeName = area.scope?.[roleIn(readScope)]
    const parts = [
      scopeName ? byName(area, scopeName, readScope, alias) : null,
      isConfined(readScope) ? withinPortfolio(area, readScope, alias) : null,
    ].filter((part) => part !== null)
    return parts.length > 0 ? (all(parts) as RawBuilder<boolean>) : null
  }

  function ofDocument(area: Area, readScope: ReadScope, alias: string): RawBuilder<boolean> | null {
    if (!area.partOf) return null
    const parentAlias = `${alias}p`
    const parent = condition(area.partOf.area, readScope, parentAlias)
    return (
      parent &&
      sql<boolean>`exists (select 1 from ${id(tableOf(area.partOf.area))} as ${id(parentAlias)} where ${id(parentAlias, 'id')} = ${id(alias, area.partOf.by)} and ${parent})`
    )
  }

  function byName(area: Area, name: string, readScope: ReadScope, alias: string): RawBuilder<boolean> {
    const scope = scopeOf(area.name, name)
    if (!scope) throw new Error(`Area ${area.name} has no scope ${name}; add it to "scopes" in the area's server.ts`)
    return scope(alias, caller, (other, otherAlias) => condition(other, readScope, otherAlias) ?? sql<boolean>`true`)
  }

  function withinPortfolio(area: Area, readScope: ReadScope, alias: string): RawBuilder<boolean> | null {
    const belonging = belongingOf(register, area)
    switch (belonging?.by) {
      case 'itself':
        return sql<boolean>`${id(alias, 'id')} = any(${caller.portfolio})`
      case 'supplier': {
        const isInPortfolio = sql<boolean>`${id(alias, belonging.field)} = any(${caller.portfolio})`
        return belonging.open
          ? sql<boolean>`(${id(alias, belonging.field)} is null or ${isInPortfolio})`
          : isInPortfolio
      }
      case 'scope':
        return byName(area, belonging.scope, readScope, alias)
      case 'record': {
        const target = `${alias}r`
        const inside = condition(belonging.to, readScope, target)
        return (
          inside &&
          sql<boolean>`exists (select 1 from ${id(tableOf(belonging.to))} as ${id(target)} where ${id(target, 'id')} = ${id(alias, belonging.field)} and ${inside})`
        )
      }
      default:
        return null
    }
  }
}
export type Scopes = ReturnType<typeof createScopes>
