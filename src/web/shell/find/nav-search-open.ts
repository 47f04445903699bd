import type { MenuEntry } from '#web/shell/nav/navigation.ts'

/** Opens a menu entry: a page in this window, or an external address in a new one. */
export const openEntry = ({ path, href, target }: MenuEntry, navigate: (path: string) => unknown) => {
  if (path && (!target || target === '_self')) navigate(path)
  else window.open(path ?? href, target, 'noopener')
}
