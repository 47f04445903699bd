import { type NavigationItem, navigation } from '#areas/navigation.ts'
import { createStore } from '#web/hooks/create-store.ts'

type Items = readonly NavigationItem[]

/** The current menu tree and its actions; the component renders again when the tree changes. */
export const useNavigationItems = () => ({ items: tree.use(), ...navigationActions })

/** The current menu tree. */
export const items = (): Items => tree.get()

/** The actions of the specification. An unknown parent changes nothing. */
export const navigationActions = {
  /** Replaces the whole tree, or the children of the parent. */
  set: (next: Items, parent?: string) => tree.set(withChildren(tree.get(), parent, () => next)),

  /** Restores the declared tree, or the declared children of the parent. */
  reset: (parent?: string) => {
    const declared = parent === undefined ? undefined : find(navigation, parent)
    tree.set(
      parent === undefined ? navigation : declared ? replaceEntry(tree.get(), parent, () => [declared]) : tree.get(),
    )
  },

  /** Adds an entry at the end of the tree or of the parent's children. */
  append: (item: NavigationItem, parent?: string) =>
    tree.set(withChildren(tree.get(), parent, (before) => [...before, item])),

  /** Adds an entry at the beginning of the tree or of the parent's children. */
  prepend: (item: NavigationItem, parent?: string) =>
    tree.set(withChildren(tree.get(), parent, (before) => [item, ...before])),

  /** Changes fields of the entry with this id, in the whole tree or below the parent. */
  update: (id: string, changes: Partial<NavigationItem>, parent?: string) =>
    tree.set(withChildren(tree.get(), parent, (items) => replaceEntry(items, id, (item) => [{ ...item, ...changes }]))),

  /** Removes the entry with this id and its descendants, in the whole tree or below the parent. */
  remove: (id: string, parent?: string) =>
    tree.set(withChildren(tree.get(), parent, (items) => replaceEntry(items, id, () => []))),
}

const tree = createStore<Items>(navigation)

/** The tree with changed children of the parent; without a parent, the top level is changed. */
const withChildren = (tree: Items, parent: string | undefined, next: (children: Items) => Items): Items =>
  parent === undefined
    ? next(tree)
    : replaceEntry(tree, parent, (item) => [{ ...item, children: [...next(item.children ?? [])] }])

/** The tree with the entry of this id replaced; the same tree if there is none. */
const replaceEntry = (tree: Items, id: string, next: (item: NavigationItem) => NavigationItem[]): Items => {
  if (!find(tree, id)) return tree
  return tree.flatMap((item) => {
    if (item.id === id) return next(item)
    return item.children && find(item.children, id)
      ? [{ ...item, children: [...replaceEntry(item.children, id, next)] }]
      : [item]
  })
}

const find = (tree: Items, id: string): NavigationItem | undefined => {
  for (const item of tree) {
    const match = item.id === id ? item : find(item.children ?? [], id)
    if (match) return match
  }
  return undefined
}
