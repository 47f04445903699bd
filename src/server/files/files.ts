import type { Readable } from 'node:stream'
import type { ScanCommand } from '#server/config.ts'
import type { Db, Queryable } from '#server/db/types.ts'
import type { RecordPicture } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { Checked } from './checks'
import type { Examiner } from './content/examiner'
import type { InvoiceFile } from './content/invoice-file'
import type { ByteRange, Storage } from './storage'
import type { FileKind } from './types'
import type { Uploads } from './uploads'

/** A file's row in the database. */
export interface StoredFile {
  id: number
  name: string
  type: string
  size: number
  sha256: string
  created_at: string
}

/** The record that a file belongs to, and its slot there, such as `photo` or `attachment`. */
export interface StoragePlace {
  area: string
  record_id: number
  slot: string
}

/** Metadata of an attachment. */
export interface FileNotes {
  visibility: 'internal' | 'shared'
  kind: string | null
  description: string | null
  /** The supplier of the uploader; null for the retailer. */
  supplier_id: number | null
  /** The id of the first version; null for the first version itself. */
  series_id: number | null
  version_no: number
}

/** A received file, stored temporarily until a transaction keeps it. */
export interface Upload {
  name: string
  type: string
  size: number
  sha256: string
  /** The pages of a PDF. */
  pages: number | null
  /** Path of the temporary file. */
  path: string
  /** The storage key of its bytes, once they are stored permanently. */
  key?: string
  /** Whether a row of `files` refers to that key. */
  isKept?: boolean
  /** Whether the portal made the file itself, so that it is neither examined nor scanned. */
  isMade?: boolean
}

export interface FileRules {
  kinds: readonly FileKind[]
  /** The most bytes of one file. */
  max: number
  /** Accepted file name extensions; by default all extensions of the kinds. */
  endings?: readonly string[]
}

export interface Files {
  /** Refuses with 429 when an account uploads too often or exceeds its daily volume. */
  admit(me: Pick<Principal, 'id'>, bytes: number): Promise<void>
  /**
   * Stores a stream temporarily. Refuses files that the rules do not accept with 413, 415, 422 or 400, and deletes them.
   */
  receive(source: Readable & { truncated?: boolean }, name: string, rules: FileRules): Promise<Upload>
  /** The electronic invoice of an upload, or why it has none. Rejects if reading takes too much time or memory. */
  invoice(upload: Upload): Promise<InvoiceFile>
  /** Stores a file that the portal itself made, temporarily; it is not examined. */
  store(source: AsyncIterable<Uint8Array>, name: string, type: string): Promise<Upload>
  /** The bytes of a file; rejects if they are missing. It checks no rights. */
  read(id: number): Promise<Readable>
  /** A path for a temporary file. The caller deletes the file; the sweep deletes remains of a crash. */
  temporary(): Promise<string>
  /** Inserts the row of an upload in the transaction and returns its id. Throws `UnsecuredBytes` (see `secure`). */
  keep(
    tx: Queryable,
    upload: Upload,
    place: StoragePlace,
    me: Pick<Principal, 'id'>,
    notes?: Partial<FileNotes>,
  ): Promise<number>
  /** Stores the bytes of uploads after `keep` threw `UnsecuredBytes`. */
  secure(uploads: readonly Upload[]): Promise<void>
  /** Deletes, after the transaction, temporary files and the stored bytes of uploads that were not kept. */
  settle(uploads: readonly Upload[]): Promise<void>
  /** Deletes the bytes of uploads whose transaction failed or never started. */
  discard(uploads: readonly Upload[]): Promise<void>
  /** Deletes the files of a place in the transaction; the sweep deletes their bytes. */
  remove(tx: Queryable, place: StoragePlace): Promise<void>
  /** Scans a file if it waits for that, then draws its pictures. */
  check(id: number, signal?: AbortSignal): Promise<Checked | undefined>
  /** The text layer of a PDF, `most` characters at most; null for a file that is not clean or no PDF. */
  text(id: number, most: number): Promise<string | null>
  /**
   * A signed address that serves the file for `seconds` and up to an hour longer, so that browsers can cache it. With
   * `reader`, the id of an account, it serves the file only while that account sees it; else to every holder.
   */
  address(id: number, seconds: number, reader?: number): string
  /** The file of a signed address; throws 404 for a wrong signature and 403 for an expired one. */
  signed(id: number, query: SignedQuery): Promise<SignedFile>
  /** Thumbnails (WebP) of the shared attachments of records, by record id; records without one have no entry. */
  covers(area: string, ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>
  /** The shared pictures of a record, for its printed document. */
  pictures(area: string, id: number): Promise<RecordPicture[]>
  /** Files that are uploaded in parts. */
  readonly uploads: Uploads
  /** Deletes bytes without a row: of uploads interrupted by a crash, and of removed files and records. */
  sweep(): Promise<number>
  close(): Promise<void>
}

/** Query parameters of a signed address. */
export type SignedQuery = Partial<Record<'expires' | 'signature' | 'reader', unknown>>

export interface SignedFile extends StoredFile, StoragePlace, Pick<FileNotes, 'visibility' | 'supplier_id'> {
  scan: 'clean' | 'waiting' | 'refused'
  /** The id of the account that the address was made for. */
  reader: number | null
  /** Reads the bytes or a range of them; rejects before the first byte if they are missing. */
  read: (range?: ByteRange) => Promise<Readable>
}

export interface FileOptions {
  db: Db
  /** The secret from which the key of signed addresses is derived. */
  secret: string
  /** The folder of the bytes; by default a temporary one that is deleted on close. */
  folder?: string
  /** Storage to use instead of the folder, which then holds only uploads in progress. */
  storage?: Storage
  /** Tables of areas whose records have files: deleting a record deletes its files. */
  tables?: ReadonlyMap<string, string>
  /** Reads the content of uploaded files; by default in separate processes. */
  examiner?: Examiner
  /** The virus scanner that checks every upload before it is served; by default none. */
  scan?: ScanCommand
  /** Milliseconds since 1970; replaced in tests. */
  now?: () => number
}
