/** The address of the sign-in page, with the path and query to open afterwards. */
export const loginPath = (wanted: string) =>
  wanted === '/' ? '/login' : `/login?${new URLSearchParams({ redirectUrl: wanted })}`

/**
 * The page to open after signing in: the wanted path if it belongs to this site and is not a guest page, otherwise the
 * start page.
 */
export const wantedPath = (search: string): string => {
  const wanted = new URLSearchParams(search).get('redirectUrl') ?? ''
  // Browsers read a backslash as a slash and drop tabs and line breaks, so that `/\evil.example` would leave this site.
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return '/'
  const url = new URL(wanted, here)
  if (url.origin !== here || wanted.startsWith('//')) return '/'
  return /^\/(login|logout|pages\/auth\/)/.test(url.pathname) ? '/' : url.pathname + url.search + url.hash
}

const here = 'http://portal.invalid'
