/** The form of a dossier: a ZIP with folders, or one PDF. */
export const dossierForms = ['zip', 'pdf'] as const
export type DossierForm = (typeof dossierForms)[number]

export const dossierStates = ['waiting', 'making', 'ready', 'failed'] as const
export type DossierState = (typeof dossierStates)[number]

/** The steps of producing a dossier, in order. */
export const dossierSteps = ['waiting', 'collecting', 'adding', 'binding', 'storing'] as const
export type DossierStep = (typeof dossierSteps)[number]

/** Days for which a dossier is stored. */
export const dossierDays = 7
/** Maximum number of records in a dossier, and of their order lines. */
export const mostDossierRecords = 50
export const mostDossierLines = 200
/** Maximum number of dossiers of an account that are in progress, and that are stored; the oldest is deleted. */
export const mostOpenDossiers = 3
export const mostKeptDossiers = 20

const megabyte = 1024 * 1024
/** Maximum bytes and files of a ZIP, below the limits of archives without the 64-bit extension. */
export const archiveLimits = { bytes: 2000 * megabyte, files: 3000 }
/** Maximum bytes of one file and of all files in a PDF, and its maximum number of pages. */
export const bookLimits = { file: 60 * megabyte, bytes: 200 * megabyte, pages: 800 }

/** The folders of a dossier, in order. */
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

/** Why a document is missing or cannot be used yet. */
export interface DossierGap {
  kind: DossierKind
  text: string
}
