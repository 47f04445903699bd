import type { DossierForm, DossierState, DossierStep } from '#shared/trade/dossier.ts'

/** A dossier as it is answered to the account that requested it. */
export interface Dossier {
  id: number
  area: string
  record_ids: number[]
  form: DossierForm
  language: 'en' | 'zh' | 'both'
  /** The order or line, or how many lines it is about. */
  title: string
  status: DossierState
  step: DossierStep
  percent: number
  /** What it lists as missing, not approved or left out. */
  gaps: number
  name: string | null
  size: number | null
  /** Good for the caller and for a quarter of an hour; null while there is nothing to fetch. */
  url: string | null
  /** Why it was not made, or is not handed out any more. */
  problem: string | null
  created_at: string
  ready_at: string | null
  expires_at: string | null
}
