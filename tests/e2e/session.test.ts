import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { emailOf, openStage, reach, see, signIn } from '../kit/e2e'

const stage = openStage()
/** A page with the whole shell and little else. */
const light = '/pages/profile'

describe('the sign-in page', () => {
  it('lets nobody send what cannot be right, and says what is too short or wrong', async () => {
    const page = await stage.open(null, '/login')
    await see(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' }))
    const login = page.getByRole('button', { name: 'Login' })
    expect(await login.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Username/Email' }).fill('abc')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await see(page.getByText('Min character length is 4'))
    expect(await login.isDisabled()).toBe(true)
    await page.getByLabel('Password', { exact: true }).fill('abcd')
    expect(await login.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Username/Email' }).fill('abcd')
    expect(await login.isEnabled()).toBe(true)
    expect(await page.getByText('Min character length is 4').count()).toBe(0)

    // What is wrong is told under its field, as a message too, and what was typed stays.
    await signIn(page, emailOf('user'), 'not the password')
    const refusal = 'The email or username and the password do not match.'
    await see(page.getByRole('alert').getByText(refusal))
    const field = page.getByRole('textbox', { name: 'Username/Email' })
    expect(await field.inputValue()).toBe(emailOf('user'))
    const invalid = page.getByLabel('Password', { exact: true })
    expect(await invalid.getAttribute('aria-invalid')).toBe('true')
    const described = await invalid.getAttribute('aria-describedby')
    expect(await page.locator(`id=${described}`).textContent()).toBe(refusal)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('signs in, says so, and keeps the session in the storage that Remember Me says', async () => {
    const page = await stage.open(null, '/login')
    expect(await page.getByRole('checkbox', { name: 'Remember Me' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Remember Me' }).uncheck()
    await signIn(page, emailOf('staff'))
    await see(page.getByRole('status').getByText('Logged in successfully'))
    await reach(page, '/apps/purchase_order')
    expect(await storedKeys(page)).toEqual({ local: [], session: sessionKeys })

    const other = await stage.open('office', light)
    await see(account(other))
    expect(await storedKeys(other)).toEqual({ local: sessionKeys, session: [] })
  })
})

describe('the wanted page', () => {
  it('is kept through sign-in with its path and query', async () => {
    const wanted = '/apps/purchase_order?status=issued&_sort=po_no&_order=asc'
    const page = await stage.open(null, wanted)
    await reach(page, `/login?${new URLSearchParams({ redirectUrl: wanted })}`)
    await signIn(page, emailOf('staff'))
    await reach(page, wanted)
  })

  it('is not one of another site', async () => {
    const page = await stage.open(null, `/login?${new URLSearchParams({ redirectUrl: '/\\evil.example' })}`)
    await signIn(page, emailOf('staff'))
    await reach(page, '/apps/purchase_order')
    expect(new URL(page.url()).origin).toBe(stage.address)
  })
})

describe('a session', () => {
  it('with a valid token starts signed in, with text for a token fails with its notice', async () => {
    const page = await stage.open('office')
    await reach(page, '/apps/purchase_order')
    await see(account(page))
    await confirmed(page)
    expect(await page.getByText('Logged in successfully').count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('jwt_access_token', 'no token at all'))
    await page.reload()
    await see(page.getByRole('alert').getByText('Failed to login with token.'))
    await reach(page, /^\/login/)
  })

  it('with an expired token starts at sign-in and says so', async () => {
    const page = await stage.open('office', light)
    // The start brings a new token; what is stored before it would be written over.
    await confirmed(page)
    await page.evaluate(() => {
      const [head, , signature] = (localStorage.getItem('jwt_access_token') ?? '').split('.')
      const body = btoa(JSON.stringify({ sub: 1, iat: 1, exp: 2 }))
      localStorage.setItem('jwt_access_token', [head, body, signature].join('.'))
    })
    await page.goto('/apps/purchase_order')
    await see(page.getByRole('alert').getByText('access_token expired'))
    await reach(page, /^\/login/)
    expect(await storedKeys(page)).toEqual({ local: [], session: [] })
  })

  it('whose token is refused ends once, with its message', async () => {
    const page = await stage.open(null, '/login')
    await signIn(page, emailOf('staff'))
    await see(page.getByRole('grid'))
    await page.evaluate(async () => {
      await fetch('/api/auth/logout', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('jwt_access_token')}`,
          'idempotency-key': crypto.randomUUID(),
        },
      })
    })
    // Unless what was under way found out already, whatever is asked next does.
    await page
      .getByRole('searchbox', { name: 'Search' })
      .fill('PO', { timeout: 2000 })
      .catch(() => undefined)
    await see(page.getByRole('alert').getByText('Invalid access_token'))
    await reach(page, /^\/login/)
    expect(await page.getByText('Invalid access_token').count()).toBe(1)
    expect(await storedKeys(page)).toEqual({ local: [], session: [] })
  })

  it('renewed by the start of another tab disturbs nobody who is writing', async () => {
    const page = await stage.open('office', '/apps/purchase_order/new')
    const number = page.getByRole('textbox', { name: 'PO number', exact: true })
    await number.fill('HALF-WRITTEN')
    const before = await token(page)
    const tab = await page.context().newPage()
    for (const _start of [1, 2, 3]) {
      await tab.goto(light)
      await confirmed(tab)
    }
    await expect.poll(() => token(page)).not.toBe(before)
    expect(await number.inputValue()).toBe('HALF-WRITTEN')
  })

  it('ends at the page for it, in every tab, and its token is worth nothing afterwards', async () => {
    const page = await stage.open(null, `/login?${new URLSearchParams({ redirectUrl: light })}`)
    await signIn(page, emailOf('staff'))
    await see(account(page))
    const tab = await page.context().newPage()
    await tab.goto(light)
    await see(account(tab))
    const ended = await token(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/logout', (route) => held.then(() => route.continue()))
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await see(page.getByText('Logging out..'))
    answer()
    await reach(page, /^\/login/)
    await reach(tab, /^\/login/)
    const refusal = await fetch(`${stage.address}/api/purchase-orders?_end=1`, {
      headers: { authorization: `Bearer ${ended}` },
    })
    expect(refusal.status).toBe(401)
    await page.goto('/logout')
    await reach(page, '/login')
  })
})

describe('what a role may not open', () => {
  it('is told in the shell, with a way back', async () => {
    const page = await stage.open('agent', '/apps/purchase_order/new')
    await see(page.getByRole('heading', { name: 'You do not have access to this page' }))
    await see(page.getByText('Your role, Supplier agent, does not include it.'))
    await see(page.getByRole('navigation', { name: 'Main menu' }))
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await reach(page, '/apps/purchase_order')
  })

  it.each([
    ['office', '/apps/nothing/of/the/kind'],
    [null, '/nothing'],
  ] as const)('does not exist for %s where the path is unknown', async (who, path) => {
    const page = await stage.open(who, path)
    await reach(page, '/pages/errors/error-404')
    await see(page.getByRole('heading', { name: 'Page not found' }))
    if (!who) return
    await see(page.getByRole('navigation', { name: 'Main menu' }))
    await see(page.getByRole('banner'))
  })
})

const account = (page: Page) => page.getByRole('button', { name: /^Account of / })

const token = (page: Page) => page.evaluate(() => localStorage.getItem('jwt_access_token'))

const storedKeys = (page: Page) =>
  page.evaluate((keys) => {
    const of = (storage: Storage) => keys.filter((key) => storage.getItem(key) !== null)
    return { local: of(localStorage), session: of(sessionStorage) }
  }, sessionKeys)

const sessionKeys = ['first_name', 'full_name', 'info', 'is_super_user', 'jwt_access_token', 'last_name', 'role']

/** Waits until the API has confirmed the stored session and the browser has kept the renewed token. */
const confirmed = async (page: Page) => {
  await page.waitForFunction(async () => {
    const isAnswered = performance
      .getEntriesByType('resource')
      .some(({ name }) => new URL(name).pathname === '/api/auth/access-token')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [, claims = ''] = (
      localStorage.getItem('jwt_access_token') ??
      sessionStorage.getItem('jwt_access_token') ??
      ''
    ).split('.')
    const { iat } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')) || '{}') as { iat?: number }
    // Seconds, rounded down.
    return isAnswered && ((iat ?? 0) + 1) * 1000 > performance.timeOrigin
  })
  // The visit of a list is saved on the account; its answer stores the session once more.
  await page.waitForLoadState('networkidle')
}
