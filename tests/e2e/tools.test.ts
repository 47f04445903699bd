import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import { go, openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks, faultlessInThisLook, toFirstLook } from '../kit/e2e-axe'
import { menuTitlesWith } from '../kit/menu-titles'

const stage = openStage()

describe('the search of the menu', () => {
  it('opens on click or by /, offers matches in both languages, closes on Escape, elsewhere and by choosing, and leaves / to a list', async () => {
    const page = await stage.open('office', '/pages/all')
    const button = page.getByRole('button', { name: 'Click to search' })
    // A list has a search of its own.
    const field = page.getByRole('search', { name: 'Search the menu' }).getByPlaceholder('Search')
    await button.click()
    await field.fill('LIBRARY')
    const libraries = menuTitlesWith('library', 'Office').slice(0, 10)
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(libraries.map(({ en, zh }) => `${en} ${zh}`))
    expect(await page.getByRole('option', { selected: true }).textContent()).toBe('Season Library 季节库')
    expect(await page.getByRole('option').first().getByRole('strong').textContent()).toBe('Library')
    await faultless(page, 'menu search', '[role=search]')
    await field.fill('zzz')
    await see(page.getByText('No results..', { exact: true }))
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    expect(await hasFocus(button)).toBe(true)
    await button.click()
    await page.getByRole('heading', { level: 1 }).click()
    await field.waitFor({ state: 'hidden' })
    await button.click()
    await field.fill('s')
    await expect.poll(() => page.getByRole('option').count()).toBe(10)
    await field.fill('港口')
    await page.getByRole('option', { name: 'Ports 港口' }).click()
    await reach(page, '/apps/ports')
    await field.waitFor({ state: 'hidden' })

    // By keys alone, to a list that has a search of its own.
    await go(page, '/pages/all')
    await page.getByRole('heading', { level: 1, name: 'All pages' }).click()
    await see(button)
    await page.keyboard.press('/')
    await see(field)
    await page.keyboard.type('brand library')
    await page.keyboard.press('Enter')
    await reach(page, '/apps/house_brand_database')
    await see(page.getByRole('gridcell'))
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByRole('searchbox', { name: 'Search', exact: true }))).toBe(true)
  })
})

it('shortcuts are chosen by the star, saved on the account and seen from another browser', async () => {
  const page = await stage.open('office', '/pages/all')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await bar.getByRole('button', { name: 'Click to add/remove shortcut' }).click()
  const menu = page.getByRole('dialog', { name: 'Click to add/remove shortcut' })
  await menu.getByPlaceholder('Search for an app or page').fill('calen')
  await faultless(page, 'shortcuts', '[role=dialog]')
  await menu.getByRole('button', { name: 'Add Working Calendars to the shortcuts' }).click()
  await see(menu.getByRole('button', { name: 'Remove Working Calendars from the shortcuts' }))
  await page.keyboard.press('Escape')
  await see(bar.getByRole('link', { name: 'Working Calendars' }))
  await bar.getByRole('link', { name: 'Working Calendars' }).click()
  await reach(page, '/apps/calendars')

  const elsewhere = await stage.open('office', '/pages/all')
  const there = elsewhere.getByRole('navigation', { name: 'Shortcuts' })
  await see(there.getByRole('link', { name: 'Working Calendars' }))
  await there.getByRole('button').click()
  await elsewhere.getByRole('button', { name: 'Remove Working Calendars from the shortcuts' }).click()
  await there.getByRole('link', { name: 'Working Calendars', includeHidden: true }).waitFor({ state: 'detached' })
  await elsewhere.waitForLoadState('networkidle')
})

