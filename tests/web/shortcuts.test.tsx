import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#shared/kit/roles.ts'
import { loadPermission } from '#web/providers/permission.ts'
import { startSession } from '#web/providers/session.ts'
import { Shortcuts } from '#web/shell/toolbar/shortcuts.tsx'
import { draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

/** Signs in with what the account keeps; the API saves what it is sent, or refuses. */
const begin = async (role: Role, shortcuts: string[] = [], settings: Record<string, unknown> = {}) => {
  const info = { ...JSON.parse(localStorage.getItem('info') ?? '{}'), type: role }
  localStorage.setItem('info', JSON.stringify(info))
  localStorage.setItem('role', role)
  localStorage.setItem('data', JSON.stringify({ shortcuts, settings }))
  await startSession()
  await loadPermission(role)
  const saved: unknown[] = []
  let refuse = false
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    const { user } = JSON.parse(String(init.body))
    saved.push(user)
    if (refuse) return new Response(JSON.stringify({ message: 'The account could not be saved.' }), { status: 500 })
    return new Response(JSON.stringify({ data: { info, user: { shortcuts, settings, ...user } } }), { status: 200 })
  })
  return {
    saved,
    refuseAll: () => {
      refuse = true
    },
  }
}

const bar = () => screen.findByRole('navigation', { name: 'Shortcuts' })
const links = async () =>
  within(await bar())
    .queryAllByRole('link')
    .map((link) => link.getAttribute('aria-label'))
const openMenu = async (user: ReturnType<typeof draw>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Click to add/remove shortcut' }))
  const dialog = await screen.findByRole('dialog', { name: 'Click to add/remove shortcut' })
  const field = within(dialog).getByRole('searchbox', { name: 'Search for an app or page' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return within(dialog)
}

describe('the shortcuts', () => {
  test('are the orders for somebody who never chose, and none for somebody who took the last one away', async () => {
    await begin('Office')
    draw(<Shortcuts />, '/')
    expect(await links()).toEqual(['Purchase Orders'])
    cleanup()
    await begin('Office', [], { shortcuts_chosen: true })
    draw(<Shortcuts />, '/')
    expect(await links()).toEqual([])
  })

  test('are shown in the order they were chosen, and only what the role may open', async () => {
    await begin('Agent', ['users', 'suppliers', 'purchase-orders', 'gone'])
    draw(<Shortcuts />, '/')
    expect(await links()).toEqual(['Users', 'Purchase Orders'])
  })

  test('are chosen by a star: at once in the bar, and saved on the account', async () => {
    const { saved } = await begin('Office', ['users'])
    const { user } = draw(<Shortcuts />, '/')
    const menu = await openMenu(user)
    expect(menu.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Users 用户'])
    await user.keyboard('suppl')
    expect(menu.getByText('Suppl')).toBeTruthy()
    await user.click(menu.getByRole('button', { name: 'Add Suppliers to the shortcuts' }))
    await waitFor(() =>
      expect(saved).toEqual([{ shortcuts: ['users', 'suppliers'], settings: { shortcuts_chosen: true } }]),
    )
    expect(menu.getByRole('button', { name: 'Remove Suppliers from the shortcuts' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await links()).toEqual(['Users', 'Suppliers']))
    expect(JSON.parse(localStorage.getItem('data') ?? '{}').shortcuts).toEqual(['users', 'suppliers'])
  })

  test('are taken away by the same star', async () => {
    const { saved } = await begin('Office', ['users', 'ports'])
    const { user } = draw(<Shortcuts />, '/')
    const menu = await openMenu(user)
    await user.click(menu.getByRole('button', { name: 'Remove Users from the shortcuts' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ shortcuts: ['ports'] })
  })

  test('stand as before where the account could not be saved', async () => {
    const { saved, refuseAll } = await begin('Office', ['users'])
    refuseAll()
    const { user } = draw(<Shortcuts />, '/')
    const menu = await openMenu(user)
    await user.click(menu.getByRole('button', { name: 'Remove Users from the shortcuts' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await menu.findByRole('button', { name: 'Remove Users from the shortcuts' })
  })

  test('several quick choices are saved in their order, the last one last', async () => {
    const { saved } = await begin('Office', ['users'])
    const { user } = draw(<Shortcuts />, '/')
    const menu = await openMenu(user)
    await user.keyboard('por')
    await user.click(menu.getByRole('button', { name: 'Add Ports to the shortcuts' }))
    await user.clear(menu.getByRole('searchbox'))
    await user.keyboard('loc')
    await user.click(menu.getByRole('button', { name: 'Add Locations to the shortcuts' }))
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ shortcuts: ['users', 'ports', 'locations'] }))
  })

  test('say when nothing matches, and lead to a page with the keys alone', async () => {
    await begin('Office', ['users'])
    const { user, where } = draw(<Shortcuts />, '/')
    const menu = await openMenu(user)
    await user.keyboard('zzz')
    expect(menu.getByRole('status').textContent).toBe('No results..')
    await user.clear(menu.getByRole('searchbox'))
    await user.keyboard('port{ArrowDown}{Enter}')
    await waitFor(() => expect(where()).toBe('/apps/ports'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
