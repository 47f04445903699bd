import type { Doc, Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { Stamp, StampedRecord } from './export-stamps'
import type { FileDocument } from './file-document'
import type { NewNames, NewReference } from './new-names'
import type { Plan } from './plan'
import type { Resolver } from './resolve'
import type { Fault } from './staged'

/** What the checks of all documents of a file share. */
export interface CheckContext {
  kit: Kit
  me: Principal
  plan: Plan
  resolver: Resolver
  planned: NewNames
}

/** A document of the file while it is being checked. */
export interface CheckedDocument {
  number: number
  node: FileDocument
  /** Its business key, or the title of the record, for people. */
  name: string
  stamp: Stamp | null
  /** The stored record that the document means, in or outside the caller's scope. */
  match: StampedRecord | undefined
  /** That record as the caller reads it. */
  before: Doc | null
  input: Doc
  /** References to records that do not exist yet. */
  newReferences: NewReference[]
  faults: Fault[]
  /** Whether the record has changed since it was exported. */
  isOutdated: boolean
}

/** Points references from one copy of a document's input to the same positions in another copy. */
export const referencesIn = (copy: Doc, original: Doc, references: readonly NewReference[]): NewReference[] => {
  const counterparts = new Map<Doc, Doc>()
  const pair = (source: Doc, target: Doc) => {
    counterparts.set(source, target)
    for (const [name, value] of Object.entries(source)) {
      const rows = target[name]
      if (Array.isArray(value) && Array.isArray(rows))
        value.forEach((row, index) => {
          if (row && typeof row === 'object' && rows[index]) pair(row as Doc, rows[index] as Doc)
        })
    }
  }
  pair(original, copy)
  return references.map((reference) => ({
    ...reference,
    record: counterparts.get(reference.record) ?? reference.record,
  }))
}