describe('the palette', () => {
  it('finds a record by its number and leads to it without a pointer; shows every key, and turns single keys off', async () => {
    const [order] = await stage.ask<{ id: number; po_no: string }[]>('office', 'purchase-orders?_end=1')
    const page = await stage.open('office', '/pages/all')
    await see(page.getByRole('heading', { level: 1, name: 'All pages' }))
    await page.keyboard.press('Control+k')
    await see(page.getByRole('combobox', { name: 'Search pages, actions and records' }))
    await page.keyboard.type(order?.po_no ?? '')
    await see(page.getByRole('option', { name: order?.po_no ?? '' }))
    await faultless(page, 'palette', '[role=dialog]')
    await page.keyboard.press('Enter')
    await reach(page, `/apps/purchase_order/${order?.id}`)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await go(page, '/pages/all')
    await page.getByRole('heading', { level: 1, name: 'All pages' }).click()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await see(sheet)
    await faultless(page, 'keys', '[role=dialog]')
    await sheet.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByPlaceholder('Search', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await see(page.getByRole('dialog'))
  })
})

describe('the search pages', () => {
  it('list what was found, narrow it to one kind, turn its pages, and sort it by kind, each in its tab', async () => {
    const page = await stage.open('office', '/pages/search/classic')
    await see(page.getByText('What are you looking for?'))
    // A search that fails says what happened, and is tried again.
    let fails = true
    await page.route('**/api/search?**', (route) =>
      fails
        ? route.fulfill({ status: 429, json: { message: 'Too many searches.', request_id: 'abc' } })
        : route.continue(),
    )
    await page.getByRole('searchbox').fill('golden')
    await see(page.getByRole('alert').getByText(/Too many searches\./))
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    const results = page.getByRole('list', { name: 'Search results' })
    await see(results.getByRole('link'))
    await reach(page, '/pages/search/classic?q=golden')
    await page.getByRole('button', { name: /^Suppliers/ }).click()
    await expect.poll(() => results.getByRole('link').allTextContents()).toEqual(['Golden Loom Garment'])
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'Go to page 2', exact: true }).click()
    await reach(page, '/pages/search/classic?q=golden&page=2')
    await page.goBack()
    await reach(page, '/pages/search/classic?q=golden')
    await page.getByRole('searchbox').fill('zzzzzz')
    await see(page.getByText('Nothing found for “zzzzzz”'))
    await page.getByRole('searchbox').fill('z')
    await see(page.getByText('Type one more letter'))

    await go(page, '/pages/search/modern?q=golden')
    await see(page.getByRole('region', { name: 'Suppliers' }).getByRole('link', { name: 'Golden Loom Garment' }))
    await page.getByRole('tab', { name: /^Purchase orders/ }).click()
    await expect.poll(() => page.getByRole('tabpanel').getByRole('link').count()).toBe(20)
    await page.getByRole('tabpanel').getByRole('link').first().click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
  })

  it('find for an agent nothing of another supplier', async () => {
    const page = await stage.open('agent2', '/pages/search/classic?q=golden+loom')
    await see(page.getByText('Nothing found for “golden loom”'))
  })
})

