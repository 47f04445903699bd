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

/** Services of the portal for areas. */
export interface Kit {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly register: Register
  readonly selects: Selects
  /** Whether a role may do an action, by the policy. */
  readonly can: Can
  mayRead(subject: Subject, area: Area, field: string): boolean
  mayWrite(subject: Subject, area: Area, field: string): boolean
  server(area: string): AreaServer
  /** The areas with effects of writes of this one, and the effects. */
  followers(area: string): readonly { area: string; follow: NonNullable<AreaServer['follows']>[string] }[]
  repository(area: string): Repository
  /** The current settings record; up to a second old unless `anew`. */
  settings(on?: Queryable, anew?: boolean): Promise<Record<string, unknown>>
  /** Runs `work` in one transaction for the caller. `on` joins a transaction that is already open. */
  write<T>(me: Principal, action: string, work: (work: Work) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Thumbnails (WebP) of the pictures that stand for records of an area, by record; of those that have one. */
  covers(area: string, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>
  /** The pictures attached to a record that its supplier sees too; for papers. */
  pictures(area: string, id: number): Promise<RecordPicture[]>
  /** Invalidates totals and counts of these areas, or of all. */
  changed(areas?: readonly string[]): void
  /** Grows with every change to the area by this process. */
  epoch(area: string): number
}

/** A picture that is attached to a record, as a thumbnail (WebP). */
export interface RecordPicture {
  name: string
  description: string | null
  /** The comments that are pinned to it: `1. Collar too high`. */
  pins: string[]
  content: Uint8Array
}

export interface WriteOptions {
  on?: Queryable
  requestId?: string
  /** Timeout of the transaction in milliseconds, for writes that take longer than a person waits. */
  longest?: number
  /** Aborts the transaction and rolls it back. */
  signal?: AbortSignal
}

/**
 * Records of one area, in the caller's scope and with the caller's rights. The portal itself (`system`) may also set
 * status, read-only fields and ids. Refusals are thrown.
 */
export interface Repository {
  /** Whole documents in the order of `ids`, without those that are missing or out of scope. Fields as the role may read them. */
  find(on: Queryable, me: Principal, ids: readonly number[]): Promise<AnyRecord[]>
  /** Creates documents in one write; a problem in one refuses all. */
  create(work: Work, inputs: readonly Record<string, unknown>[]): Promise<Doc[]>
  /** Edits one record; compares `version` if the input has it. */
  edit(work: Work, id: number, input: Record<string, unknown>): Promise<Doc>
  /** Edits rows of one document in one write; a problem in one refuses all. */
  editRows(work: Work, edits: readonly { id: number; values: Record<string, unknown> }[]): Promise<void>
  /** Makes a move with its input and `version`. */
  move(work: Work, id: number, move: string, input: Record<string, unknown>): Promise<Doc>
  /** The problems that the rules report for a document and its rows, without queries. */
  faults(work: Work, doc: Doc): Problem[]
  remove(work: Work, id: number, version: number): Promise<void>
  archive(work: Work, id: number, version: number, archived: boolean): Promise<Doc>
  /** The problems that creating or editing would meet, per input, without writing; an import's preview. */
  examine(work: Work, inputs: readonly { id?: number; values: Record<string, unknown> }[]): Promise<Examined[]>
}

export interface Examined {
  /** Texts by field path. */
  errors: Record<string, Text[]>
  /** Warnings of a new document. */
  remarks: Text[]
  /** Field paths that would change, for a record that exists. */
  changed: string[]
  /** For a row: the prefix of its fields in the paths, which are those of its document. */
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
  /** One of many records that somebody chose in a list, and has not opened. */
  isBulk?: boolean
  /** A new record says what another one says: what they refer to need not be in use any more. */
  isCopy?: boolean
  /** The caller asks only which moves are possible. Files that a move needs are not checked: its dialog takes them. */
  isOffer?: boolean
  /** ISO 8601 in UTC, the same for the whole write. */
  now: string
  /** The request behind it, if there is one. */
  requestId?: string
  /** Areas that were written to, whose totals are invalidated. */
  touched: Set<string>
  /** The context of rules: today, the caller, the settings. */
  context: RuleContext
  /** The chosen values of the area's import options. */
  taking?: Record<string, unknown>
  /** Callbacks after the commit, such as invalidating a cache. */
  committed: (() => void)[]
  /** Called when a record's write has been sent, so that reading it back can be pipelined. */
  onSent?: (id: number) => void
  /** Sends after the commit: a row in the outbox. */
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
  /** Warnings about the file as a whole, by the number of the document. */
  advise?(work: Work, documents: readonly AdvisedDocument[]): Promise<ReadonlyMap<number, Text[]>>
}

/** A document of a file that would create or change a record, with its input. */
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
  /** The SQL of what a declared total adds up, over the table's alias, where that is not the field itself. */
  totals?: Record<string, Addend>
  /** Kept figures; lists, totals and chips read them where they can. */
  figures?: Figures
  /**
   * Writes of the area run one after the other, since `prepare` reads or `written` changes records beyond the documents of
   * the write. A write takes its turn before it locks any row.
   */
  serial?: boolean
  /** Sets on a new document what it takes from its caller, before its references are checked. */
  begins?(work: Work, doc: Doc): void
  /**
   * Starts queries that `prepare` will need, while references are being checked. It is not awaited.
   */
  startLookups?(work: Work, docs: readonly Doc[]): void
  /**
   * Completes documents before they are checked and written: defaults, derived values, totals. Gets all documents of
   * one write at once, so that an import looks things up in one query. May return problems per document.
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
  /** Handlers of what writes `enqueue`, by kind; they run after the commit and may run twice. */
  jobs?: Record<string, (kit: Kit, payload: unknown) => Promise<void>>
  /**
   * Daily work, run as the portal itself at start, when the day changes, and after `restartDailyWork`. Handles one portion
   * of a second at most, of the records with ids above `after` (0 at first), and returns the last id; null when nothing is
   * left. It is idempotent.
   */
  daily?(work: Work, after: number): Promise<number | null>
  /** The same when a followed record is deleted, archived or restored; `doc` is as it was before. */
  followsRemoval?: Record<string, (work: Work, doc: Doc) => Promise<void> | void>
  /** Files of these records were attached, described, shared, hidden, removed or found clean; runs before the commit. */
  filesChanged?(work: Work, ids: readonly number[]): Promise<void>
  /** Problems that prevent a deletion, in addition to foreign keys. */
  mayDelete?(work: Work, doc: Doc): Problem[]
  /** Runs when a record is deleted, archived or restored, before the commit; may refuse by throwing. `doc` is as it was before. */
  removed?(work: Work, doc: Doc): Promise<void> | void
  /** Additional values from other records for the answer of a record, by name. */
  extras?(work: Work, record: AnyRecord): Promise<Record<string, unknown>>
  /** A person opened the record (read by id). */
  opened?(kit: Kit, me: Principal, record: AnyRecord): Promise<void> | void
  /** The caller sees the record's history from this moment on; null: all of it. */
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

/** The languages of a paper, an earlier revision instead of the current one, lengths in another unit, and for which supplier. */
export interface PaperRequest {
  tongues: PaperLanguageFormats
  revision?: number
  unit?: LengthUnit
  supplier_id?: number
}

/** Renders a record as a paper, with the fields that `me` reads. */
export type PaperOf = (kit: Kit, me: Principal, record: AnyRecord, wish: PaperRequest) => Promise<PaperFile>

/** Binds an area's server half to its declaration. */
export const serve = (area: Area, server: AreaServer) => ({ area, server })
export type ServedArea = ReturnType<typeof serve>
