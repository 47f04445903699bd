import type { MenuEntry } from '#web/shell/nav/navigation.ts'

/** Opens an entry: a page here, or an external address in its own window. */
export const openEntry = ({ path, href, target }: MenuEntry, navigate: (path: string) => unknown) => {
  if (path && (!target || target === '_self')) navigate(path)
  else window.open(path ?? href, target, 'noopener')
}
