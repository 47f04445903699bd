import type { Readiness, requirementPolicies } from './readiness'

/** What decides whether a line needs something: a requirement profile, its category, its market, or a person. */
export const requirementSources = ['profile', 'category', 'market', 'manual'] as const
export type RequirementSource = (typeof requirementSources)[number]

/** A reason why a line does or does not need something. */
export interface RequirementReason {
  source: RequirementSource
  /** The profile or category that decides. */
  record: { id: number; name_en: string; name_zh: string | null } | null
  /** The types that it applies to; empty for kinds without types. */
  types: string[]
  is_needed: boolean
}

/** A requirement of a line: of one kind, or of one kind in one market. */
export interface Requirement {
  /** The area whose records fulfil it. */
  area: string
  status: Readiness
  /** Empty for callers who may not read the reasons. */
  reasons: RequirementReason[]
  /** The effect on a booking while it is open; null for none. */
  policy: (typeof requirementPolicies)[number] | null
  /** The missing types, for kinds with several such as attachments. */
  missing: string[]
  market: string | null
  /** The record that fulfils the requirement, if there is exactly one. */
  record: { id: number; state: string; amount: string | null; currency: string | null; due_date: string | null } | null
}

/** All requirements of a line, and its readiness for booking over all of them. */
export interface Requirements {
  readiness: Readiness
  requirements: Requirement[]
}

/** The readiness of a retail price, by its state. */
export const priceReadiness: Readonly<Record<string, Readiness>> = {
  not_required: 'not_required',
  required: 'missing',
  entered: 'in_progress',
  approved: 'in_progress',
  released: 'ok',
  ticketed: 'ok',
}
