import type { AnyRecord } from './area'
import type { Role } from './roles'
import type { Text } from './text'

/** Why a value is refused. `field` is a path in the document (`lines.0.unit_price`). */
export interface Problem {
  field?: string
  text: Text
  /** The code of the answer where this alone refuses a move, for programs that react to it; `guard` otherwise. */
  code?: string
}

/** What rules get in addition to the record, on both sides. */
export interface RuleContext {
  today: string
  /** The caller; the portal itself has id 0 and the role admin. */
  me: { id: number; role: Role; supplier_id: number | null }
  /** The portal's settings by name. */
  settings: Record<string, unknown>
}

/** Pure checks of an area; the server enforces them, the screens show them beforehand. */
export interface Rules {
  /** Problems that prevent a save. */
  check?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** Warnings that do not prevent a save. */
  warn?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** Why a move is refused although right and state fit; an empty list allows it. */
  guards?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /** Warnings before a move that is allowed; the person confirms it with them. */
  cautions?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /**
   * Whether the caller may edit a field in the document's state, by path: field names joined by dots, without indexes
   * (`notes_internal`, `lines` for adding and removing rows, `lines.unit_price`, `lines.sizes.qty`). Only the rules of
   * the document's own area apply; they narrow what the declaration allows. Not used for new documents.
   */
  editable?: (record: AnyRecord, context: RuleContext) => (path: string) => boolean
}

export const problem = (text: Text, field?: string): Problem => (field ? { field, text } : { text })
