import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { blank, emailOf, openStage, reach, see, signIn } from '../kit/e2e'
import { faultless, faultlessInThisLook } from '../kit/e2e-axe'
import { draftOrder, freshNumber } from '../kit/e2e-orders'

const stage = openStage()
/** A page with the whole shell and little else. */
const light = '/pages/all'
const toLight = `/login?${new URLSearchParams({ redirectUrl: light })}`
const all = (theme: string) => ({ main: theme, navbar: theme, toolbar: theme, footer: theme })
const config = (changes: object, style?: string) => ({ layout: { ...(style ? { style } : {}), config: changes } })

describe('layout 1', () => {
  it('has the sizes of the specification, its menu at the left and a footer that stays', async () => {
    const page = await stage.open('office')
    await rows(page)
    expect(await box(menu(page))).toMatchObject({ x: 0, width: 280, height: 900 })
    expect(await box(page.getByRole('banner'))).toMatchObject({ x: 280, y: 0, width: 1160, height: 64 })
    const footer = await box(page.getByRole('contentinfo'))
    expect(footer.y + footer.height).toBe(900)
    await see(page.getByRole('contentinfo').getByText(/^Supplier portal \d/))
    expect(await overflow(page)).toBe(0)
    expect(await bars(page)).toBe('thin')
  })

  it('boxed is as wide as the specification says, with the menu at the right and the bars over all of it', async () => {
    const page = await stage.open('office', light, {
      settings: config({
        mode: 'boxed',
        navbar: { position: 'right' },
        toolbar: { position: 'above' },
        footer: { position: 'above' },
      }),
    })
    await shown(page)
    const bar = await box(page.getByRole('banner'))
    const side = await box(menu(page))
    expect(bar.width).toBeGreaterThan(1270)
    expect(bar.width).toBeLessThanOrEqual(1280)
    expect(side).toMatchObject({ y: 64, width: 280 })
    expect(Math.round(side.x + side.width)).toBe(Math.round(bar.x + bar.width))
    expect((await box(page.getByRole('contentinfo'))).width).toBe(bar.width)
  })

  it('folds its menu to a strip that opens over the page for the pointer and for the keyboard', async () => {
    const page = await stage.open('office', light)
    await shown(page)
    await page.getByRole('button', { name: 'Fold menu' }).click()
    await page.mouse.move(900, 500)
    await width(menu(page), 64)
    const content = await box(page.getByRole('main'))
    expect(content.x).toBe(64)
    const link = menu(page).getByRole('link', { name: /^Users/ })
    expect((await box(link)).width).toBe(40)

    await page.mouse.move(20, 500)
    await width(menu(page), 280)
    expect(await box(page.getByRole('main'))).toEqual(content)
    await page.mouse.move(900, 500)
    await width(menu(page), 64)

    await page.keyboard.press('Tab')
    await tabTo(page, link)
    await width(menu(page), 280)
    await page.keyboard.press('Escape')
    await width(menu(page), 64)

    await page.goto('/apps/Users')
    await see(page.getByRole('heading', { level: 1 }))
    await width(menu(page), 64)
  })

  it('scrolls the page alone', async () => {
    const page = await stage.open('office', light, { settings: config({ toolbar: { style: 'static' } }), ...short })
    await shown(page)
    await wheel(page)
    await expect.poll(async () => (await box(page.getByRole('banner'))).y).toBeLessThan(0)
    expect((await box(menu(page))).y).toBe(0)
  })

  it('scrolls all of it but the bars that stay, and the next page begins at its top', async () => {
    const page = await stage.open('office', light, { settings: config({ scroll: 'body' }), ...short })
    await shown(page)
    await wheel(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect((await box(page.getByRole('banner'))).y).toBe(0)
    expect((await box(menu(page))).y).toBe(0)
    const footer = await box(page.getByRole('contentinfo'))
    expect(footer.y + footer.height).toBe(420)

    await page.mouse.wheel(0, -400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await stage.arrange('office', page, config({ scroll: 'body', toolbar: { position: 'above' } }))
    await expect.poll(async () => (await box(menu(page))).y).toBe(64)
    await wheel(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect((await box(menu(page))).y).toBe(64)
    expect((await box(page.getByRole('banner'))).y).toBe(0)

    await page.getByRole('banner').getByRole('button', { name: 'Click to search' }).click()
    const field = page.getByRole('search').getByRole('combobox')
    await field.fill('Users')
    await see(page.getByRole('option', { name: /^Users/ }))
    await field.press('Enter')
    await reach(page, /^\/apps\/Users/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  it('opens a branch of the menu by itself where the address lies in it', async () => {
    const page = await stage.open('office', '/apps/ports')
    await see(menu(page).getByRole('link', { name: /^Ports/ }))
    const branch = menu(page).getByRole('button', { name: /^Libraries/ })
    expect(await branch.getAttribute('aria-expanded')).toBe('true')
    expect(
      await menu(page)
        .getByRole('button', { name: /^Sales Attribute/ })
        .getAttribute('aria-expanded'),
    ).toBe('false')
    await branch.click()
    await expect
      .poll(() =>
        menu(page)
          .getByRole('link', { name: /^Ports/ })
          .count(),
      )
      .toBe(0)
  })
})

describe('layouts 2 and 3', () => {
  it('layout 2 has its menu as a bar over the toolbar, open by hover after a moment and by keys; what does not fit is under More', async () => {
    const page = await stage.open('office', light, { settings: { layout: { style: 'layout2' } }, context: wide })
    await shown(page)
    const bar = await box(page.getByRole('banner'))
    expect(bar).toMatchObject({ x: 0, y: 64, width: 2560, height: 64 })
    const opener = menu(page).getByRole('button', { name: /^Libraries/ })
    const before = Date.now()
    await opener.hover()
    await see(menu(page).getByRole('link', { name: /^Ports/ }))
    expect(Date.now() - before).toBeGreaterThanOrEqual(150)
    await opener.click()
    await see(menu(page).getByRole('link', { name: /^Ports/ }))
    await page.mouse.move(700, 700)
    await expect
      .poll(() =>
        menu(page)
          .getByRole('link', { name: /^Ports/ })
          .count(),
      )
      .toBe(0)

    for (const key of ['Enter', 'Space', 'ArrowDown']) {
      await opener.focus()
      await page.keyboard.press(key)
      expect(await hasFocus(menu(page).getByRole('link', { name: /^Suppliers/ }))).toBe(true)
      await page.keyboard.press('ArrowDown')
      expect(await hasFocus(menu(page).getByRole('link', { name: /^Product Categories/ }))).toBe(true)
      await page.keyboard.press('End')
      expect(await hasFocus(menu(page).getByRole('link', { name: /^Working Calendars/ }))).toBe(true)
      await page.keyboard.press('ArrowDown')
      expect(await hasFocus(menu(page).getByRole('link', { name: /^Suppliers/ }))).toBe(true)
      await page.keyboard.press('Escape')
      expect(await hasFocus(opener)).toBe(true)
      expect(await opener.getAttribute('aria-expanded')).toBe('false')
    }
    await page.keyboard.press('ArrowRight')
    expect(await hasFocus(menu(page).getByRole('link', { name: /^Settings/ }))).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await reach(page, /^\/apps\/.*calendar/)
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')

    const more = menu(page).getByRole('button', { name: 'More', exact: true })
    expect(await more.count()).toBe(0)
    // As with a longer menu.
    await page.addStyleTag({ content: 'nav[aria-label="Main menu"] > ul > li { min-width: 400px }' })
    await see(more)
    expect(await menu(page).getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await more.click()
    await see(menu(page).getByRole('link', { name: 'Settings' }))
    expect(await overflow(page)).toBe(0)
  })

  it('layout 3 is a container between full bars, with a search that is always there and a strip of shortcuts; boxed it is as wide', async () => {
    const page = await stage.open('office', light, { settings: { layout: { style: 'layout3' } } })
    await shown(page)
    expect(await box(page.getByRole('banner'))).toMatchObject({ x: 56, y: 0, width: 1384 })
    expect((await box(page.getByRole('main'))).width).toBe(1120)
    await see(page.getByRole('banner').getByRole('combobox'))
    await page.getByRole('button', { name: 'Hide shortcuts' }).click()
    await expect.poll(async () => (await box(page.getByRole('banner'))).x).toBe(0)
    await page.getByRole('button', { name: 'Show shortcuts' }).click()
    await expect.poll(async () => (await box(page.getByRole('banner'))).x).toBe(56)

    await page.getByRole('button', { name: 'Display settings' }).click()
    await sheet(page).getByText('Boxed').click()
    const frame = () => page.evaluate(() => document.querySelector('[data-layout]')?.getBoundingClientRect().width)
    await expect.poll(frame).toBe(1120)
  })
})

it('below the desk the menu is a drawer, which a small button opens where the toolbar is hidden', async () => {
  const page = await stage.open('office', light, { phone: true, settings: config({ toolbar: { display: false } }) })
  await shown(page)
  // A touch screen has its own.
  expect(await bars(page)).toBe('auto')
  expect(await page.getByRole('banner').count()).toBe(0)
  const button = page.getByRole('button', { name: 'Show Navigation' })
  expect(await box(button)).toMatchObject({ x: 0, y: 12, width: 24 })
  await button.click()
  await see(menu(page))
  await page.keyboard.press('Escape')
  await menu(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Display settings' }).click()
  await sheet(page).getByRole('checkbox', { name: 'Toolbar', exact: true }).check()
  await page.keyboard.press('Escape')
  await see(page.getByRole('banner'))

  await page.getByRole('button', { name: 'Open menu' }).click()
  await see(menu(page))
  await width(menu(page), 280)
  await menu(page)
    .getByRole('link', { name: /^Users/ })
    .click()
  await reach(page, /^\/apps\/Users/)
  await menu(page).waitFor({ state: 'hidden' })
  expect(await overflow(page)).toBe(0)
})

it('a page with settings of its own has them only for itself', async () => {
  const settings = config({ navbar: { folded: true } })
  const page = await stage.open('office', '/pages/errors/error-500?id=req-42', { settings })
  await see(page.getByRole('main').getByRole('link'))
  expect(await menu(page).count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  await page.getByRole('main').getByRole('link').click()
  await rows(page)
  expect((await box(menu(page))).width).toBe(64)
  await see(page.getByRole('contentinfo'))
})

describe('the display settings', () => {
  it('are applied at once, keep what is on the page, and are reset', async () => {
    const page = await stage.open('office', light)
    const search = page.getByRole('searchbox', { name: 'Filter pages', includeHidden: true })
    await search.fill('calendar')
    await page.getByRole('button', { name: 'Display settings' }).click()
    await sheet(page).getByText('Top menu').click()
    await expect.poll(async () => (await box(banner(page))).y).toBe(64)
    expect(await search.inputValue()).toBe('calendar')
    await sheet(page).getByText('Container').click()
    await expect.poll(async () => (await box(page.locator('main'))).width).toBe(1120)
    await sheet(page).getByText('Side menu').click()
    expect(await sheet(page).getByLabel('Menu folded to a strip').isChecked()).toBe(false)
    await sheet(page).getByLabel('Slim scrollbars').uncheck()
    await expect.poll(() => bars(page)).toBe('auto')
    await sheet(page).getByText('One language').click()
    await expect.poll(() => page.locator('nav[aria-label="Main menu"]').getByText('采购订单').count()).toBe(0)
    await sheet(page).getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(() => page.locator('nav[aria-label="Main menu"]').getByText('采购订单').count()).toBe(1)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Display settings' }))).toBe(true)
  })

  it('each place has the theme that was chosen for it', async () => {
    const page = await stage.open('office', light, {
      settings: { theme: { main: 'sunset', navbar: 'deepOcean', toolbar: 'mainThemeDark', footer: 'slate' } },
    })
    await shown(page)
    // The account's settings may arrive after the first drawing.
    await expect.poll(() => colour(page.locator('body'))).toBe('rgb(247, 247, 247)')
    expect(await colour(page.getByRole('banner'))).toBe('rgb(30, 33, 37)')
    expect(await colour(page.getByRole('contentinfo'))).toBe('rgb(18, 18, 18)')
    const marks = () =>
      menu(page).evaluate((element) => getComputedStyle(element).getPropertyValue('--p-palette-secondary-main'))
    await expect.poll(marks).toBe('#FE00E9')
  })

  it('follow the account to another machine and end with the session', async () => {
    const page = await stage.open('agent2', light)
    await page.getByRole('button', { name: 'Display settings' }).click()
    await sheet(page).getByRole('combobox', { name: /^Page/ }).click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/user/update'))
    await page.getByRole('option', { name: 'Beach' }).click()
    await expect.poll(() => colour(page.locator('body'))).toBe('rgb(247, 247, 247)')
    expect((await saved).status()).toBe(200)

    const other = await stage.open(null, toLight)
    expect(await colour(other.locator('body'))).toBe('rgb(18, 18, 18)')
    await signIn(other, emailOf('agent2'))
    await shown(other)
    expect(await colour(other.locator('body'))).toBe('rgb(247, 247, 247)')
    await other.reload()
    expect(await other.evaluate(() => document.documentElement.dataset.mode)).toBe('light')
    await shown(other)
    await other.goto('/logout')
    await see(other.getByRole('button', { name: 'Login' }))
    await expect.poll(() => colour(other.locator('body'))).toBe('rgb(18, 18, 18)')
  })

  it('of a guest live in the tab', async () => {
    const page = await stage.open(null, '/login')
    await page.getByRole('button', { name: 'Light colours' }).click()
    await expect.poll(() => colour(page.locator('body'))).toBe('rgb(246, 247, 249)')
    await page.reload()
    await see(page.getByRole('button', { name: 'Dark colours' }))
    const tab = await page.context().newPage()
    await tab.goto('/login')
    await see(tab.getByRole('button', { name: 'Light colours' }))
  })
})

it('somebody without a pointer opens a menu, folds it, changes the theme and signs out', async () => {
  await stage.ask('agent2', 'auth/user/update', { user: { settings: { shell: {} } } })
  const page = await stage.open(null, toLight)
  await signIn(page, emailOf('agent2'))
  await shown(page)
  await page.keyboard.press('Tab')
  await tabTo(page, menu(page).getByRole('button', { name: 'Fold menu' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => menu(page).getByRole('button', { name: 'Keep menu open' }).count()).toBe(1)
  await tabTo(page, menu(page).getByRole('button', { name: /^Sales Attribute/ }))
  await page.keyboard.press('Enter')
  await see(menu(page).getByRole('link', { name: /^Season Library/ }))
  await tabTo(page, page.getByRole('button', { name: 'Display settings' }))
  await width(menu(page), 64)
  await page.keyboard.press('Enter')
  await see(sheet(page))
  await tabTo(page, sheet(page).getByRole('combobox', { name: /^Menu/ }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('option', { name: 'Tech' }))
  await page.keyboard.type('Tec')
  await page.keyboard.press('Enter')
  await expect.poll(() => colour(page.locator('nav[aria-label="Main menu"]'))).toBe('rgb(255, 255, 255)')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'hidden' })
  await tabTo(page, page.getByRole('button', { name: /^Account of / }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('menuitem', { name: 'Logout' }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await reach(page, '/login')
})

describe.each([
  { screen: 'a phone', phone: true, rate: 4 },
  { screen: 'a desk', phone: false, rate: 1 },
])('on $screen', ({ phone, rate }) => {
  it('nothing moves while a page loads', async () => {
    const page = await stage.open('office', blank, { phone })
    const [order] = await stage.ask<{ id: number }[]>('office', 'purchase-orders?_end=1&status=confirmed')
    // Bought when its season was not: its page says so above everything else.
    const draft = await draftOrder(stage, freshNumber('SHIFT'), { order_date: '2020-01-06' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    // As for somebody who has not been here: what loads late is what moves.
    await devtools.send('Network.clearBrowserCache')
    const moved: Record<string, number> = {}
    for (const path of [
      '/apps/dashboards/analytics',
      '/apps/dashboards/project',
      '/apps/factory_managment/manufacturing_status',
      '/apps/purchase_order',
      `/apps/purchase_order/${order?.id}`,
      `/apps/purchase_order/${draft.id}`,
      '/apps/sales/rrp/rrp_required',
    ]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      moved[path] = await page.evaluate(shiftSoFar)
    }
    expect(Object.entries(moved).filter(([, shift]) => shift >= 0.02)).toEqual([])
  })
})

it('ready-made conditions keep their places when their counts arrive', async () => {
  const page = await stage.open('office', blank)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/purchase-orders(\?.*_end=0\b|\/totals\?by=status)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/apps/purchase_order')
  await rows(page)
  const drafts = page.getByRole('button', { name: /^Draft/ })
  const next = page.getByRole('button', { name: /^To approve/ })
  expect(await drafts.textContent()).toBe('Draft ')
  const before = [await box(drafts), await box(next)]
  release()
  await expect.poll(() => drafts.textContent()).toMatch(/^Draft \d/)
  expect([await box(drafts), await box(next)]).toEqual(before)
})

/** The sum of the layout's shifts, as the browser counts them, once nothing has moved for half a second. */
const shiftSoFar = () =>
  new Promise<number>((resolve) => {
    let sum = 0
    const settle = () => resolve(sum)
    let timer = setTimeout(settle, 500)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
      clearTimeout(timer)
      timer = setTimeout(settle, 500)
    }).observe({ type: 'layout-shift', buffered: true })
  })

it('the sheet of settings and the shell are without fault in every theme', async () => {
  const page = await stage.open('office', '/apps/ports', { settings: { theme: all('default') } })
  await rows(page)
  await page.getByRole('button', { name: 'Display settings' }).click()
  await see(sheet(page))
  await faultless(page, 'default')
  const names = { sunset: 'Sunset', greeny: 'Greeny', beach: 'Beach', tech: 'Tech', sweetHues: 'Sweet hues' }
  const dark = { defaultDark: 'Default dark', deepOcean: 'Deep ocean', slate: 'Slate' }
  for (const [theme, name] of Object.entries({ ...names, ...dark })) {
    await stage.arrange('office', page, { theme: all(theme) })
    for (const place of [/^Page/, /^Menu/, /^Toolbar/, /^Footer/])
      await see(sheet(page).getByRole('combobox', { name: place }).getByText(name, { exact: true }))
    await faultlessInThisLook(page, theme)
  }
})

const short = { context: { viewport: { width: 1440, height: 420 } } }
/** Every first-level menu has room in the bar. */
const wide = { viewport: { width: 2560, height: 900 } }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const banner = (page: Page) => page.locator('header[data-place=toolbar]')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Display settings' })
const shown = (page: Page) => see(page.getByRole('heading', { level: 1, name: 'All pages' }))
const bars = (page: Page) => page.evaluate(() => getComputedStyle(document.body).scrollbarWidth)
const rows = (page: Page) => see(page.getByRole('gridcell'))
const box = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the page.`)
  return box
}
const width = (locator: Locator, pixels: number) => expect.poll(async () => (await box(locator)).width).toBe(pixels)
const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
const hasFocus = (locator: Locator) => locator.first().evaluate((element) => element === document.activeElement)
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth))
const wheel = async (page: Page) => {
  await page.mouse.move(900, 250)
  await page.mouse.wheel(0, 400)
}

const tabTo = async (page: Page, locator: Locator) => {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await locator.first().evaluate((element) => element.contains(document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 times Tab do not lead to ${locator}.`)
}
