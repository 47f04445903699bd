import type { Readiness, requirementPolicies } from './readiness'

/** Why a line has a requirement: every line has it, its category, its market, or a person added it. */
export type RequirementSource = 'every_line' | 'category' | 'market' | 'manual'

/** A requirement of a line: one kind, or one kind in one market. */
export interface Requirement {
  /** The area whose records satisfy it. */
  area: string
  status: Readiness
  /** Null for readers without the right to know. */
  source: RequirementSource | null
  /** The category with the requirement: the line's own or a parent of it. */
  category: { id: number; name_en: string; name_zh: string | null } | null
  /** The effect on a booking while it is open; null: none. */
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
