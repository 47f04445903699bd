import type { DossierGap, DossierKind } from '#shared/trade/dossier.ts'

/** One document of a dossier. */
export interface DossierPart {
  /** Identifies the document; lines that share a document share its key. */
  key: string
  kind: DossierKind
  /** Its name in the index. */
  title: string
  /** The title of its record for kinds with several records, which is a folder of the archive; else empty. */
  record: string
  fileName: string
  content: PartContent
}

export type PartContent =
  | { is: 'paper'; print: () => Promise<Buffer> }
  | { is: 'file'; id: number; type: string; size: number }

/** A part at one line. */
export interface LinePart {
  part: DossierPart
  /** The state of its record, as text. */
  state: string
  /** Whether its record is not approved yet. */
  isOpen: boolean
}

/** An order, or one of its lines, with its documents and gaps. */
export interface DossierSection {
  order: string
  /** Absent for documents of the order as a whole. */
  line?: { id: number; title: string; folder: string; facts: string }
  parts: LinePart[]
  gaps: DossierGap[]
}

/** The documents of a dossier, before any of them is read. */
export interface DossierPlan {
  sections: DossierSection[]
  parts: DossierPart[]
}

/** Estimated bytes of a printed document; few are larger. */
const paperBytes = 100_000

export const sizeOf = ({ content }: DossierPart): number => (content.is === 'file' ? content.size : paperBytes)

/** Every document once, in the order of sections. */
export const partsOf = (sections: readonly DossierSection[]): DossierPart[] => [
  ...new Map(sections.flatMap(({ parts }) => parts).map(({ part }) => [part.key, part])).values(),
]
