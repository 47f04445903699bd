import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { factories } from '#areas/factories/area.ts'
import { Form as FactoryForm } from '#areas/factories/screens/form.tsx'
import { factoryAllocations } from '#areas/factory-allocations/area.ts'
import { List as Allocations } from '#areas/factory-allocations/screens/list.tsx'
import { houseBrands } from '#areas/house-brands/area.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { ratioTemplates } from '#areas/ratio-templates/area.ts'
import { tnaTemplates } from '#areas/tna-templates/area.ts'
import { users } from '#areas/users/area.ts'
import { wipReports } from '#areas/wip-reports/area.ts'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { setLanguage } from '#web/i18n.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { answerWith, draw, drawPage, signIn } from './kit-screen'

afterEach(cleanup)

const phone = 390
const stamps = {
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  archived_at: null,
  editable: [],
  moves: [],
}
const show = (area: Area, record: { id: number }) => {
  answerWith(({ path }) => (path === `${area.name}/${record.id}` ? { body: { ...stamps, ...record } } : undefined))
  return drawPage(area, AreaShow, `${record.id}`)
}
const formOf = (area: Area, Form: typeof AreaForm = AreaForm) => {
  answerWith(() => undefined)
  return drawPage(area, Form, 'new')
}
const made = [
  { id: 1, version: 1, product_category_id: 23, product_category: { id: 23, title: 'Blouses' } },
  { id: 2, version: 1, product_category_id: 24, product_category: { id: 24, title: 'Dresses' } },
]
const factory = { id: 9, status: 'approved', name_en: 'Golden Loom', country: 'CN', types: [], categories: made }

describe('the rows of a record', () => {
  it('are named on a phone by what they refer to, never by its number', async () => {
    await signIn('admin', phone)
    const items = [
      { id: 1, version: 1, size_id: 23, size: { id: 23, title: 'Medium' }, units: 4 },
      { id: 2, version: 1, size_id: 24, size: { id: 24, title: 'Large' }, units: 2 },
    ]
    show(ratioTemplates, { id: 3, ...{ code: 'A-6', name_en: 'Six', items } })
    expect(await screen.findByText('Medium')).toBeTruthy()
    expect(screen.getByText('Large')).toBeTruthy()
    expect(screen.queryByText('23')).toBeNull()
  })

  it.each([phone, 1280])('stand side by side where only one thing is said of them (%i px)', async (width) => {
    await signIn('admin', width)
    show(factories, factory)
    const list = within(await screen.findByRole('list', { name: 'Product categories' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Blouses', 'Dresses'])
    expect(list.getByRole('link', { name: 'Dresses' }).getAttribute('href')).toMatch(/\/24$/)
  })
})

describe('the facts beside a title', () => {
  afterEach(() => setLanguage('en'))

  it('do not say the title again where it is the Chinese name', async () => {
    await signIn('admin')
    await setLanguage('zh')
    show(houseBrands, { id: 4, ...{ name_en: 'Fenmoor', name_zh: '芬摩尔', code: 'FMR', status: 'active' } })
    const header = (await screen.findByRole('heading', { level: 1, name: '芬摩尔' })).closest('header')
    expect(header?.textContent).toContain('FMR')
    expect(header?.textContent?.split('芬摩尔')).toHaveLength(2)
  })
})

describe('a form', () => {
  it('has no section of what only others may write', async () => {
    await signIn('Agent')
    formOf(factories, FactoryForm as typeof AreaForm)
    expect(await screen.findByText('Product categories')).toBeTruthy()
    expect(screen.queryByText('Standing')).toBeNull()
    expect(screen.queryByText('Suppliers')).toBeNull()
    cleanup()
    await signIn('Office')
    formOf(factories, FactoryForm as typeof AreaForm)
    expect(await screen.findByText('Standing')).toBeTruthy()
    expect(screen.getByText('Suppliers')).toBeTruthy()
  })

  it('leads back to the list under the name that the list has', async () => {
    await signIn('admin')
    formOf(factoryAllocations)
    expect((await screen.findByText('PO allocation')).closest('a')).toBeTruthy()
  })

  it('chooses in the cells of a table from a select, not in a tower of options', async () => {
    await signIn('admin')
    formOf(tnaTemplates)
    const owner = await screen.findByLabelText('Owner, row 1')
    expect([...owner.querySelectorAll('option')].map(({ value }) => value)).toContain('supplier')
  })

  it('offers only the words that the person may choose', async () => {
    await signIn('Agent')
    formOf(users)
    const roles = within(await screen.findByRole('radiogroup', { name: 'Role' })).getAllByRole('radio')
    expect(roles.map((role) => role.closest('label')?.textContent)).toEqual(['Supplier agent', 'Supplier staff'])
    cleanup()
    await signIn('admin')
    formOf(users)
    const options = (await screen.findByLabelText('Role')).querySelectorAll('option')
    expect([...options].map(({ value }) => value)).toContain('superAdmin')
  })

  it('asks yes or no for a number that can only be nothing or one', async () => {
    await signIn('admin')
    const { user } = formOf(users)
    const box = (await screen.findByLabelText('Super user')) as HTMLInputElement
    expect(box.checked).toBe(false)
    await user.click(box)
    expect(box.checked).toBe(true)
  })
})

const allocation = {
  ...stamps,
  id: 5,
  status: 'approved',
  allocation_title: 'PO-1 / 10 · Golden Loom',
  po_line_id: 1,
  po_line: { id: 1, title: 'PO-1 / 10' },
  factory_id: 9,
  factory: { id: 9, title: 'Golden Loom' },
  qty: 240,
  end_date: '2027-02-02',
}
const listAllocation = () => {
  answerWith(({ path }) => {
    if (path === 'factory-allocations/totals') return { body: { count: 1, sums: [{ qty: 240 }] } }
    return path === 'factory-allocations' ? { body: [allocation], headers: { 'x-total-count': '1' } } : undefined
  })
  draw(<Allocations area={factoryAllocations} />, '/apps/po_allocation')
}

describe('a list', () => {
  beforeEach(() => signIn('Office'))

  it('names an allocation by its line, because the factory has a column of its own', async () => {
    listAllocation()
    const name = await screen.findByText('PO-1 / 10')
    expect(name.closest('a')?.getAttribute('href')).toBe('/apps/po_allocation/5')
    expect(screen.getByText('Order line')).toBeTruthy()
  })

  it('says on a card nothing twice that its title is put together from', async () => {
    await signIn('Office', phone)
    listAllocation()
    expect(await screen.findByText('PO-1 / 10 · Golden Loom')).toBeTruthy()
    expect(screen.getByText('2 Feb 2027')).toBeTruthy()
    expect(screen.queryByText('Golden Loom')).toBeNull()
    expect(screen.queryByText('PO-1 / 10')).toBeNull()
  })

  it('says a day at the end of a title as every day is said, but nobody’s own number otherwise', () => {
    expect(titleOf(wipReports, { id: 1, report_title: 'PO-1 / 10 · 2026-11-21' })).toBe('PO-1 / 10 · 21 Nov 2026')
    expect(titleOf(purchaseOrders, { id: 1, po_no: 'PO-2026-11-21' })).toBe('PO-2026-11-21')
  })
})
