// Runs in the page before anything else is loaded: applies the colours, preloads the chunks of the first page, and
// starts the request of the first list or record meanwhile. The build inserts `plan`.
const plan = /*plan*/ null
const stored = (key) => localStorage.getItem(key)
try {
  const [mode, background] = (stored('look') ?? 'dark #121212').split(' ')
  document.documentElement.dataset.mode = mode
  document.documentElement.style.background = background
  const token = sessionStorage.getItem('jwt_access_token') ?? stored('jwt_access_token')
  const chosen = token ? stored('language') : sessionStorage.getItem('language')
  const language = chosen ?? navigator.languages.find((tag) => /^(en|zh)/.test(tag))?.slice(0, 2) ?? 'en'
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
  const path = location.pathname === '/' ? plan?.landing : location.pathname
  const list = plan?.lists[path]
  const [, listPath, id] = /^(.+?)\/(?:(\d+)(?:\/edit)?|new|import)$/.exec(path ?? '') ?? []
  // A record, a form or an import.
  const page = list ? undefined : plan?.lists[listPath]
  // As in `shell/is-phone.ts`.
  const width = matchMedia('(max-width: 599.95px)').matches ? 'phone' : 'desk'
  const shown = list
    ? [list.chunks, list.parts[language], plan.rows[width]]
    : page
      ? [plan.record[language], id ? page.show : []]
      : []
  const chunks = plan
    ? [plan.core[language], ...(token ? [plan.signedIn, plan.rest[language], ...shown] : [plan.guest])]
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
  const prefetch = (url, read) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const early = { url, token }
    early.answer = fetch(url, { headers })
      // An unread response keeps its connection busy.
      .then((answer) => (answer.ok ? read(answer, early) : answer.body?.cancel().then(() => null)))
      .catch(() => null)
    window.early = early
  }
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
    prefetch(`/api/${list.area}?${query}`, async (answer, early) => {
      early.list = { data: await answer.json(), total: Number(answer.headers.get('x-total-count')) }
      return early.list
    })
  }
  if (token && page && id && !page.shut?.includes(role)) prefetch(`/api/${page.area}/${id}`, (answer) => answer.json())
} catch {
  // Only an optimisation: if storage is blocked, the app itself reports it.
}
