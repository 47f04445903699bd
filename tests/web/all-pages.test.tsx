import { cleanup, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { roles } from '#shared/kit/roles.ts'
import { LandingPage } from '#web/pages/landing.tsx'
import { Page } from '#web/pages/site/all-pages.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { answerWith, draw, signIn } from './kit-screen'

afterEach(cleanup)

const linksOf = (group: string) => {
  const heading = screen.getByRole('heading', { name: group })
  return within(heading.parentElement as HTMLElement)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

test("a supplier's staff, whose menu has no lists, finds here those that it may open and no others", async () => {
  await signIn('staff')
  draw(<Page />, '/pages/all')
  const lists = linksOf('Lists')
  expect(lists).toEqual(
    expect.arrayContaining(['/apps/purchase_order', '/apps/sales/delivery_status', '/apps/tna_tasks']),
  )
  expect(lists).not.toContain('/apps/settings')
  expect(lists).not.toContain('/apps/sales/season')
  expect(lists).not.toContain('/apps/portfolios')
})

test.each(roles)('every page is called by its name, for %s', async (role) => {
  await signIn(role)
  draw(<Page />, '/pages/all')
  for (const link of screen.getAllByRole('link')) expect(link.textContent).not.toMatch(/[a-z]\.[a-z]|^$/)
})

test.each([
  ['user', true],
  ['superAdmin', true],
  ['staff', false],
] as const)('%s is told that there are no orders: %s', async (role, hasNotice) => {
  await signIn(role)
  draw(<Page />, '/pages/all')
  expect(screen.queryByText(/cannot see orders/) !== null).toBe(hasNotice)
})

test('leads there from the logo whoever has no list in the menu', async () => {
  await signIn('user')
  answerWith(() => undefined)
  const { user, where } = draw(
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/pages/profile" element={<Logo />} />
      <Route path="/pages/all" element={<Page />} />
    </Routes>,
    '/pages/profile',
  )
  await user.click(screen.getByRole('link'))
  expect(await screen.findByRole('heading', { name: 'All pages' })).toBeTruthy()
  expect(where()).toBe('/pages/all')
})

test('what the menu names is not listed twice', async () => {
  await signIn('Office')
  draw(<Page />, '/pages/all')
  const all = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(all).toContain('/apps/tna_tasks')
  expect(new Set(all).size).toBe(all.length)
})
