/** The address of the sign-in page with the wanted path and query. */
export const loginPath = (wanted: string) =>
  wanted === '/' ? '/login' : `/login?${new URLSearchParams({ redirectUrl: wanted })}`

/** The page after signing in: the wanted path if it is one of this site and no guest page, else the start page. */
export const wantedPath = (search: string): string => {
  const wanted = new URLSearchParams(search).get('redirectUrl') ?? ''
  // Browsers read a backslash as a slash and drop tabs and line ends, so `/\evil.example` would leave this site.
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return '/'
  const url = new URL(wanted, here)
  if (url.origin !== here || wanted.startsWith('//')) return '/'
  return /^\/(login|logout|pages\/auth\/)/.test(url.pathname) ? '/' : url.pathname + url.search + url.hash
}

const here = 'http://portal.invalid'
