import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#shared/kit/roles.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { loadPermission } from '#web/providers/permission.ts'
import { startSession } from '#web/providers/session.ts'
import { setSingleKeys } from '#web/shell/find/keys-help-setting.ts'
import { NavSearch } from '#web/shell/find/nav-search.tsx'
import { Palette } from '#web/shell/find/palette.tsx'
import { menuTitlesWith } from '../kit/menu-titles'
import { answerWith, draw, type Seen, signIn } from './kit-screen'

const results = {
  results: [
    {
      area: 'purchase-orders',
      id: 7,
      title: 'PO-7',
      subtitle: 'Golden Loom',
      status: 'issued',
      path: '/apps/purchase_order/7',
    },
    { area: 'suppliers', id: 60, title: 'Golden Loom', subtitle: 'GLG', status: 'active', path: '/apps/suppliers/60' },
  ],
  counts: [
    { area: 'purchase-orders', count: 31 },
    { area: 'suppliers', count: 1 },
  ],
}

const become = async (role: Role) => {
  const info = { ...JSON.parse(localStorage.getItem('info') ?? '{}'), type: role, is_super_user: 0 }
  localStorage.setItem('info', JSON.stringify(info))
  localStorage.setItem('role', role)
  await startSession()
  await loadPermission(role)
}

