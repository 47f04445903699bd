import type { Readiness, requirementPolicies } from './readiness'

/** Why a line needs something: every line does, its category asks for it, its market does, or somebody said so. */
export type RequirementSource = 'every_line' | 'category' | 'market' | 'manual'

/** What a line needs: one kind, or one kind in one market. */
export interface Requirement {
  /** The area whose records answer it. */
  area: string
  status: Readiness
  /** Null for those who may not know. */
  source: RequirementSource | null
  /** The category that asks, where one does: the line's own or one above it. */
  category: { id: number; name_en: string; name_zh: string | null } | null
  /** What it means for a booking that this is open; null: nothing. */
  policy: (typeof requirementPolicies)[number] | null
  market: string | null
  /** The record that answers it, where it is one. */
  record: { id: number; state: string; amount: string | null; currency: string | null; due_date: string | null } | null
}

/** All that a line needs, and how far it is before it can be booked. */
export interface Requirements {
  readiness: Readiness
  requirements: Requirement[]
}

/** How far a retail price is, by its state. */
export const priceReadiness: Readonly<Record<string, Readiness>> = {
  not_required: 'not_required',
  required: 'missing',
  entered: 'in_progress',
  approved: 'in_progress',
  released: 'ok',
  ticketed: 'ok',
}
