import type { Readiness, requirementPolicies } from './readiness'

/** Who says whether a line needs something: a profile, its category, its market, or a person. */
export const requirementSources = ['profile', 'category', 'market', 'manual'] as const
export type RequirementSource = (typeof requirementSources)[number]

/** What one source says about a kind of requirement. */
export interface RequirementReason {
  source: RequirementSource
  /** The profile or category. */
  record: { id: number; name_en: string; name_zh: string | null } | null
  /** The types that it speaks of; empty for kinds without types. */
  types: string[]
  is_needed: boolean
}

/** A requirement of a line: one kind, or one kind in one market. */
export interface Requirement {
  /** The area whose records satisfy it. */
  area: string
  status: Readiness
  /** Empty for readers without the right to know. */
  reasons: RequirementReason[]
  /** The effect on a booking while it is open; null: none. */
  policy: (typeof requirementPolicies)[number] | null
  /** What is missing of a kind that has several, such as kinds of attachments. */
  missing: string[]
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
