import type { Filter, Sort } from './filter'
import type { pageSizes } from './list-query'
import { groups, type Role } from './roles'

/** What a saved view says about a list. Null leaves a point as the person has it. */
export interface ViewState {
  q: string
  filters: Filter[]
  /** Empty for the area's own order. */
  sort: Sort[]
  columns: string[] | null
  density: (typeof densities)[number] | null
  size: (typeof pageSizes)[number] | null
}

/** A saved view as the API tells it to somebody who may use it. */
export interface SavedView {
  id: number
  version: number
  area: string
  name: string
  /** `title` only for those who may share views themselves. */
  owner: { id: number; title: string | null }
  shared_with: (typeof audiences)[number]
  /** The role it is shared with, where it is one. */
  role: Role | null
  /** Whether those it is for start their list with it. */
  is_default: boolean
  state: ViewState
  may_change: boolean
}

export const audiences = ['private', 'role', 'all'] as const
export const densities = ['compact', 'standard', 'comfortable'] as const

/** Who may give a view to others. */
export const mayShareViews = (role: Role) => (groups.admin as readonly Role[]).includes(role)

/** The view that a person's list starts with: the person's own, else the role's, else everybody's. */
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
