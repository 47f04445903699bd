import type { DossierGap, DossierKind } from '#shared/trade/dossier.ts'

/** One document of a dossier. */
export interface DossierPart {
  /** The same for the same document of several lines. */
  key: string
  kind: DossierKind
  /** Its name in the index. */
  title: string
  /** The record that it is of, when the kind has several: a folder of the archive. */
  record: string
  fileName: string
  content: PartContent
}

export type PartContent =
  | { is: 'paper'; print: () => Promise<Buffer> }
  | { is: 'file'; id: number; type: string; size: number }

/** A part as one line has it. */
export interface LinePart {
  part: DossierPart
  state: string
  isOpen: boolean
}

/** An order, or one of its lines, with its documents and what is missing of them. */
export interface DossierSection {
  order: string
  /** Absent: what belongs to the order as a whole. */
  line?: { id: number; title: string; folder: string; facts: string }
  parts: LinePart[]
  gaps: DossierGap[]
}

/** All that will be in a dossier, before anything of it is read. */
export interface DossierPlan {
  sections: DossierSection[]
  parts: DossierPart[]
}

/** Bytes that a paper counts for where sizes are added up; few have more. */
const aPaper = 100_000

export const sizeOf = ({ content }: DossierPart): number => (content.is === 'file' ? content.size : aPaper)

/** Every document once, in the order of the sections. */
export const partsOf = (sections: readonly DossierSection[]): DossierPart[] => [
  ...new Map(sections.flatMap(({ parts }) => parts).map(({ part }) => [part.key, part])).values(),
]
