import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import type { SavedView } from '#shared/kit/saved-view.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { http } from '#web/providers/http.ts'
import { session, updatePerson } from '#web/providers/session.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
beforeEach(() => {
  localStorage.removeItem('list:seasons')
  become('Office', {})
})
afterEach(cleanup)

/** What the API says about who is signed in. */
const become = (type: string, settings: object) => {
  const { info, data } = session() ?? {}
  updatePerson({ data: { info: { ...info, type }, user: { ...data, settings } } } as never)
}

const path = '/apps/sales/po_season_database'
const season = { id: 1, version: 1, code: 'AW26', name_en: 'AW26', status: 'open', year: 2026 }

const view = (changes: Partial<SavedView> = {}): SavedView => ({
  id: 5,
  version: 3,
  area: 'seasons',
  name: 'Open ones',
  owner: { id: 7, title: 'Ana B' },
  shared_with: 'private',
  role: null,
  is_default: false,
  may_change: true,
  ...changes,
  state: {
    q: '',
    filters: [{ field: 'status', op: '', values: ['open'] }],
    sort: [{ field: 'year', desc: true }],
    columns: ['code', 'year'],
    density: 'compact',
    size: 50,
    ...changes.state,
  },
})
const opened = '_sort=year&_order=desc&status=open&_size=50&_cols=code%2Cyear&_density=compact&_view=5'

/** An API that keeps the views; `all` is what was asked of it. */
const withViews = (start: SavedView[], answer: (seen: Seen) => Answer | undefined = () => undefined) => {
  let views = start
  return answerWith((seen) => {
    const answered = answer(seen)
    if (answered) return answered
    if (seen.path === 'seasons') return { body: [season], headers: { 'x-total-count': '1' } }
    if (seen.path === 'views' && seen.method === 'GET') return { body: views }
    if (seen.path === 'views') {
      const made = { ...view(), ...(seen.body as object), id: 9, version: 1 }
      views = [...views, made]
      return { status: 201, body: made }
    }
    if (seen.path.startsWith('views/')) {
      const id = Number(seen.path.split('/')[1])
      const before = views.find((view) => view.id === id)
      const changed = { ...before, ...(seen.body as object), version: (before?.version ?? 0) + 1 } as SavedView
      views = views.flatMap((view) => (view.id === id ? (seen.method === 'DELETE' ? [] : [changed]) : [view]))
      return { body: changed }
    }
    return undefined
  })
}

const menu = async (user: ReturnType<typeof draw>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Views and columns' }))
  return screen.findByRole('dialog', { name: 'Views and columns' })
}
const chip = () => screen.findByRole('button', { name: /^View: / })
const writes = (all: Seen[]) => all.filter(({ path, method }) => path.startsWith('views') && method !== 'GET')

