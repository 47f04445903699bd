import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flatNavigation, type NavigationItem, navigation } from '#areas/navigation.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import { entriesWith, placeOf } from '#web/shell/find/nav-search-match.ts'
import {
  navigationActions as actions,
  destinations,
  type MenuEntry,
  menuOf,
  useNavigationItems,
} from '#web/shell/nav/navigation.ts'
import { items } from '#web/shell/nav/navigation-store.ts'
import { menuTitlesWith } from '../kit/menu-titles'
import { signIn } from './kit-screen'

const entry = (id: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  type: 'item',
  title: { en: `Title ${id}`, zh: `标题 ${id}` },
  url: '/pages/all',
  ...more,
})
const ids = (list: readonly { id: string }[] | undefined) => list?.map(({ id }) => id)
const find = (id: string) => flatNavigation(items()).find((item) => item.id === id)
const shown = (id: string) => flat(menuOf('en')).find((entry) => entry.id === id)
const flat = (list: MenuEntry[]): MenuEntry[] => list.flatMap((entry) => [entry, ...flat(entry.children)])

const helpIds = navigation.find(({ id }) => id === 'help')?.children?.map(({ id }) => id) ?? []

beforeAll(() => signIn('admin'))
beforeEach(() => actions.reset())
afterEach(cleanup)

describe('the tree of the specification', () => {
  test.each<[string, string[], string]>([
    ['Dashboards', ['Analytics'], 'admin Office Agent'],
    ['Purchase Orders', [], 'admin Office Agent'],
    [
      'Sales Attribute',
      [
        'Delivery Status',
        'RRP Required',
        'Season',
        'Season Library',
        'House Brand',
        'House Brand Library',
        'Product Category',
        'PO Line Approval',
      ],
      'admin Office Agent',
    ],
    ['Sample Management', ['Sample Request', 'Sample Fulfillment', 'Sample Detail'], ''],
    ['Users', [], 'admin Office Agent'],
    ['Factory Management', ['Factory Library', 'PO Allocation', 'Manufacturing Status', 'Article Master'], ''],
    ['Finance', ['Invoice'], ''],
    ['Shipping Management', ['Bookings', 'New Booking', 'Shipping Docs'], 'admin Office Agent'],
    [
      'Quality Assurance',
      [
        'QA Control Activities',
        'Care Instructions Library',
        'Care Instruction Purchase Order',
        'Specification Library',
      ],
      'admin Office',
    ],
    ['Specification PO', [], 'admin Office Agent'],
    ['Warehouse', ['Container'], 'admin Office'],
    ['Yarn', ['Fibre', 'Fiber Purchase Orders', 'Yarn Library'], ''],
    ['Artwork', ['Artwork Po Allocation', 'Artwork Library'], ''],
    [
      'Accreditation',
      ['Auditing Firm Library', 'Standard Programs Library', 'Factory Management Library', 'PO Allocation'],
      '',
    ],
    ['Help', ['Video Attachments', 'User Tutorials', 'Common Tutorials'], ''],
    ['Auth', ['Logout', 'Report Bug', 'Change Password'], ''],
  ])('has %s', (title, children, who) => {
    const item = navigation.find((entry) => entry.title.en === title)
    const titles = (item?.children ?? []).map((child) => child.title.en)
    expect(titles.filter((title) => children.includes(title))).toEqual(children)
    expect(item?.title.zh).toMatch(/\p{Script=Han}/u)
    expect(who === '' ? item?.auth : rolesOf(item?.auth ?? 'everyone').join(' ')).toBe(who || undefined)
  })

  test.each<[string, string]>([
    ['Article Master', 'admin Office'],
    ['Sample Request', 'admin Office'],
    ['Sample Fulfillment', 'Agent staff'],
    ['Factory Library', 'admin Office Agent'],
    ['Manufacturing Status', 'admin Office Agent'],
    ['Fibre', 'admin Office'],
    ['Artwork Library', 'admin Office'],
    ['Auditing Firm Library', 'admin Office'],
    ['Standard Programs Library', 'admin Office'],
    ['Video Attachments', 'admin Office'],
    ['User Tutorials', 'Office Agent'],
    ['Common Tutorials', 'Office Agent'],
  ])('keeps %s to %s', (title, who) => {
    const item = flatNavigation().find((entry) => entry.title.en === title)
    expect(rolesOf(item?.auth ?? 'everyone').join(' ')).toBe(who)
  })

  test('restricts the PO Allocation of factories and not that of accreditation', () => {
    expect(rolesOf(find('factory-po-allocation')?.auth ?? 'everyone')).toEqual(['admin', 'Office', 'Agent'])
    expect(find('accreditation-po-allocation')?.auth).toBeUndefined()
  })

  test('ends with the help and the group Auth, and gives every entry an id of its own', () => {
    expect(ids(navigation)?.slice(-2)).toEqual(['help', 'auth'])
    const all = ids(flatNavigation())
    expect(new Set(all).size).toBe(all?.length)
  })

  test('is shown as far as it is built, without empty parents', () => {
    expect(shown('finance')?.type).toBe('collapse')
    expect(shown('finance-overview')?.path).toBe('/app/finance')
    expect(shown('invoice')?.path).toBe('/apps/invoice')
    expect(shown('bank-accounts')?.path).toBe('/apps/supplier_bank_accounts')
    expect(shown('analytics')?.path).toBe('/apps/dashboards/analytics')
    expect(shown('delivery-status')?.path).toBe('/apps/sales/delivery_status')
    expect(shown('sample-detail')?.path).toBe('/apps/sample_management/sample_detail')
    expect(shown('shipping-docs')?.path).toBe('/apps/shipping_docs')
    expect(shown('container')?.path).toBe('/apps/warehouse')
    expect(shown('season-library')?.path).toBe('/apps/sales/po_season_database')
    for (const entry of flat(menuOf('en')))
      if (entry.type === 'group' || entry.type === 'collapse')
        expect([entry.id, entry.children.length > 0]).toEqual([entry.id, true])
  })

  test('leads to the help and the account', () => {
    expect(shown('video-attachments')?.path).toBe('/help/admin')
    expect(shown('user-tutorials')).toBeUndefined()
    expect(shown('logout')?.path).toBe('/logout')
    expect(shown('report-bug')?.path).toBe('/pages/label_design')
    expect(shown('change-password')?.path).toBe('/pages/auth/reset-password')
  })
})

