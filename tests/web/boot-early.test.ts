import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preferredLanguage } from '#web/i18n.ts'

const script = readFileSync('src/web/boot-early.js', 'utf8')
const plan = {
  landing: '/apps/purchase_order',
  guest: [],
  signedIn: [],
  core: {},
  rest: {},
  rows: { desk: ['/grid.js'], phone: ['/cards.js'] },
  record: { en: ['/all-en.js', '/common.js'], zh: ['/all-zh.js', '/common.js'] },
  lists: {
    '/apps/suppliers': {
      area: 'suppliers',
      chunks: ['/list.js'],
      parts: { en: ['/s-en.js'], zh: ['/s-zh.js'] },
      show: ['/show.js'],
      shut: ['user'],
    },
    '/apps/waiting': { area: 'po-lines', chunks: [], parts: { en: [], zh: [] }, starts: true },
    '/apps/board': { area: 'wip-reports', chunks: [], parts: { en: [], zh: [] }, alternative: ['week', 'as'] },
  },
}
let requests: string[] = []

beforeEach(() => {
  requests = []
  localStorage.clear()
  localStorage.setItem('jwt_access_token', 'x.y.z')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return new Response('[]')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete window.early
  history.replaceState(null, '', '/')
})

const visit = (address: string, kept: Record<string, object> = {}) => {
  for (const [area, choices] of Object.entries(kept)) localStorage.setItem(`list:${area}`, JSON.stringify(choices))
  history.replaceState(null, '', address)
  new Function(script.replace('/*plan*/ null', JSON.stringify(plan)))()
  return requests
}

it.each<[string, string, Record<string, object>, string[]]>([
  ['a list as it is', '/apps/suppliers', {}, ['/api/suppliers?_end=25&_start=0']],
  [
    'what the address asks, page and size',
    '/apps/suppliers?status=active&_page=3&_size=50&_cols=code',
    {},
    ['/api/suppliers?_end=150&_start=100&status=active'],
  ],
  [
    'the view that the list opens with',
    '/apps/suppliers',
    { suppliers: { opens: 'status=inactive&_sort=code', size: 10 } },
    ['/api/suppliers?_end=10&_sort=code&_start=0&status=inactive'],
  ],
  ['nothing, where only the list knows what it starts with', '/apps/waiting', {}, []],
  [
    'what the list started with before',
    '/apps/waiting',
    { 'po-lines': { starts: 'status=pending' } },
    ['/api/po-lines?_end=25&_start=0&status=pending'],
  ],
  ['nothing, where something else is drawn instead', '/apps/board', { 'wip-reports': { opens: 'stage=sewing' } }, []],
  ['nothing, where that is told how to be drawn', '/apps/board?week=2027-03-08&as=table', {}, []],
  [
    'the list all the same, where the address asks for records',
    '/apps/board?week=2027-03-08&stage=cutting',
    {},
    ['/api/wip-reports?_end=25&_start=0&stage=cutting&week=2027-03-08'],
  ],
  ['a record', '/apps/suppliers/60', {}, ['/api/suppliers/60']],
  ['a record that is edited', '/apps/suppliers/60/edit', {}, ['/api/suppliers/60']],
  ['nothing on an empty form', '/apps/suppliers/new', {}, []],
  ['nothing under a list that does not exist', '/apps/nothing/60', {}, []],
  ['nothing on a page that is no list', '/apps/profile', {}, []],
])('asks before the app is there for %s', (_, address, kept, expected) => {
  expect(visit(address, kept)).toEqual(expected)
})

it.each([
  [['fr-FR', 'zh-CN', 'en'], null, 'zh'],
  [['en-GB', 'zh-CN'], null, 'en'],
  [['fr-FR'], null, 'en'],
  [['zh-CN'], 'en', 'en'],
])('speaks, to a browser of %j in which %s was chosen, %s', async (tags, chosen, expected) => {
  vi.stubGlobal('navigator', { languages: tags })
  if (chosen) localStorage.setItem('language', chosen)
  const spoken: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    spoken.push(headers['accept-language'] ?? null)
    return new Response('[]')
  })
  visit('/apps/suppliers')
  expect([spoken, preferredLanguage()]).toEqual([[expected], expected])
})

it.each([
  ['a list in English', 'en', 'desk', '/apps/suppliers', ['/list.js', '/s-en.js', '/grid.js']],
  ['a list in Chinese', 'zh', 'desk', '/apps/suppliers', ['/list.js', '/s-zh.js', '/grid.js']],
  ['a list in Chinese', 'zh', 'phone', '/apps/suppliers', ['/list.js', '/s-zh.js', '/cards.js']],
  ['a record', 'zh', 'phone', '/apps/suppliers/60', ['/all-zh.js', '/common.js', '/show.js']],
  ['a form', 'en', 'desk', '/apps/suppliers/new', ['/all-en.js', '/common.js']],
  ['what is no list', 'en', 'phone', '/apps/profile', []],
])('preloads the screen of %s (%s, %s) with what it shows', (_, chosen, width, address, expected) => {
  vi.stubGlobal('matchMedia', () => ({ matches: width === 'phone' }))
  document.head.replaceChildren()
  localStorage.setItem('language', chosen)
  visit(address)
  const preloaded = [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
  expect(preloaded).toEqual(expected)
})

it('leaves to a guest only what was chosen in the same tab, not what somebody signed in left behind', () => {
  localStorage.clear()
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  const cores = { ...plan, core: { en: ['/en-core.js'], zh: ['/zh-core.js'] } }
  const preloaded = () => {
    document.head.replaceChildren()
    new Function(script.replace('/*plan*/ null', JSON.stringify(cores)))()
    return [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
  }
  localStorage.setItem('language', 'zh')
  expect([preloaded(), preferredLanguage()]).toEqual([['/en-core.js'], 'en'])
  sessionStorage.setItem('language', 'zh')
  expect([preloaded(), preferredLanguage()]).toEqual([['/zh-core.js'], 'zh'])
  sessionStorage.clear()
})

it('asks for nothing that the role may not read', () => {
  localStorage.setItem('role', 'user')
  expect(visit('/apps/suppliers')).toEqual([])
  localStorage.setItem('role', 'Office')
  expect(visit('/apps/suppliers')).toEqual(['/api/suppliers?_end=25&_start=0'])
})

it('asks for nothing as long as nobody is signed in', () => {
  localStorage.clear()
  expect(visit('/apps/suppliers')).toEqual([])
})

it('says from the start in which language the page is, and which of the words of the wait are read', () => {
  localStorage.setItem('language', 'zh')
  visit('/apps/suppliers')
  expect(document.documentElement.lang).toBe('zh-Hans')
  localStorage.setItem('language', 'en')
  visit('/apps/suppliers')
  expect(document.documentElement.lang).toBe('en')
})
