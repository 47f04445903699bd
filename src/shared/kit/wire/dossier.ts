import type { DossierForm, DossierState, DossierStep } from '#shared/trade/dossier.ts'

/** A dossier, as the API returns it to the account that requested it. */
export interface Dossier {
  id: number
  area: string
  record_ids: number[]
  form: DossierForm
  language: 'en' | 'zh' | 'both'
  /** The title of the order or line, or the number of lines. */
  title: string
  status: DossierState
  step: DossierStep
  percent: number
  /** The number of documents that it lists as missing, not approved or left out. */
  gaps: number
  /** Name of the file, and its size in bytes. */
  name: string | null
  size: number | null
  /** A signed URL for the caller, valid for 15 minutes; null unless the file can be downloaded. */
  url: string | null
  /** Why the file was not produced or can no longer be downloaded. */
  problem: string | null
  created_at: string
  ready_at: string | null
  expires_at: string | null
}
