import { type NavigationItem, navigation } from '#areas/navigation.ts'
import { createStore } from '#web/hooks/create-store.ts'

type Items = readonly NavigationItem[]

/** The current menu tree and its actions; renders again when it changes. */
export const useNavigationItems = () => ({ items: tree.use(), ...navigationActions })

/** The current menu tree. */
export const items = (): Items => tree.get()

/** The actions of the specification. An unknown parent changes nothing. */
export const navigationActions = {
  /** Puts these in place of the whole tree, or of the parent's children. */
  set: (next: Items, parent?: string) => tree.set(within(tree.get(), parent, () => next)),

  /** Back to the tree that the portal declares, or to the parent as it is declared there. */
  reset: (parent?: string) => {
    const declared = parent === undefined ? undefined : find(navigation, parent)
    tree.set(parent === undefined ? navigation : declared ? change(tree.get(), parent, () => [declared]) : tree.get())
  },

  /** Adds one after the others, at the end of the tree or of the parent's children. */
  append: (item: NavigationItem, parent?: string) =>
    tree.set(within(tree.get(), parent, (before) => [...before, item])),

  /** Adds an entry before the others; other properties of the parent stay. */
  prepend: (item: NavigationItem, parent?: string) =>
    tree.set(within(tree.get(), parent, (before) => [item, ...before])),

  /** Changes fields of the entry with that id, anywhere or only below the parent. */
  update: (id: string, changes: Partial<NavigationItem>, parent?: string) =>
    tree.set(within(tree.get(), parent, (items) => change(items, id, (item) => [{ ...item, ...changes }]))),

  /** Removes the entry with that id and everything below it, anywhere or only below the parent. */
  remove: (id: string, parent?: string) => tree.set(within(tree.get(), parent, (items) => change(items, id, () => []))),
}

const tree = createStore<Items>(navigation)

/** The tree with other children of the parent; without a parent the tree itself is those children. */
const within = (tree: Items, parent: string | undefined, next: (children: Items) => Items): Items =>
  parent === undefined
    ? next(tree)
    : change(tree, parent, (item) => [{ ...item, children: [...next(item.children ?? [])] }])

/** The tree with the entry of that id replaced; the same tree when there is none. */
const change = (tree: Items, id: string, next: (item: NavigationItem) => NavigationItem[]): Items => {
  if (!find(tree, id)) return tree
  return tree.flatMap((item) => {
    if (item.id === id) return next(item)
    return item.children && find(item.children, id)
      ? [{ ...item, children: [...change(item.children, id, next)] }]
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
