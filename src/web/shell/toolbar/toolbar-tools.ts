// What the toolbar's tools are made of, in one chunk that travels after the first page.
export { NavSearch } from '#web/shell/find/nav-search.tsx'
export { Shortcuts } from './shortcuts'
