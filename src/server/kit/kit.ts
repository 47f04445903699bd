import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import type { AnyRecord, Area, Register } from '#shared/kit/area.ts'
import type { Fields } from '#shared/kit/fields.ts'
import type { Paper, PaperLanguageFormats } from '#shared/kit/paper.ts'
import type { Can } from '#shared/kit/policy.ts'
import type { Subject } from '#shared/kit/roles.ts'
import type { Problem, RuleContext } from '#shared/kit/rules.ts'
import type { Text } from '#shared/kit/text.ts'
import type { Principal } from './principal'
import type { Figures } from './read/figures'
import type { Condition, Scope } from './read/scope-types'
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
  errors: Record<string, Text[]>
  /** Of a new document: what is worth a look, though nothing is wrong. */
  remarks: Text[]
  /** Field paths that would change, for a record that exists. */
  changed: string[]
  /** Of a row: what stands before its own fields in the paths, which are those of its document. */
  at?: string
}

/** A document: a record with its rows under their fields. A row that is not stored yet has no `id`. */
export type Doc = Partial<Pick<AnyRecord, 'id' | 'version'>> & { status?: string } & Record<string, unknown>

/** One document as it was and as it will be; `before` is null for a new one. */
export interface Change {
  before: Doc | null
  after: Doc
}

/** What a hook may use while a write is under way. Everything runs in the one transaction `tx`. */
export interface Work {
  tx: Queryable
  kit: Kit
  me: Principal
  /** The move, or `create`, `edit`, `import`, `delete`. */
  action: string
  /** Nothing of it will be written: an import looks what would become of a file. Numbers of series are not taken. */
  isTrial?: boolean
  /** ISO 8601 in UTC, the same for the whole write. */
  now: string
  /** The request behind it, if there is one. */
  requestId?: string
  /** Areas that were written to, for those who remember totals. */
  touched: Set<string>
  /** What rules see: today, the caller, the settings. */
  context: RuleContext
  /** What the caller chose for all records of an import, by the area's own options. */
  taking?: Record<string, unknown>
  /** What this process does once the write is committed: forgetting what it knew. */
  committed: (() => void)[]
  /** Called when a record is on its way into the database, so that reading it back can travel along. */
  sent?: (id: number) => void
  /** Sends after the commit: a row in the outbox. */
  enqueue(kind: string, payload: Record<string, unknown>): Promise<void>
}

export interface MoveHooks {
  /** Reasons against the move that need the database; pure ones stand in `rules.ts`. `target` is the moved record in `doc`. */
  guard?(work: Work, target: Doc, doc: Doc): Promise<Problem[]> | Problem[]
  /** Changes `target` (and its document `change.after`) beyond the status. */
  effect?(work: Work, target: Doc, change: Change, asked: Record<string, unknown>): Promise<void> | void
}

/** What an area adds to the import of its records. */
export interface ImportServer {
  /** Other words that files have for a field, by its path (`lines.qty`). */
  aliases?: Record<string, readonly string[]>
  /** What the person is asked for the whole file. */
  options?: Fields
  /** Puts what was chosen into a new document, before it is completed and checked. */
  take?(doc: Doc, options: Record<string, unknown>): void
  /** What is worth a look in the file as a whole, by the number of the document it is said of; stops nothing. */
  advise?(work: Work, documents: readonly AdvisedDocument[]): Promise<ReadonlyMap<number, Text[]>>
}

/** A document of a file that would be made or change a record, with what would be said to it. */
export interface AdvisedDocument {
  number: number
  record_id: number | null
  input: Doc
}

/** What an area does beyond its declaration. */
export interface AreaServer {
  /** Scopes by the names that `area.scope` uses. */
  scopes?: Record<string, Scope>
  /** What the area's `conditions` mean. */
  conditions?: Record<string, Condition>
  /** Sums of the area's records that the database keeps; lists, totals and chips read them where they can. */
  figures?: Figures
  /**
   * Writes of the area go one after the other: `prepare` reads, or `written` changes, records beyond the documents of
   * the write. A write waits for the one before it without a row of its own locked, so that none waits for it meanwhile.
   */
  serial?: boolean
  /**
   * Begins to ask the database for what `prepare` will want to know, while references are being checked; nobody awaits
   * what it starts.
   */
  ahead?(work: Work, docs: readonly Doc[]): void
  /**
   * Completes documents before they are checked and written: defaults, derived values, totals. Gets all documents of
   * one write at once, so that an import looks things up in one query. May return problems per document.
   */
  prepare?(work: Work, changes: Change[]): Promise<Problem[][] | undefined> | undefined
  /** What the person who imports new documents should look at before they are written; stops nothing. */
  remarks?(work: Work, changes: readonly Change[]): Promise<Text[][]>
  moves?: Record<string, MoveHooks>
  /** After the rows are written, before the commit; `after` has ids. */
  written?(work: Work, changes: Change[]): Promise<void> | void
  /**
   * What follows here from a write of another area's documents, by that area's name: after their rows are written, before
   * the commit. The other area knows nothing of it. Of deletions, which foreign keys pass on, it hears by
   * `followsRemoval` alone.
   */
  follows?: Record<string, (work: Work, changes: readonly Change[]) => Promise<void> | void>
  /** What is done after a commit that asked for it by `enqueue`, by the kind's name; it may come twice. */
  jobs?: Record<string, (kit: Kit, payload: unknown) => Promise<void>>
  /**
   * What hangs on the day alone: at the start of the portal and when the day turns, as the portal itself, and whenever
   * something else that it hangs on was written (`settleAnew`). Does one portion of a second at most, of the records
   * behind number `after` (0 at first), and answers the number of the last one; null when nothing is left. To do it
   * twice comes to the same.
   */
  daily?(work: Work, after: number): Promise<number | null>
  /** The same when one that it follows is deleted, archived or restored; given as it was before. */
  followsRemoval?: Record<string, (work: Work, doc: Doc) => Promise<void> | void>
  /** Refuses a deletion beyond what foreign keys refuse. */
  mayDelete?(work: Work, doc: Doc): Problem[]
  /** The record, as it was before, is being deleted, archived or restored; runs before the commit and may refuse by throwing. */
  removed?(work: Work, doc: Doc): Promise<void> | void
  /** What the page of a record says at once and other records know; stands in the answer under these names. */
  beside?(work: Work, record: AnyRecord): Promise<Record<string, unknown>>
  /** A person opened the record (read by id). */
  opened?(kit: Kit, me: Principal, record: AnyRecord): Promise<void> | void
  /** The moment before which the record's history is not for this caller; null: all of it is. */
  historySince?(me: Principal, record: AnyRecord): string | null
  import?: ImportServer
  /** Puts a record on paper; with it `GET /api/<area>/:id/pdf`. */
  paper?: PaperOf
  /** Routes beside the standard ones; called once per process. */
  routes?(app: FastifyInstance, kit: Kit): void
  /** Those routes as the description of the API (OpenAPI) says them, by path. */
  paths?: Record<string, unknown>
}

/** A record on paper, and what its file is called, without an ending. */
export interface PaperFile {
  name: string
  paper: Paper
}

/** What is wanted of a paper: its languages, and an earlier revision instead of the present one. */
export interface PaperRequest {
  tongues: PaperLanguageFormats
  revision?: number
}

/** Puts a record on paper as `me` reads it. */
export type PaperOf = (kit: Kit, me: Principal, record: AnyRecord, wish: PaperRequest) => Promise<PaperFile>

/** Binds an area's server half to its declaration. */
export const serve = (area: Area, server: AreaServer) => ({ area, server })
export type ServedArea = ReturnType<typeof serve>
