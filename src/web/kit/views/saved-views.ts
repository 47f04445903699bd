import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { openingView, type SavedView, type ViewState } from '#shared/kit/saved-view.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { type ListAddress, writeAddress } from '#web/kit/list/list-address.ts'
import { readKept, readList } from '#web/kit/list/preferences.ts'
import { saveListPreferences } from '#web/kit/list/preferences-account.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { api } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'

/** The saved views of a list that the person may use. */
export const useSavedViews = (area: Area) => {
  const name = listName(area)
  return useQuery({
    queryKey: keyOf(name),
    queryFn: async ({ signal }) => {
      const views = await api<SavedView[]>('GET', 'views', { params: { area: name }, signal })
      keepOpening(name, views)
      return views
    },
    staleTime: 60_000,
    retry: 1,
  })
}

/** How views are chosen, made, changed and deleted; what fails is thrown. */
export const useViewActions = (list: AreaListState) => {
  const name = listName(list.area)
  const client = useQueryClient()
  const [search, setSearch] = usePageSearch()
  const usualSize = readList(name).size
  const renew = (next: (views: readonly SavedView[]) => SavedView[]) => {
    const views = next(client.getQueryData<SavedView[]>(keyOf(name)) ?? [])
    // An open list does not switch to its new default view.
    if (search.size === 0) setSearch({ _view: '0' }, { replace: true })
    keepOpening(name, views)
    client.setQueryData(keyOf(name), views)
    void client.invalidateQueries({ queryKey: keyOf(name) })
  }
  return {
    choose: (view: SavedView) => setSearch(viewSearch(view, usualSize)),
    leave: () => setSearch(readKept(name).opens ? { _view: '0' } : {}),
    make: async (input: ViewInput) => {
      const made = await api<SavedView>('POST', 'views', { body: { ...input, area: name, state: stateOf(list) } })
      renew((views) => [...views, made])
      setSearch(viewSearch(made, usualSize))
      return made
    },
    change: async ({ id, version }: SavedView, changes: Partial<ViewInput & { state: ViewState }>) => {
      const changed = await api<SavedView>('PATCH', `views/${id}`, { body: { version, ...changes } })
      renew((views) => views.map((view) => (view.id === id ? changed : view)))
      return changed
    },
    remove: async ({ id, version }: SavedView) => {
      await api('DELETE', `views/${id}`, { body: { version } })
      renew((views) => views.filter((view) => view.id !== id))
      if (list.address.view === id) setSearch(readKept(name).opens ? { _view: '0' } : {})
    },
    refresh: () => client.invalidateQueries({ queryKey: keyOf(name) }),
  }
}

/** What a person enters about a view in addition to its list settings. */
export type ViewInput = Pick<SavedView, 'name' | 'shared_with' | 'role' | 'is_default'>

/** The current list settings as a view stores them. */
export const stateOf = ({ address, hasColumns, columns, density }: AreaListState): ViewState => ({
  q: address.q,
  filters: address.filters,
  sort: address.sort,
  columns: hasColumns ? columns : null,
  density: hasColumns ? density : null,
  size: address.size,
})

/** Whether the list differs from the view. */
export const differs = ({ state }: SavedView, list: AreaListState): boolean => {
  const now = stateOf(list)
  const comparable = (view: ViewState) =>
    JSON.stringify([
      view.q,
      view.filters.map(filterText).sort(),
      view.sort.map(({ field, desc }) => [field, desc]),
      state.columns && view.columns,
      state.density && view.density,
      state.size && view.size,
    ])
  return comparable(state) !== comparable(now)
}

/** The address of a view: complete, so that it works even when the view is deleted. */
export const viewSearch = ({ id, state }: SavedView, usualSize: ListAddress['size'] = 25): URLSearchParams =>
  writeAddress({
    q: state.q,
    filters: state.filters,
    sort: state.sort,
    page: 1,
    size: state.size ?? usualSize,
    columns: state.columns,
    ...(state.density && { density: state.density }),
    view: id,
  })

const filterText = ({ field, op, values }: Filter) => `${field}${op}=${values.join()}`

const keyOf = (area: string) => ['saved-views', area, session()?.id]

/** This browser remembers what the list opens with, so that the next visit starts there without asking. */
const keepOpening = (area: string, views: readonly SavedView[]) => {
  const person = session()
  const opening = person && openingView(views, person.role)
  const { opens: _, ...kept } = readKept(area)
  saveListPreferences(area, opening ? { ...kept, opens: viewSearch(opening, readList(area).size).toString() } : kept)
}
