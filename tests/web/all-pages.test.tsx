import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { roles } from '../../src/shared/roles'
import { Page } from '../../src/web/pages/site/all-pages'
import { draw, signIn } from './kit-screen'

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

test('what the menu names is not listed twice', async () => {
  await signIn('Office')
  draw(<Page />, '/pages/all')
  const all = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(all).toContain('/apps/tna_tasks')
  expect(new Set(all).size).toBe(all.length)
})
