// The tools of the toolbar in one chunk, loaded after the first page.
export { NavSearch } from '#web/shell/find/nav-search.tsx'
export { Shortcuts } from './shortcuts'