describe('a saved view', () => {
  it('is chosen from the menu, says its name, and is all in the address', async () => {
    const all = withViews([view()])
    const { user, where } = draw(<AreaList area={seasons} />, path)
    await user.click(await within(await menu(user)).findByRole('button', { name: /Open ones.*Only me/ }))
    expect(where()).toBe(`${path}?${opened}`)
    expect((await chip()).textContent).toBe('View: Open ones')
    const request = all.filter((seen) => seen.path === 'seasons').at(-1)
    expect(Object.fromEntries(request?.params ?? [])).toMatchObject({ status: 'open', _sort: 'year', _end: '50' })
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Season code', 'Year']),
    )
  })

  it('is opened by an address that names nothing else', async () => {
    withViews([view()])
    const { where } = draw(<AreaList area={seasons} />, `${path}?_view=5`)
    await waitFor(() => expect(where()).toBe(`${path}?${opened}`))
    expect((await chip()).textContent).toBe('View: Open ones')
  })

  it('does not lead back to a list that the person has left while the views were on their way', async () => {
    let arrive = () => {}
    const views = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const all = withViews([view()])
    const answerNow = http.defaults.adapter as (config: InternalAxiosRequestConfig) => Promise<AxiosResponse>
    http.defaults.adapter = async (config) => {
      if (config.url?.includes('views')) await views
      return answerNow(config)
    }
    const { where } = draw(<AreaList area={seasons} />, `${path}?_view=5`)
    await screen.findAllByText('AW26')
    // The browser's address is ahead of the page while the next one loads.
    window.history.pushState({}, '', '/apps/next')
    arrive()
    await waitFor(() => expect(all.some((seen) => seen.path === 'views')).toBe(true))
    await chip()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(where()).toBe(`${path}?_view=5`)
  })

  it('marks the list that differs from it, and leads back to it', async () => {
    withViews([view({ may_change: false })])
    const { user, where } = draw(<AreaList area={seasons} />, `${path}?${opened}`)
    expect((await chip()).textContent).toBe('View: Open ones')
    await user.click(screen.getByRole('button', { name: /^Open/, pressed: true }))
    expect((await chip()).textContent).toBe('View: Open oneschanged')
    const dialog = await menu(user)
    expect(within(dialog).queryByRole('button', { name: 'Update “Open ones”' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Revert to “Open ones”' }))
    expect(where()).toBe(`${path}?${opened}`)
  })

  it('is updated with what the list shows now', async () => {
    const all = withViews([view()])
    const { user } = draw(<AreaList area={seasons} />, `${path}?${opened.replace('status=open', 'status=frozen')}`)
    await chip()
    await user.click(within(await menu(user)).getByRole('button', { name: 'Update “Open ones”' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^View: / }).textContent).toBe('View: Open ones'))
    expect(writes(all)).toMatchObject([
      {
        method: 'PATCH',
        path: 'views/5',
        body: {
          version: 3,
          state: { ...view().state, filters: [{ field: 'status', op: '', values: ['frozen'] }] },
        },
      },
    ])
  })

  it('is made of the list as it stands, shared and as what the list opens with', async () => {
    const all = withViews([])
    const { user, where } = draw(<AreaList area={seasons} columns={['code', 'year']} />, `${path}?status=frozen`)
    const dialog = await menu(user)
    await user.click(await within(dialog).findByRole('button', { name: 'Save as new view' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Frozen')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Visible to' }), 'Office')
    await user.click(
      within(dialog).getByRole('checkbox', { name: /^Open the list with this view for everyone with this role/ }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    expect((await chip()).textContent).toBe('View: Frozen')
    expect(where()).toContain('_view=9')
    expect(writes(all)[0]?.body).toEqual({
      area: 'seasons',
      name: 'Frozen',
      shared_with: 'role',
      role: 'Office',
      is_default: true,
      state: {
        q: '',
        filters: [{ field: 'status', op: '', values: ['frozen'] }],
        sort: [],
        columns: ['code', 'year'],
        density: 'standard',
        size: 25,
      },
    })
  })

  it('says at the name what was refused, and keeps what was typed', async () => {
    withViews([], ({ path, method }) =>
      path === 'views' && method === 'POST'
        ? { status: 422, body: { message: 'Some entries are not valid.', errors: { name: ['Taken already.'] } } }
        : undefined,
    )
    const { user } = draw(<AreaList area={seasons} />, path)
    const dialog = await menu(user)
    await user.click(await within(dialog).findByRole('button', { name: 'Save as new view' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine{Enter}')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Taken already.')
    expect((within(dialog).getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Mine')
  })

  it('is deleted after a question, and the list leaves it', async () => {
    const all = withViews([view({ shared_with: 'all' })])
    const { user, where } = draw(<AreaList area={seasons} />, `${path}?${opened}`)
    await chip()
    const dialog = await menu(user)
    await user.click(within(dialog).getByRole('button', { name: 'Edit view Open ones' }))
    await user.click(within(dialog).getByRole('button', { name: 'Delete view' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Everyone who uses it will lose it.')
    await user.click(within(question).getByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(where()).toBe(path))
    expect(writes(all)).toMatchObject([{ method: 'DELETE', path: 'views/5', body: { version: 3 } }])
    expect(screen.queryByRole('button', { name: /^View: / })).toBeNull()
  })

  it('opens the list by default, the next time before anything is asked; leaving it is remembered in the address', async () => {
    const all = withViews([
      view({ id: 4, name: 'For all', shared_with: 'all', is_default: true }),
      view({ is_default: true }),
    ])
    const first = draw(<AreaList area={seasons} />, path)
    expect((await chip()).textContent).toBe('View: Open ones')
    expect(first.where()).toBe(`${path}?${opened}`)
    cleanup()
    all.length = 0
    const { user, where } = draw(<AreaList area={seasons} />, path)
    await chip()
    expect(all.filter((seen) => seen.path === 'seasons').map(({ params }) => params.get('status'))).toEqual(['open'])
    await user.click(screen.getByRole('button', { name: 'Leave the view Open ones' }))
    expect(where()).toBe(`${path}?_view=0`)
    expect(screen.queryByRole('button', { name: /^View: / })).toBeNull()
  })

  it('can be shared by the office only', async () => {
    become('Agent', {})
    withViews([])
    const { user } = draw(<AreaList area={seasons} />, path)
    const dialog = await menu(user)
    await user.click(await within(dialog).findByRole('button', { name: 'Save as new view' }))
    expect(within(dialog).queryByRole('combobox', { name: 'Visible to' })).toBeNull()
    expect(within(dialog).getByRole('checkbox', { name: 'Open the list with this view' })).toBeTruthy()
  })
})

describe('columns, density and page size', () => {
  it('are kept here at once and with the account soon after', async () => {
    const saved: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      saved.push(JSON.parse(body))
      return new Response(JSON.stringify({ data: { info: session()?.info, user: { settings: {} } } }))
    })
    withViews([])
    const { user } = draw(<AreaList area={seasons} columns={['code', 'year']} />, path)
    const dialog = await menu(user)
    await user.click(within(dialog).getByRole('radio', { name: 'Compact' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Year' }))
    const both = { user: { settings: { 'list:seasons': { columns: ['code'], density: 'compact' } } } }
    await waitFor(() => expect(saved.at(-1)).toEqual(both), { timeout: 20_000 })
    vi.unstubAllGlobals()
    cleanup()
    withViews([])
    draw(<AreaList area={seasons} columns={['code', 'year']} />, path)
    await screen.findByRole('link', { name: 'AW26' })
    expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull()
  })

  it('come from the account to a browser that knows nothing of them', async () => {
    become('Office', { 'list:seasons': { columns: ['code', 'status'], size: 100 } })
    const all = withViews([])
    const { where } = draw(<AreaList area={seasons} columns={['code', 'year']} />, path)
    await screen.findByRole('link', { name: 'AW26' })
    expect(screen.queryByRole('columnheader', { name: 'Year' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Status' })).toBeTruthy()
    expect(all.find((seen) => seen.path === 'seasons')?.params.get('_end')).toBe('100')
    expect(where()).toBe(path)
  })
})
