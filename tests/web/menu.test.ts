import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { flatNavigation, navigation } from '#areas/navigation.ts'
import { worklistAreas } from '#areas/worklists.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Role, roles } from '#shared/kit/roles.ts'
import { startTexts } from '#web/i18n.ts'
import { accessControlProvider } from '#web/providers/access-control.ts'
import { can, loadPermission } from '#web/providers/permission.ts'
import { startSession } from '#web/providers/session.ts'
import { menuIcons } from '#web/shell/nav/menu-icons.ts'
import { isCurrent, isUnder, landingPath, type MenuEntry, menuOf } from '#web/shell/nav/navigation.ts'
import { ada, token } from './kit'

const signInAs = async (role: Role) => {
  localStorage.setItem('jwt_access_token', token())
  localStorage.setItem('role', role)
  localStorage.setItem('info', JSON.stringify({ ...ada, type: role }))
  await startSession()
  await loadPermission(role)
}
const titles = (entries: MenuEntry[]): string[] => entries.flatMap((entry) => [entry.title, ...titles(entry.children)])

beforeAll(startTexts)

describe('the menu', () => {
  test('shows an agent the orders, attributes and users, and nothing of the office', async () => {
    await signInAs('Agent')
    const shown = titles(menuOf('en'))
    expect(shown).toContain('Purchase Orders')
    expect(shown).toContain('Users')
    expect(shown).not.toContain('Article Master')
    expect(shown).not.toContain('Settings')
  })

  test('shows the office all of it', async () => {
    await signInAs('Office')
    expect(titles(menuOf('en'))).toEqual(expect.arrayContaining(['Article Master', 'Settings', 'Suppliers']))
  })

  test('leaves out parents without anything in them', async () => {
    await signInAs('user')
    const entries = menuOf('en')
    expect(entries.map(({ id }) => id)).toEqual(['auth'])
    expect(titles(entries)).toContain('Logout')
  })

  test('says every title in both languages, the own one first', async () => {
    await signInAs('admin')
    const orders = menuOf('zh').find(({ id }) => id === 'purchase-orders')
    expect(orders).toMatchObject({ title: '采购订单', other: { text: 'Purchase Orders', lang: 'en' } })
  })

  test.each(['en', 'zh'] as const)('calls each list what the page calls it, in %s', (language) => {
    const differing = flatNavigation(navigation).flatMap(({ id, title, area: name, url }) => {
      const area = [...areas, ...worklistAreas].find((known: Area) => (name ? known.name === name : known.path === url))
      if (!area?.path) return []
      const texts = JSON.parse(readFileSync(`locales/${language}/areas/${area.name}.json`, 'utf8'))
      const heading: string = area.worklist ? texts.worklists[area.worklist.name].title : (texts.list ?? texts.name)
      return heading.toLowerCase() === title[language].toLowerCase() ? [] : [{ id, menu: title[language], heading }]
    })
    expect(differing).toEqual([])
  })

  test('draws an icon for every entry of its first level', async () => {
    await signInAs('admin')
    const drawn = menuOf('en').filter(({ type }) => type !== 'group')
    expect(drawn.filter(({ icon }) => !menuIcons[icon ?? '']).map(({ id }) => id)).toEqual([])
  })

  test.each(roles)('every page in the menu of %s may be read', async (role) => {
    await signInAs(role)
    const pages = (entries: MenuEntry[]): string[] =>
      entries.flatMap((entry) => [...(entry.path ? [entry.id] : []), ...pages(entry.children)])
    for (const id of pages(menuOf('en'))) expect(can(`menu:${id}`, 'open')).toBe(true)
  })
})

describe('where people land', () => {
  test('on the purchase orders, if they may read them', async () => {
    await signInAs('Office')
    expect(landingPath()).toBe('/apps/purchase_order')
    await signInAs('staff')
    expect(landingPath()).toBe('/apps/purchase_order')
  })

  test('nowhere, if no page is open to them', async () => {
    await signInAs('user')
    expect(landingPath()).toBeUndefined()
  })
})

test('an address is matched by whole segments', () => {
  expect(isUnder('/apps/sales/season', '/apps/sales')).toBe(true)
  expect(isUnder('/apps/salesX', '/apps/sales')).toBe(false)
  const entry = { path: undefined, children: [{ path: '/apps/ports', children: [] }] } as unknown as MenuEntry
  expect(isCurrent(entry, '/apps/ports/12/edit')).toBe(true)
})

test("Refine's questions are answered by the same policy", async () => {
  await signInAs('Agent')
  const ask = async (resource: string, action: string) => (await accessControlProvider.can({ resource, action })).can
  expect(await ask('purchase-orders', 'list')).toBe(true)
  expect(await ask('purchase-orders', 'create')).toBe(false)
  expect(await ask('purchase-orders', 'move:acknowledge')).toBe(true)
})
