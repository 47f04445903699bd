import { type RawBuilder, sql } from 'kysely'
import type { ReadScope } from '#server/kit/principal.ts'
import type { Area, Register } from '#shared/kit/area.ts'
import type { Subject } from '#shared/kit/roles.ts'
import type { Scopes } from './scope'
import type { Addend, Condition } from './scope-types'

/** The parts that statements are built from. */
export interface SelectContext {
  register: Register
  scopes: Scopes
  conditionOf(area: string, name: string): Condition | undefined
  /** What a total adds up, where that is not the field itself. */
  addendOf(area: string, name: string): Addend | undefined
  mayRead(subject: Subject, area: Area, field: string): boolean
}

/** The condition that a row is in the read scope; `true` where that is every row. */
export const scopeCondition = (
  { scopes }: SelectContext,
  area: Area,
  readScope: ReadScope,
  alias: string,
): RawBuilder<boolean> => scopes.condition(area.name, readScope, alias) ?? sql<boolean>`true`
