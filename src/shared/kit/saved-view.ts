import type { Filter, Sort } from './filter'
import type { pageSizes } from './list-query'
import { groups, type Role } from './roles'

/** The list settings of a saved view. A setting that is null keeps its current value when the view is opened. */
export interface ViewState {
  q: string
  filters: Filter[]
  /** An empty list means the area's default order. */
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
  /** `title` is null unless the caller may share views. */
  owner: { id: number; title: string | null }
  shared_with: (typeof audiences)[number]
  /** The role that the view is shared with, if `shared_with` is `role`. */
  role: Role | null
  /** Whether the list opens with this view, for the people it is shared with. */
  is_default: boolean
  state: ViewState
  may_change: boolean
}

export const audiences = ['private', 'role', 'all'] as const
export const densities = ['compact', 'standard', 'comfortable'] as const

/** Whether the role may share views with others. */
export const mayShareViews = (role: Role) => (groups.admin as readonly Role[]).includes(role)

/** The default view of a person's list: their private one, else that of their role, else the one shared with all. */
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
