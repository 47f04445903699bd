import type { AnyRecord, Register } from '../../shared/area'
import type { Can } from '../../shared/policy'
import type { Db, Queryable } from '../db/types'
import type { Doc, Work } from './area-server'
import type { Principal } from './principal'

/** What areas may ask of the portal. */
export interface Kit {
  readonly db: Db
  readonly register: Register
  readonly can: Can
  repository(area: string): Repository
  /** The current settings record. */
  settings(): Promise<Record<string, unknown>>
  /** Runs `work` in one transaction with the caller's rights. */
  write<T>(me: Principal, action: string, work: (work: Work) => Promise<T>): Promise<T>
}

export interface Repository {
  /** Whole documents by id in the caller's scope, in the order of `ids`; absent ones are left out. */
  find(on: Queryable, me: Principal, ids: readonly number[]): Promise<AnyRecord[]>
  /** The next human number of a series, in the writing transaction: `BK-2026-000123`. */
  create(work: Work, inputs: readonly Record<string, unknown>[]): Promise<Doc[]>
}
