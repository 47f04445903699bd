import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db, Queryable } from '#server/db/types.ts'
import type { AnyRecord, Area, Register } from '#shared/kit/area.ts'
import type { Fields } from '#shared/kit/fields.ts'
import type { Paper, PaperLanguageFormats } from '#shared/kit/paper.ts'
import type { Can } from '#shared/kit/policy.ts'
import type { Subject } from '#shared/kit/roles.ts'
import type { Problem, RuleContext } from '#shared/kit/rules.ts'
import type { Text } from '#shared/kit/text.ts'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import type { Principal } from './principal'
import type { Figures } from './read/figures'
import type { Addend, Condition, Scope } from './read/scope-types'
import type { Selects } from './read/select'

/** The services that areas use: database, rights, statements, repositories. */
export interface Kit {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly register: Register
  readonly selects: Selects
  /** Whether the policy permits a role an action. */
  readonly can: Can
  mayRead(subject: Subject, area: Area, field: string): boolean
  mayWrite(subject: Subject, area: Area, field: string): boolean
  server(area: string): AreaServer
  /** The areas that follow writes of this area, with their handlers. */
  followers(area: string): readonly { area: string; follow: NonNullable<AreaServer['follows']>[string] }[]
  repository(area: string): Repository
  /** The current settings record; up to a second old unless `anew`. */
  settings(on?: Queryable, anew?: boolean): Promise<Record<string, unknown>>
  /** Runs `work` in one transaction for the caller. `on` joins a transaction that is already open. */
  write<T>(me: Principal, action: string, work: (work: Work) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Thumbnails (WebP) of the cover pictures of records, by id; records without one are missing. */
  covers(area: string, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>
  /** The pictures of a record that are shared with its supplier; for papers. */
  pictures(area: string, id: number): Promise<RecordPicture[]>
  /** Invalidates totals and counts of these areas, or of all. */
  changed(areas?: readonly string[]): void
  /** A counter that grows with every change to the area that this process knows of; '' counts changes to all areas. */
  epoch(area: string): number
}

/** A picture attached to a record, as a thumbnail (WebP). */
export interface RecordPicture {
  name: string
  description: string | null
  /** The comments pinned to it, numbered: `1. Collar too high`. */
  pins: string[]
  content: Uint8Array
}

export interface WriteOptions {
  on?: Queryable
  requestId?: string
  /** Timeout of the transaction in milliseconds, for writes that take longer than usual. */
  longest?: number
  /** Aborts the transaction and rolls it back. */
  signal?: AbortSignal
}

/**
 * Records of one area, in the caller's scope and with the caller's rights. The portal itself (`system`) may also set
 * status, read-only fields and ids. Refusals are thrown.
 */
export interface Repository {
  /**
   * Whole documents in the order of `ids`, without those that are missing or out of scope. Fields as the role may read
   * them.
   */
  find(on: Queryable, me: Principal, ids: readonly number[]): Promise<AnyRecord[]>
  /** Creates documents in one write; a problem in one refuses all. */
  create(work: Work, inputs: readonly Record<string, unknown>[]): Promise<Doc[]>
  /** Edits one record; throws `StaleVersion` if the input has another `version`. */
  edit(work: Work, id: number, input: Record<string, unknown>): Promise<Doc>
  /** Edits rows of one document in one write; a problem in one refuses all. */
  editRows(work: Work, edits: readonly { id: number; values: Record<string, unknown> }[]): Promise<void>
  /** Makes a move with its input and `version`. */
  move(work: Work, id: number, move: string, input: Record<string, unknown>): Promise<Doc>
  /** The problems that the rules report for a document and its rows. Runs no queries. */
  faults(work: Work, doc: Doc): Problem[]
  remove(work: Work, id: number, version: number): Promise<void>
  archive(work: Work, id: number, version: number, archived: boolean): Promise<Doc>
  /** Checks what creating or editing would report for each input, without writing; for the preview of an import. */
  examine(work: Work, inputs: readonly { id?: number; values: Record<string, unknown> }[]): Promise<Examined[]>
}

export interface Examined {
  /** Texts by field path. */
  errors: Record<string, Text[]>
  /** Warnings of a new document. */
  remarks: Text[]
  /** Field paths that would change, for a record that exists. */
  changed: string[]
  /** For a row: the prefix of its fields in the paths, which start at its document. */
  at?: string
}

/** A record with its rows under their fields. A row that is not stored yet has no `id`. */
export type Doc = Partial<Pick<AnyRecord, 'id' | 'version'>> & { status?: string } & Record<string, unknown>

/** A document before and after a write; `before` is null for a new one. */
export interface Change {
  before: Doc | null
  after: Doc
}

/** The context of a write; everything runs in the transaction `tx`. */
export interface Work {
  tx: Queryable
  kit: Kit
  me: Principal
  /** The move, or `create`, `edit`, `import`, `delete`. */
  action: string
  /** A dry run of an import: nothing is written, no series number is used. */
  isTrial?: boolean
  /** The record is one of many that a person selected in a list. */
  isBulk?: boolean
  /** A new record copies another one, so it may refer to records that are no longer in use. */
  isCopy?: boolean
  /**
   * The caller asks only which moves are possible. Files that a move needs are not checked, since its dialog uploads
   * them.
   */
  isOffer?: boolean
  /** ISO 8601 in UTC, the same for the whole write. */
  now: string
  /** The id of the request that caused the write, if any. */
  requestId?: string
  /** Areas that were written to; their totals are invalidated after the commit. */
  touched: Set<string>
  /** The context of rules: today, the caller, the settings. */
  context: RuleContext
  /** For an import: the chosen values of the area's import options. */
  taking?: Record<string, unknown>
  /** Callbacks after the commit, such as invalidating a cache. */
  committed: (() => void)[]
  /** Called when the write of a record has been sent, so that reading it back can be pipelined. */
  onSent?: (id: number) => void
  /** Adds a job to the outbox, which runs after the commit. */
  enqueue(kind: string, payload: Record<string, unknown>): Promise<void>
}

export interface MoveHooks {
  /** Guards that need the database; pure ones are in `rules.ts`. `target` is the moved record in `doc`. */
  guard?(work: Work, target: Doc, doc: Doc): Promise<Problem[]> | Problem[]
  /** Changes `target` (and its document `change.after`) in addition to the status. */
  effect?(work: Work, target: Doc, change: Change, input: Record<string, unknown>): Promise<void> | void
}

/** What an area adds to the import of its records. */
export interface ImportServer {
  /** Further headings of a field, by its path (`lines.qty`). */
  aliases?: Record<string, readonly string[]>
  /** Options for the whole file. */
  options?: Fields
  /** Applies the chosen options to a new document, before it is completed and checked. */
  take?(doc: Doc, options: Record<string, unknown>): void
  /** Warnings that consider all documents of the file together, by the number of the document. */
  advise?(work: Work, documents: readonly AdvisedDocument[]): Promise<ReadonlyMap<number, Text[]>>
}

/** A document of a file, the record that it would change (null: a new one), and its input. */
export interface AdvisedDocument {
  number: number
  record_id: number | null
  input: Doc
}

/** The server half of an area. */
export interface AreaServer {
  /** Scopes by the names that `area.scope` uses. */
  scopes?: Record<string, Scope>
  /** The SQL of the area's `conditions`. */
  conditions?: Record<string, Condition>
  /** The SQL expressions that declared totals sum, if they are not the fields themselves. */
  totals?: Record<string, Addend>
  /** Kept figures, from which lists, totals and preset counts are answered where possible. */
  figures?: Figures
  /**
   * Writes of the area run one after the other, because `prepare` reads or `written` changes records outside the
   * document. A write waits for its turn before it locks any row.
   */
  serial?: boolean
  /** Sets values of a new document that depend on the caller, before its references are checked. */
  begins?(work: Work, doc: Doc): void
  /** Starts queries that `prepare` needs, while references are being checked. It is not awaited. */
  startLookups?(work: Work, docs: readonly Doc[]): void
  /**
   * Completes documents before they are checked and written: defaults, derived values, totals. Gets all documents of
   * one write together, so that an import needs one query for each lookup. May return problems per document.
   */
  prepare?(work: Work, changes: Change[]): Promise<Problem[][] | undefined> | undefined
  /** Warnings about new documents of an import, before they are written. */
  remarks?(work: Work, changes: readonly Change[]): Promise<Text[][]>
  moves?: Record<string, MoveHooks>
  /** Runs after the rows are written and before the commit; `after` has ids. */
  written?(work: Work, changes: Change[]): Promise<void> | void
  /**
   * Effects of writes of another area's documents, by that area's name; run after their rows are written and before the
   * commit. Deletions are reported to `followsRemoval` instead.
   */
  follows?: Record<string, (work: Work, changes: readonly Change[]) => Promise<void> | void>
  /** Handlers of jobs that writes `enqueue`, by kind. They run after the commit, possibly more than once. */
  jobs?: Record<string, (kit: Kit, payload: unknown) => Promise<void>>
  /**
   * Daily work, run as the portal itself at start, when the day changes, and after `restartDailyWork`. Handles one
   * portion (a second at most) of the records with ids above `after` (0 at first) and returns its last id; null when
   * nothing is left. Must be idempotent.
   */
  daily?(work: Work, after: number): Promise<number | null>
  /** Effects of deleting, archiving or restoring a record of a followed area; `doc` is as it was before. */
  followsRemoval?: Record<string, (work: Work, doc: Doc) => Promise<void> | void>
  /**
   * Runs before the commit when files of these records were attached, described, shared, hidden, removed or found
   * clean.
   */
  filesChanged?(work: Work, ids: readonly number[]): Promise<void>
  /** Reports problems that prevent a deletion, in addition to foreign keys. */
  mayDelete?(work: Work, doc: Doc): Problem[]
  /**
   * Runs when a record is deleted, archived or restored, before the commit; may refuse by throwing. `doc` is as it was
   * before.
   */
  removed?(work: Work, doc: Doc): Promise<void> | void
  /** Reads additional values for the answer of a record, by name. */
  extras?(work: Work, record: AnyRecord): Promise<Record<string, unknown>>
  /** Runs when a person opens the record (reads it by id). */
  opened?(kit: Kit, me: Principal, record: AnyRecord): Promise<void> | void
  /** The moment from which on the caller sees the record's history; null: from its beginning. */
  historySince?(me: Principal, record: AnyRecord): string | null
  import?: ImportServer
  /** Renders a record as a paper; adds `GET /api/<area>/:id/pdf`. */
  paper?: PaperOf
  /** Further papers of a record, by their names; each adds `GET /api/<area>/:id/<name>.pdf`. */
  papers?: Readonly<Record<string, PaperOf>>
  /** Routes in addition to the standard ones; called once per process. */
  routes?(app: FastifyInstance, kit: Kit): void
}

/** A paper and its file name without an ending. */
export interface PaperFile {
  name: string
  paper: Paper
}

/** Options of a paper: its languages, an earlier revision, another unit of lengths, and the supplier it is for. */
export interface PaperRequest {
  tongues: PaperLanguageFormats
  revision?: number
  unit?: LengthUnit
  supplier_id?: number
}

/** Renders a record as a paper, with the fields that `me` may read. */
export type PaperOf = (kit: Kit, me: Principal, record: AnyRecord, wish: PaperRequest) => Promise<PaperFile>

/** Binds an area's server half to its declaration. */
export const serve = (area: Area, server: AreaServer) => ({ area, server })
export type ServedArea = ReturnType<typeof serve>