describe('the actions on the tree', () => {
  test('set puts another tree, or other children, in its place; reset brings the declared one back', () => {
    actions.set([entry('one')])
    expect(ids(items())).toEqual(['one'])
    actions.reset()
    expect(items()).toBe(navigation)
    actions.set([entry('two')], 'help')
    expect(ids(find('help')?.children)).toEqual(['two'])
    expect(ids(items())).toEqual(ids(navigation))
    actions.append(entry('three'))
    actions.reset('help')
    expect(ids(find('help')?.children)).toEqual(helpIds)
    expect(find('three')).toBeDefined()
  })

  test('append and prepend add at the ends, of the tree or of a parent', () => {
    actions.append(entry('last'))
    actions.prepend(entry('first'))
    expect(ids(items())?.at(0)).toBe('first')
    expect(ids(items())?.at(-1)).toBe('last')
    actions.append(entry('below'), 'help')
    actions.prepend(entry('above'), 'help')
    expect(ids(find('help')?.children)).toEqual(['above', ...helpIds, 'below'])
  })

  test('prepending into a parent keeps all that the parent is', () => {
    const { children: _, ...before } = find('sales-attribute') as NavigationItem
    actions.prepend(entry('above'), 'sales-attribute')
    const { children, ...after } = find('sales-attribute') as NavigationItem
    expect(after).toEqual(before)
    expect(children).toHaveLength(9)
  })

  test('update changes an entry wherever it stands, or only below a parent', () => {
    actions.update('season-library', { badge: { title: '3' } })
    expect(find('season-library')).toMatchObject({ area: 'seasons', badge: { title: '3' } })
    const before = items()
    actions.update('season-library', { badge: { title: '4' } }, 'help')
    expect(find('season-library')?.badge?.title).toBe('3')
    expect(ids(items())).toEqual(ids(before))
  })

  test('remove takes an entry with all below it, wherever it stands, or only below a parent', () => {
    actions.remove('ports', 'help')
    expect(find('ports')).toBeDefined()
    actions.remove('ports', 'libraries')
    expect(find('ports')).toBeUndefined()
    actions.remove('libraries')
    expect(find('suppliers')).toBeUndefined()
  })

  test('a parent or an entry that is not there changes nothing', () => {
    actions.append(entry('lost'), 'nowhere')
    actions.update('nowhere', { icon: 'x' })
    actions.remove('nowhere')
    actions.reset('nowhere')
    expect(items()).toBe(navigation)
  })

  test('what the tree declares itself is left as it was', () => {
    const before = JSON.stringify(navigation)
    actions.append(entry('below'), 'help')
    actions.update('ports', { icon: 'x' })
    actions.remove('users')
    expect(JSON.stringify(navigation)).toBe(before)
  })

  test('who looks at the tree is drawn again', () => {
    const Looking = () => <p>{useNavigationItems().items.length}</p>
    const { container } = render(<Looking />)
    expect(container.textContent).toBe(String(navigation.length))
    act(() => actions.append(entry('new')))
    expect(container.textContent).toBe(String(navigation.length + 1))
  })
})

