import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { openingView, type SavedView, type ViewState } from '#shared/kit/saved-view.ts'
import { listName } from '#shared/kit/worklist.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { type ListAddress, writeAddress } from '#web/kit/list/list-address.ts'
import { readListPreferences, readLocalPreferences } from '#web/kit/list/preferences.ts'
import { saveListPreferences } from '#web/kit/list/preferences-account.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { api } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'

/** The saved views of a list that the person may use. Also stores the default view's address for the next visit. */
export const useSavedViews = (area: Area) => {
  const name = listName(area)
  return useQuery({
    queryKey: keyOf(name),
    queryFn: async ({ signal }) => {
      const views = await api<SavedView[]>('GET', 'views', { params: { area: name }, signal })
      storeDefaultView(name, views)
      return views
    },
    staleTime: 60_000,
    retry: 1,
  })
}

/** Actions on the views of a list. Those that write throw HttpError. */
export const useViewActions = (list: AreaListState) => {
  const name = listName(list.area)
  const client = useQueryClient()
  const [search, setSearch] = usePageSearch()
  const usualSize = readListPreferences(name).size
  const updateViews = (next: (views: readonly SavedView[]) => SavedView[]) => {
    const views = next(client.getQueryData<SavedView[]>(keyOf(name)) ?? [])
    // View 0 keeps the open list from switching to a new default view.
    if (search.size === 0) setSearch({ _view: '0' }, { replace: true })
    storeDefaultView(name, views)
    client.setQueryData(keyOf(name), views)
    void client.invalidateQueries({ queryKey: keyOf(name) })
  }
  return {
    choose: (view: SavedView) => setSearch(viewSearch(view, usualSize)),
    leave: () => setSearch(readLocalPreferences(name).opens ? { _view: '0' } : {}),
    make: async (input: ViewInput) => {
      const created = await api<SavedView>('POST', 'views', { body: { ...input, area: name, state: stateOf(list) } })
      updateViews((views) => [...views, created])
      setSearch(viewSearch(created, usualSize))
      return created
    },
    change: async ({ id, version }: SavedView, changes: Partial<ViewInput & { state: ViewState }>) => {
      const changed = await api<SavedView>('PATCH', `views/${id}`, { body: { version, ...changes } })
      updateViews((views) => views.map((view) => (view.id === id ? changed : view)))
      return changed
    },
    remove: async ({ id, version }: SavedView) => {
      await api('DELETE', `views/${id}`, { body: { version } })
      updateViews((views) => views.filter((view) => view.id !== id))
      if (list.address.view === id) setSearch(readLocalPreferences(name).opens ? { _view: '0' } : {})
    },
    refresh: () => client.invalidateQueries({ queryKey: keyOf(name) }),
  }
}

/** What a person enters about a view in addition to its list settings. */
export type ViewInput = Pick<SavedView, 'name' | 'shared_with' | 'role' | 'is_default'>

/** The list's current settings in the form that a view stores. */
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
  const current = stateOf(list)
  const comparable = (view: ViewState) =>
    JSON.stringify([
      view.q,
      view.filters.map(filterText).sort(),
      view.sort.map(({ field, desc }) => [field, desc]),
      state.columns && view.columns,
      state.density && view.density,
      state.size && view.size,
    ])
  return comparable(state) !== comparable(current)
}

/** The address of a view. It contains all settings, so that it works even after the view is deleted. */
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

/** Stores the default view's address in this browser, so that the next visit opens with it without a request. */
const storeDefaultView = (area: string, views: readonly SavedView[]) => {
  const user = session()
  const opening = user && openingView(views, user.role)
  const { opens: _, ...preferences } = readLocalPreferences(area)
  saveListPreferences(
    area,
    opening ? { ...preferences, opens: viewSearch(opening, readListPreferences(area).size).toString() } : preferences,
  )
}