describe('further pages', () => {
  it('all pages: those that the role may open, filtered by title', async () => {
    const page = await stage.open('agent', '/pages/all')
    const links = page.getByRole('main').getByRole('link')
    await see(links)
    expect((await links.allTextContents()).join()).not.toContain('Article Master')
    const lists = new Set(register.areas.map(({ path }) => path))
    for (const path of new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))) {
      // Lists are opened in `first-pages.test.ts`.
      if (path === '/logout' || lists.has(path ?? undefined)) continue
      await go(page, path ?? '')
      expect([
        path,
        await page.getByRole('heading', { level: 1, name: /do not have access|Page not found/ }).count(),
      ]).toEqual([path, 0])
    }
    await go(page, '/pages/all')
    await page.getByRole('searchbox', { name: 'Filter pages' }).fill('SEASON')
    await expect.poll(() => links.allTextContents()).toEqual(['Season 季节', 'Season Library 季节库'])
  })

  it('maintenance counts down to its end, and says once that it is over', async () => {
    const page = await stage.open('office', '/pages/maintenance')
    await see(page.getByRole('timer'))
    // In its first second it says fifteen days.
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^14days23hours59minutes\d+seconds?$/)
    expect(await page.getByRole('banner').count()).toBe(0)
    await faultless(page, 'maintenance, English, dark')
    // Without a bar it has no switches.
    const other = await stage.open('office', '/pages/maintenance', { language: 'zh', mode: 'light' })
    await heading(other)
    await faultlessInThisLook(other, 'maintenance, Chinese, light')
    const soon = new Date(Date.now() + 4000).toISOString()
    const guest = await stage.open(null, `/pages/maintenance?until=${encodeURIComponent(soon)}`)
    await see(guest.getByText('Maintenance should be finished'))
    expect(await guest.getByRole('timer').textContent()).toBe('0days0hours0minutes0seconds')
  })

  it('a server error names the request and nothing that an address smuggles in; callback leads to login, as third-party sign-in is not set up', async () => {
    const page = await stage.open(null, '/pages/errors/error-500?id=req-42')
    await see(page.getByText('Request req-42'))
    await faultlessInBothLooks(page, 'a server error')
    await toFirstLook(page)
    await go(page, '/callback?code=abc')
    await see(page.getByText('Third-party sign-in is not set up'))
    await faultlessInBothLooks(page, 'callback')
    await toFirstLook(page)
    await go(page, '/pages/errors/error-500?id=call+0900-123')
    await see(page.getByRole('heading', { level: 1, name: 'Something went wrong on the server' }))
    expect(await page.getByText('0900').count()).toBe(0)
    await go(page, '/callback')
    await page.getByRole('link', { name: 'Go to login' }).click()
    await reach(page, '/login')
    const member = await stage.open('office', '/callback')
    await reach(member, /^\/apps\/purchase_order/)
  })

  it('all pages and the search pages have no fault that axe finds, in both languages, in a dark and a light theme', async () => {
    const page = await stage.open('office', '/pages/search/classic?q=golden')
    await see(page.getByRole('main').getByRole('listitem'))
    await faultlessInBothLooks(page, 'the search page')
    for (const [path, ready] of [
      ['/pages/search/modern?q=golden', (page: Page) => see(page.getByRole('tab'))],
      ['/pages/all', heading],
      ['/pages/search/modern', heading],
    ] as const) {
      await toFirstLook(page)
      await go(page, path)
      await ready(page)
      await faultlessInBothLooks(page, path)
    }
  })
})

describe('the pages of the roles', () => {
  const named = (page: Page, name: string) => see(page.getByRole('heading', { level: 1, name }))
  const closed = 'You do not have access to this page'

  it('show administrators and the office what they may do', async () => {
    const admin = await stage.open('admin', '/auth/staff-role-example')
    await named(admin, closed)
    await go(admin, '/auth/admin-role-example')
    await named(admin, 'What administrators and office may do')
    await faultlessInBothLooks(admin, 'what administrators may do')

    const office = await stage.open('office', '/auth/admin-role-example')
    await named(office, 'What administrators and office may do')
    await office.goto('/auth/guest-role-example')
    await reach(office, /^\/apps\/purchase_order/)
  })

  it('show a supplier what it may do', async () => {
    const agent = await stage.open('agent', '/auth/admin-role-example')
    await named(agent, closed)
    await go(agent, '/auth/staff-role-example')
    await named(agent, 'What supplier accounts may do')
    const orders = agent.getByRole('row', { name: /^Purchase orders/ })
    await see(orders)
    for (const right of ['Acknowledge order', 'Propose a change', 'Decline order'])
      expect(await orders.textContent()).toContain(right)
    await faultlessInBothLooks(agent, 'what a supplier may do')
  })

  it('show a guest what a guest may do, and ask to sign in for the others', async () => {
    const guest = await stage.open(null, '/auth/guest-role-example')
    await named(guest, 'What a guest may do')
    await faultlessInBothLooks(guest, 'what a guest may do')
    await guest.goto('/auth/admin-role-example')
    await reach(guest, '/login?redirectUrl=%2Fauth%2Fadmin-role-example')
  })
})

const heading = (page: Page) => see(page.getByRole('heading', { level: 1 }))
const hasFocus = (locator: Locator) => locator.first().evaluate((element) => element === document.activeElement)
