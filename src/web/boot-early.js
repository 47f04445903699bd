// Runs in the page before anything else is loaded: applies the colours, preloads the chunks of the first page, and
// starts the request of the first list meanwhile. The build inserts `plan`.
const plan = /*plan*/ null
const stored = (key) => localStorage.getItem(key)
try {
  const [mode, page] = (stored('look') ?? 'dark #121212').split(' ')
  document.documentElement.dataset.mode = mode
  document.documentElement.style.background = page
  const token = sessionStorage.getItem('jwt_access_token') ?? stored('jwt_access_token')
  const chosen = token ? stored('language') : sessionStorage.getItem('language')
  const language = chosen ?? navigator.languages.find((tag) => /^(en|zh)/.test(tag))?.slice(0, 2) ?? 'en'
  const path = location.pathname === '/' ? plan?.landing : location.pathname
  const list = plan?.lists[path]
  // As in `shell/is-phone.ts`.
  const width = matchMedia('(max-width: 599.95px)').matches ? 'phone' : 'desk'
  const listed = list ? [...list.chunks, ...list.parts[language], ...plan.rows[width]] : []
  const chunks = plan
    ? [plan.core[language], ...(token ? [plan.signedIn, plan.rest[language], listed] : [plan.guest])]
    : []
  for (const href of new Set(chunks.flat())) {
    if (!href) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
  const choices = JSON.parse((list && stored(`list:${list.area}`)) ?? '{}')
  // Without parameters in the address, the list opens with the default view stored in this browser, else with its
  // initial filters. Before the first visit only the list itself knows those, and sends the request later.
  const search = location.search.slice(1) || choices.opens || (list?.starts ? choices.starts : '')
  // With only these parameters the screen draws something other than the list and needs no records.
  const isAlternative =
    list?.alternative &&
    [...new URLSearchParams(location.search).keys()].every((name) => list.alternative.includes(name))
  const role = sessionStorage.getItem('role') ?? stored('role')
  if (token && list && !list.shut?.includes(role) && !isAlternative && search !== undefined) {
    const address = new URLSearchParams(search)
    const size = Number(address.get('_size')) || choices.size || 25
    const start = ((Number(address.get('_page')) || 1) - 1) * size
    const query = new URLSearchParams([
      ['_start', start],
      ['_end', start + size],
      ...[...address].filter(([name]) => !name.startsWith('_') || name === '_sort' || name === '_order'),
    ])
    query.sort()
    const url = `/api/${list.area}?${query}`
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const early = { url, token }
    const read = async (answer) => {
      // An unread response keeps its connection busy.
      if (!answer.ok) return answer.body?.cancel().then(() => null)
      early.list = { data: await answer.json(), total: Number(answer.headers.get('x-total-count')) }
      return early.list
    }
    early.answer = fetch(url, { headers })
      .then(read)
      .catch(() => null)
    window.early = early
  }
} catch {
  // Only an optimisation: if storage is blocked, the app itself reports it.
}