describe('what is shown of an entry', () => {
  test('an added entry says itself who may see it', () => {
    actions.append(entry('for-all'))
    actions.append(entry('for-agents', { auth: ['group:SubUsers'] }))
    expect(shown('for-all')).toBeDefined()
    expect(shown('for-agents')).toBeUndefined()
  })

  test('a link leads elsewhere, in a new tab unless it says otherwise; without an address it is not shown', () => {
    actions.append(entry('link', { type: 'link', url: 'https://example.test/' }))
    actions.append(entry('here', { type: 'link', url: 'https://example.test/', target: '_self' }))
    const { url: _, ...nowhere } = entry('nowhere', { type: 'link' })
    actions.append(nowhere)
    expect(shown('link')).toMatchObject({ href: 'https://example.test/', target: '_blank', path: undefined })
    expect(shown('here')?.target).toBe('_self')
    expect(shown('nowhere')).toBeUndefined()
  })

  test('a badge with its colours comes along', () => {
    actions.update('users', { badge: { title: '12', bg: '#000000', fg: '#ffffff' } })
    expect(shown('users')?.badge).toEqual({ title: '12', bg: '#000000', fg: '#ffffff' })
  })

  test('a divider parts two things and is never loose', () => {
    const line = (id: string): NavigationItem => ({ id, type: 'divider', title: { en: '', zh: '' } })
    actions.set([line('a'), entry('one'), line('b'), line('c'), entry('two'), line('d')])
    expect(ids(menuOf('en'))).toEqual(['one', 'c', 'two'])
  })

  test('an address that no page has, or none that the role may open, is not shown', () => {
    actions.append(entry('unbuilt', { url: '/apps/nothing' }))
    actions.append(entry('supplier-role', { url: '/auth/staff-role-example' }))
    actions.append(entry('guests', { url: '/callback' }))
    expect([shown('unbuilt'), shown('supplier-role'), shown('guests')]).toEqual([undefined, undefined, undefined])
  })
})

describe('searching titles', () => {
  const titlesFor = (query: string) => entriesWith(destinations(menuOf('en')), query).map(({ title }) => title)

  test('finds a part of a title in either language, in any case', () => {
    const libraries = menuTitlesWith('library', 'admin').map(({ en }) => en)
    expect(libraries).toEqual(expect.arrayContaining(['Season Library', 'House Brand Library', 'Factory Library']))
    expect(titlesFor('LIBRARY')).toEqual(libraries)
    expect(titlesFor('季节')).toEqual(['Season', 'Season Library'])
    expect(titlesFor('ason')).toEqual(['Season', 'Season Library'])
    expect(titlesFor('nothing like it')).toEqual([])
    expect(titlesFor('  ')).toEqual([])
  })

  test('finds entries that lead somewhere, not their parents', () => {
    expect(titlesFor('Sales Attribute')).toEqual([])
  })

  test('heeds neither accents nor width', () => {
    expect(placeOf('Café Zürich', 'cafe')).toEqual([0, 4])
    expect(placeOf('Café Zürich', 'ZURICH')).toEqual([5, 11])
    expect(placeOf('Straße 5', 'strasse')).toEqual([0, 6])
    expect(placeOf('Ports', 'ｐｏｒ')).toEqual([0, 3])
    expect(placeOf('港口 Ports', '口')).toEqual([1, 2])
  })
})
