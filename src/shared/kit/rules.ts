import type { AnyRecord } from './area'
import type { Role } from './roles'
import type { Text } from './text'

/** A reason why a value or a move is refused, or a warning about it. */
export interface Problem {
  /** Path of the field in the document (`lines.0.unit_price`); absent if the problem concerns the whole document. */
  field?: string
  text: Text
  /** Code of the API's answer if this is the only problem of a refused move, for clients that react to it (`guard`). */
  code?: string
}

/** The second argument of rules, on the server and in the browser. */
export interface RuleContext {
  /** The current date, `YYYY-MM-DD`. */
  today: string
  /** The caller; the portal itself has id 0 and the role admin. */
  me: { id: number; role: Role; supplier_id: number | null }
  /** The portal's settings by name. */
  settings: Record<string, unknown>
}

/**
 * The rules of an area. All are pure functions without I/O, because they run on both sides: the server enforces them,
 * and the screens show their results before anything is sent.
 */
export interface Rules {
  /** Problems that prevent saving the document. */
  check?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** Warnings about a document that can be saved nevertheless. */
  warn?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** By move: problems that refuse it although role and state allow it (`mayMove`). An empty list allows the move. */
  guards?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /** By move: warnings that the person has to confirm before an allowed move. */
  cautions?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /**
   * Returns whether the caller may edit a field of the document in its present state. The path has field names joined
   * by dots, without indexes: `notes_internal`, `lines` (adding and removing rows), `lines.unit_price`,
   * `lines.sizes.qty`. Only the rules of the document's root area are used, also for its rows; they narrow what the
   * declaration allows. Not called for new documents.
   */
  editable?: (record: AnyRecord, context: RuleContext) => (path: string) => boolean
}

export const problem = (text: Text, field?: string): Problem => (field ? { field, text } : { text })
