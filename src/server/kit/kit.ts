import type { FastifyBaseLogger } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import type { AnyRecord, Area, Register } from '#shared/kit/area.ts'
import type { Can } from '#shared/kit/policy.ts'
import type { Subject } from '#shared/kit/roles.ts'
import type { Problem } from '#shared/kit/rules.ts'
import type { AreaServer, Doc, Work } from './area-server'
import type { Principal } from './principal'
import type { Selects } from './read/select'

/** What areas may ask of the portal. */
export interface Kit {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly register: Register
  readonly selects: Selects
  /** May this role do that, by the policy. */
  readonly can: Can
  mayRead(subject: Subject, area: Area, field: string): boolean
  mayWrite(subject: Subject, area: Area, field: string): boolean
  server(area: string): AreaServer
  /** The areas for which something follows from writes of this one, and what. */
  followers(area: string): readonly { area: string; follow: NonNullable<AreaServer['follows']>[string] }[]
  repository(area: string): Repository
  /** The current settings record; read `anew`, or as it was within the last second. */
  settings(on?: Queryable, anew?: boolean): Promise<Record<string, unknown>>
  /** Runs `work` in one transaction for the caller. `on` joins a transaction that is already open. */
  write<T>(me: Principal, action: string, work: (work: Work) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Totals and counts of these areas, or of all, are no longer known. */
  changed(areas?: readonly string[]): void
  /** Grows with every change to the area by this process. */
  epoch(area: string): number
}

export interface WriteOptions {
  on?: Queryable
  requestId?: string
  /** Milliseconds that the transaction may take, where it is known to take longer than what a person waits for. */
  longest?: number
  /** Ends the transaction, and takes back what it wrote. */
  signal?: AbortSignal
}

/**
 * Records of one area, in the caller's scope and with the caller's rights; the portal itself (`system`) may also set
 * what the server owns: status, system fields, ids. Every refusal is thrown.
 */
export interface Repository {
  /** Whole documents by id, in the order of `ids`; absent or foreign ones are left out. Fields as the role may read them. */
  find(on: Queryable, me: Principal, ids: readonly number[]): Promise<AnyRecord[]>
  /** Makes documents from checked or unchecked input, all in one write. A problem in any of them refuses all. */
  create(work: Work, inputs: readonly Record<string, unknown>[]): Promise<Doc[]>
  /** Changes one record; `version` in the input is compared where it is given. */
  edit(work: Work, id: number, input: Record<string, unknown>): Promise<Doc>
  /** Changes rows of one document in one write; a problem in any of them refuses all. */
  editRows(work: Work, edits: readonly { id: number; values: Record<string, unknown> }[]): Promise<void>
  /** Makes a move with what it asks and `version`. */
  move(work: Work, id: number, move: string, input: Record<string, unknown>): Promise<Doc>
  /** What the rules of the area and its rows say against a document as it stands; nothing is asked of the database. */
  faults(work: Work, doc: Doc): Problem[]
  remove(work: Work, id: number, version: number): Promise<void>
  archive(work: Work, id: number, version: number, archived: boolean): Promise<Doc>
  /** The problems that creating or editing would meet, per input, without writing: what an import previews. */
  examine(work: Work, inputs: readonly { id?: number; values: Record<string, unknown> }[]): Promise<Examined[]>
}

export interface Examined {
  /** Texts by field path; empty where nothing is wrong. */
  errors: Record<string, import('#shared/kit/text.ts').Text[]>
  /** Of a new document: what is worth a look, though nothing is wrong. */
  remarks: import('#shared/kit/text.ts').Text[]
  /** Field paths that would change, for a record that exists. */
  changed: string[]
  /** Of a row: what stands before its own fields in the paths, which are those of its document. */
  at?: string
}
