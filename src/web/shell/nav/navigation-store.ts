import { type NavigationItem, navigation } from '#areas/navigation.ts'
import { createStore } from '#web/hooks/create-store.ts'

type Items = readonly NavigationItem[]

/** The menu's tree as it stands, and what changes it; the component is drawn again when it changes. */
export const useNavigationItems = () => ({ items: tree.use(), ...navigationActions })

/** The menu's tree as it stands now. */
export const items = (): Items => tree.get()

/** The actions of the specification. A parent that is not there changes nothing. */
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

  /** Adds one before the others; the parent keeps all else that it is. */
  prepend: (item: NavigationItem, parent?: string) =>
    tree.set(within(tree.get(), parent, (before) => [item, ...before])),

  /** Changes fields of the entry of that id, wherever it stands, or only below the parent. */
  update: (id: string, changes: Partial<NavigationItem>, parent?: string) =>
    tree.set(within(tree.get(), parent, (items) => change(items, id, (item) => [{ ...item, ...changes }]))),

  /** Takes the entry of that id away with all below it, wherever it stands, or only below the parent. */
  remove: (id: string, parent?: string) => tree.set(within(tree.get(), parent, (items) => change(items, id, () => []))),
}

const tree = createStore<Items>(navigation)

/** The tree with other children of the parent; without a parent the tree itself is those children. */
const within = (tree: Items, parent: string | undefined, next: (children: Items) => Items): Items =>
  parent === undefined
    ? next(tree)
    : change(tree, parent, (item) => [{ ...item, children: [...next(item.children ?? [])] }])

/** The tree with something else for the entry of that id; the same tree where there is none. */
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
    const found = item.id === id ? item : find(item.children ?? [], id)
    if (found) return found
  }
  return undefined
}