let seen: Seen[]
beforeAll(() => signIn('Office'))
beforeEach(async () => {
  await become('Office')
  setSingleKeys(true)
  seen = answerWith(({ path }) => (path === 'search' ? { body: results } : undefined))
})
afterEach(cleanup)

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the palette', () => {
  const openPalette = async (user: ReturnType<typeof draw>['user']) => {
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search pages, actions and records' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  }

  test('opens with Ctrl and K, offers shortcuts and actions, closes with Escape', async () => {
    const { user } = draw(<Palette />, '/')
    await openPalette(user)
    expect(options()).toEqual([
      'Purchase Orders 采购订单',
      'New purchase order',
      'Change language to 中文',
      'Keyboard shortcuts',
      'All pages',
      'Logout',
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('finds pages, actions and records, those first whose name has the words', async () => {
    const { user } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('golden')
    await screen.findByRole('option', { name: /PO-7/ })
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Suppliers',
      'Purchase orders',
      'More',
    ])
    expect(options()).toEqual(['Golden LoomGLGActive', 'PO-7Golden LoomIssued', 'All results for “golden”'])
    const last = seen.at(-1)
    expect([last?.path, last?.params.get('q'), last?.params.get('each')]).toEqual(['search', 'golden', '5'])
  })

  test('leads with arrows and Enter to a record', async () => {
    const { user, where } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('golden')
    await screen.findByRole('option', { name: /PO-7/ })
    expect(chosen()).toContain('Golden Loom')
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toContain('PO-7')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(chosen()).toContain('All results')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(where()).toBe('/apps/suppliers/60'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('does what an action says', async () => {
    const { user, where } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('new purchase')
    await waitFor(() => expect(options()[0]).toBe('New purchase order'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(where()).toBe('/apps/purchase_order/new'))
  })

  test('offers a role only what it may do', async () => {
    await become('Agent')
    const { user } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('new')
    await waitFor(() => expect(options()).not.toContain('New purchase order'))
    expect(options()).toContain('New user')
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('article')
    await screen.findByRole('option', { name: /All results/ })
    expect(options().join()).not.toContain('Article Master')
  })

  test('asks nobody for a single letter, and says when nothing is found', async () => {
    seen = answerWith(() => ({ body: { results: [], counts: [] } }))
    const { user } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('q')
    expect(seen).toEqual([])
    await user.keyboard('qq')
    await waitFor(() => expect(seen).toHaveLength(1))
    await screen.findByText('No results..')
  })

  test('says when records could not be searched', async () => {
    answerWith(() => ({ status: 500, body: { message: 'Broken' } }))
    const { user } = draw(<Palette />, '/')
    await openPalette(user)
    await user.keyboard('golden')
    await screen.findByText('Records could not be searched.')
  })

  test('shows all keys with ?, but not while somebody types', async () => {
    const { user } = draw(
      <>
        <input aria-label="Text" />
        <Palette />
      </>,
      '/',
    )
    await user.click(screen.getByRole('textbox', { name: 'Text' }))
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(document.body)
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  })

  test('leaves single keys alone once they are turned off', async () => {
    const { user } = draw(<Palette />, '/')
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.click(within(sheet).getByRole('checkbox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await openPalette(user)
  })
})

describe('the search of the menu', () => {
  const open = async (user: ReturnType<typeof draw>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Click to search' }))
    const field = await screen.findByPlaceholderText('Search')
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
  const bar = (
    <header>
      <NavSearch />
    </header>
  )

  test('opens on click, marks what was typed, the first match chosen', async () => {
    const { user } = draw(bar, '/')
    await open(user)
    await user.keyboard('LIB')
    const libraries = menuTitlesWith('lib', 'Office')
    expect(libraries[0]).toEqual({ en: 'Season Library', zh: '季节库' })
    expect(options()).toEqual(libraries.slice(0, 10).map(({ en, zh }) => `${en} ${zh}`))
    expect(chosen()).toBe('Season Library 季节库')
    expect(screen.getAllByText('Lib').map(({ tagName }) => tagName)).toEqual(options().map(() => 'STRONG'))
  })

  test('shows 10 matches at most', async () => {
    await become('admin')
    const { user } = draw(bar, '/')
    await open(user)
    await user.keyboard('s')
    expect(options()).toHaveLength(10)
  })

  test('finds Chinese titles in English too, and says No results.. where there is none', async () => {
    const { user } = draw(bar, '/')
    await open(user)
    await user.keyboard('港')
    expect(options()).toEqual(['Ports 港口'])
    await user.keyboard('zzz')
    expect(options()).toEqual([])
    expect(screen.getByText('No results..')).toBeTruthy()
  })

  test('leads to what was chosen and closes', async () => {
    const { user, where } = draw(bar, '/')
    await open(user)
    await user.keyboard('lib{ArrowDown}{Enter}')
    await waitFor(() => expect(where()).toBe('/apps/house_brand_database'))
    expect(screen.queryByPlaceholderText('Search')).toBeNull()
  })

  test('closes on Escape, with the focus back on its button, and on a click elsewhere', async () => {
    const { user } = draw(
      <>
        {bar}
        <p>Elsewhere</p>
      </>,
      '/',
    )
    await open(user)
    await user.keyboard('lib{Escape}')
    expect(screen.queryByPlaceholderText('Search')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Click to search' }))
    await open(user)
    await user.click(screen.getByText('Elsewhere'))
    await waitFor(() => expect(screen.queryByPlaceholderText('Search')).toBeNull())
  })

  test('opens with / where nobody else wants the key', async () => {
    const { user } = draw(bar, '/')
    await user.keyboard('/')
    expect(((await screen.findByPlaceholderText('Search')) as HTMLInputElement).value).toBe('')
    cleanup()
    const onTaken = vi.fn()
    const Taker = () => {
      useShortcut('/', onTaken)
      return bar
    }
    const again = draw(<Taker />, '/')
    await again.user.keyboard('/')
    expect(onTaken).toHaveBeenCalledOnce()
    expect(screen.queryByPlaceholderText('Search')).toBeNull()
  })

  test('takes what a browser tells of a form that it filled in, which is no key', () => {
    const failed = vi.fn((event: ErrorEvent) => event.preventDefault())
    addEventListener('error', failed)
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
    removeEventListener('error', failed)
    expect(failed).not.toHaveBeenCalled()
  })

  test('in its basic form is always in sight', async () => {
    const { user } = draw(<NavSearch variant="basic" />, '/')
    const field = await screen.findByPlaceholderText('Search')
    await user.keyboard('/')
    expect(document.activeElement).toBe(field)
    await user.keyboard('ports{Enter}')
    expect((field as HTMLInputElement).value).toBe('')
    expect(screen.getByPlaceholderText('Search')).toBeTruthy()
  })
})
