import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { emailOf, openStage, see, signIn } from '../kit/e2e'

const stage = openStage()

it('the language that somebody chose is spoken by the next browser too, once it knows who it is', async () => {
  const first = await stage.open('agent2')
  await first.getByRole('button', { name: '中文' }).click()
  await see(first.getByRole('heading', { level: 1, name: '采购订单' }))
  await first.waitForLoadState('networkidle')

  const second = await stage.open(null, '/login', { unused: true })
  await see(second.getByRole('button', { name: 'Login' }))
  await signIn(second, emailOf('agent2'))
  await see(second.getByRole('heading', { level: 1, name: '采购订单' }))

  await second.getByRole('button', { name: 'English' }).click()
  await see(second.getByRole('heading', { level: 1, name: 'Purchase orders' }))
  await second.waitForLoadState('networkidle')
})

it('the next person at the same browser is spoken to in its language, unless they chose another at the sign-in', async () => {
  const english = { unused: true }
  const page = await stage.open(null, '/login', english)
  await enter(page)
  await page.getByRole('button', { name: '中文' }).click()
  await see(page.getByRole('heading', { level: 1, name: '采购订单' }))
  await page.goto('/logout')
  await see(page.getByRole('button', { name: 'Login' }))
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await page.reload()
  await see(page.getByRole('button', { name: 'Login' }))

  await page.getByRole('button', { name: '中文' }).click()
  await signIn(page, emailOf('agent2'))
  await see(page.getByRole('heading', { level: 1, name: '采购订单' }))
  await page.goto('/logout')
  await see(page.getByRole('button', { name: '登录' }))

  // The next test finds the account as this one did.
  await enter(page)
  await page.getByRole('button', { name: 'English' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Purchase orders' }))
  await page.waitForLoadState('networkidle')
})

/** The sign-in page has a switch of languages too: what is clicked next is meant for the portal. */
const enter = async (page: Page) => {
  await signIn(page, emailOf('agent2'))
  await see(page.getByRole('button', { name: /^(Account of |.+的账号)/ }))
}
