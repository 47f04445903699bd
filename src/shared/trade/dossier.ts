/** One archive with folders, or one PDF. */
export const dossierForms = ['zip', 'pdf'] as const
export type DossierForm = (typeof dossierForms)[number]

export const dossierStates = ['waiting', 'making', 'ready', 'failed'] as const
export type DossierState = (typeof dossierStates)[number]

/** What is being done, in this order. */
export const dossierSteps = ['waiting', 'collecting', 'adding', 'binding', 'storing'] as const
export type DossierStep = (typeof dossierSteps)[number]

/** Days that a dossier is kept. */
export const dossierDays = 7
/** Records that one dossier may be requested for, and lines that they may have. */
export const mostDossierRecords = 50
export const mostDossierLines = 200
/** Dossiers of one account that may be under way, and that are kept; the oldest gives way. */
export const mostOpenDossiers = 3
export const mostKeptDossiers = 20

const megabyte = 1024 * 1024
/** Bytes and files of an archive: below what archives without the 64-bit extension can hold. */
export const archiveLimits = { bytes: 2000 * megabyte, files: 3000 }
/** Bytes that are bound into one PDF, of one file and of all, and its pages. */
export const bookLimits = { file: 60 * megabyte, bytes: 200 * megabyte, pages: 800 }

/** The folders of what belongs to a line, in their order, and of what belongs to the order. */
export const dossierKinds = [
  'order',
  'line',
  'fibre',
  'care',
  'label',
  'specification',
  'artwork',
  'accreditation',
  'yarn',
  'sample',
  'inspection',
  'other',
] as const
export type DossierKind = (typeof dossierKinds)[number]

/** Why something of a line is not there, or may not be used yet. */
export interface DossierGap {
  kind: DossierKind
  text: string
}

/** A document of a dossier as its index lists it. */
export interface IndexedDocument {
  kind: DossierKind
  title: string
  /** Its state in words; empty where it has none. */
  state: string
  /** It may not be used yet, or not any more. */
  isOpen: boolean
  /** Where it is: the path in the archive or the page; null where it is not in this dossier. */
  place: string | null
}
