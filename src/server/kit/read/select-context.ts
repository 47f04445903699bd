import { type RawBuilder, sql } from 'kysely'
import type { ReadScope } from '#server/kit/principal.ts'
import type { Area, Register } from '#shared/kit/area.ts'
import type { Subject } from '#shared/kit/roles.ts'
import type { Scopes } from './scope'
import type { Addend, Condition } from './scope-types'
import type { Statement } from './sql'

/** The parts that statements are built from. */
export interface SelectContext {
  register: Register
  scopes: Scopes
  conditionOf(area: string, name: string): Condition | undefined
  /** The expression that a total sums, if it is not the field itself. */
  addendOf(area: string, name: string): Addend | undefined
  mayRead(subject: Subject, area: Area, field: string): boolean
}

/** Returns the statement with this key; builds and compiles it on first use. */
export type CachedStatement = (key: string, build: () => RawBuilder<unknown>) => Statement

/** The condition for rows in the read scope; `true` if every row is. */
export const scopeCondition = (
  { scopes }: SelectContext,
  area: Area,
  readScope: ReadScope,
  alias: string,
): RawBuilder<boolean> => scopes.condition(area.name, readScope, alias) ?? sql<boolean>`true`
