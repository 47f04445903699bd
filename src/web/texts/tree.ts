/** Merges locale files into one tree: `locales/en/areas/users.json` becomes `areas.users`. */
export const tree = (files: Record<string, object>, root: Record<string, unknown> = {}): Record<string, unknown> => {
  for (const [path, content] of Object.entries(files)) {
    const names = path
      .replace(/^.*\/locales\/[^/]+\//, '')
      .replace(/\.json$/, '')
      .split('/')
    const last = names.pop() ?? ''
    let node = root
    for (const name of names) {
      node[name] ??= {}
      node = node[name] as Record<string, unknown>
    }
    node[last] = content
  }
  return root
}
