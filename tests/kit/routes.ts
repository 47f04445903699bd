/** The routes as the router prints them: `GET /api/files/{id}`. */
export const routesOf = (printed: string): string[] => {
  const stack: string[] = []
  const routes: string[] = []
  for (const line of printed.split('\n')) {
    const [, before = '', part = '', methods = ''] = /^(.*?)[├└]── (\S*?)(?: \(([^)]*)\))?$/u.exec(line) ?? []
    if (!part) continue
    const depth = before.length / 4
    stack.length = depth
    stack.push((stack[depth - 1] ?? '') + part)
    const path = stack[depth] ?? ''
    for (const method of methods.split(', '))
      if (method && method !== '-' && method !== 'HEAD')
        routes.push(`${method} ${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`)
  }
  // A move that is none is answered with 404 by a route of its own.
  return [...new Set(routes)].filter((route) => !route.endsWith('/moves/{move}') && route.includes(' /api/'))
}
