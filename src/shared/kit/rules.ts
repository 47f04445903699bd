import type { AnyRecord } from './area'
import type { Role } from './roles'
import type { Text } from './text'

/** Something that is not as it must be. `field` is a path in the document (`lines.0.unit_price`). */
export interface Problem {
  field?: string
  text: Text
}

/** What a rule may know beside the record: the same on both sides. */
export interface RuleContext {
  today: string
  /** Who asks; the portal itself is id 0 with the role admin. */
  me: { id: number; role: Role; supplier_id: number | null }
  /** The portal's settings by name. */
  settings: Record<string, unknown>
}

/** Pure checks of an area; the server enforces them, the screens show them beforehand. */
export interface Rules {
  /** Faults of a record as it would be saved. */
  check?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** Things worth saying that do not stop a save. */
  warn?: (record: AnyRecord, context: RuleContext) => Problem[]
  /** Why a move may not happen now although role and state fit; an empty list lets it pass. */
  guards?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /** What somebody should know before a move that may happen; they are asked once more with it. */
  cautions?: Partial<Record<string, (record: AnyRecord, context: RuleContext) => Problem[]>>
  /**
   * What may be changed in the document's state by this person, asked by path: field names joined by points and without
   * positions (`notes_internal`, `lines` for adding and removing rows, `lines.unit_price`, `lines.sizes.qty`). Only the
   * root area of a document is asked; it narrows what the declaration allows. Not asked for new documents.
   */
  editable?: (record: AnyRecord, context: RuleContext) => (path: string) => boolean
}

export const problem = (text: Text, field?: string): Problem => (field ? { field, text } : { text })
