import type { Filter, Sort } from './filter'
import type { pageSizes } from './list-query'
import { groups, type Role } from './roles'

/** The list settings of a saved view. Null keeps the person's current setting. */
export interface ViewState {
  q: string
  filters: Filter[]
  /** Empty for the area's default order. */
  sort: Sort[]
  columns: string[] | null
  density: (typeof densities)[number] | null
  size: (typeof pageSizes)[number] | null
}

/** A saved view as the API returns it. */
export interface SavedView {
  id: number
  version: number
  area: string
  name: string
  /** `title` only for callers who may share views themselves. */
  owner: { id: number; title: string | null }
  shared_with: (typeof audiences)[number]
  /** The role it is shared with, where it is one. */
  role: Role | null
  /** Whether lists start with it, for those it is shared with. */
  is_default: boolean
  state: ViewState
  may_change: boolean
}

export const audiences = ['private', 'role', 'all'] as const
export const densities = ['compact', 'standard', 'comfortable'] as const

/** Who may share views. */
export const mayShareViews = (role: Role) => (groups.admin as readonly Role[]).includes(role)

/** The view that a person's list starts with: their own, else the role's, else everybody's. */
export const openingView = <V extends Pick<SavedView, 'is_default' | 'shared_with' | 'role'>>(
  views: readonly V[],
  role: Role,
): V | undefined =>
  audiences
    .map((audience) =>
      views.find(
        (view) => view.is_default && view.shared_with === audience && (audience !== 'role' || view.role === role),
      ),
    )
    .find((view) => view !== undefined)
