// What the toolbar's tools are made of, in one chunk that travels after the first page.
export { NavSearch } from './nav-search'
export { Shortcuts } from './shortcuts'
