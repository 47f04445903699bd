import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { portfolios } from '#areas/portfolios/area.ts'
import { Show } from '#areas/portfolios/screens/show.tsx'
import { answerWith, drawPage, signIn } from './kit-screen'

beforeAll(() => signIn('admin'), 240_000)
afterEach(cleanup)

const drawn = (accounts: object[]) => {
  const all = answerWith(({ path }) => {
    if (path === 'portfolios/5')
      return {
        body: { id: 5, version: 1, name_en: 'Knitwear', archived_at: null, suppliers: [], moves: [], editable: [] },
      }
    if (path === 'users') return { body: accounts, headers: { 'x-total-count': String(accounts.length) } }
    return undefined
  })
  drawPage(portfolios, Show, '5')
  return all
}

it('a portfolio names the accounts that have it, each with the way to it', async () => {
  const all = drawn([{ id: 31, full_name: 'Xiaowen Lin', email: 'x@y.test', type: 'Office', status: 'active' }])
  const link = await screen.findByRole('link', { name: 'Xiaowen Lin' })
  expect(link.getAttribute('href')).toBe('/apps/Users/31')
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/apps/Users?portfolio_id=5')
  expect(all.find(({ path }) => path === 'users')?.params.get('portfolio_id')).toBe('5')
})

it('while no account has it, that is said, with the way to those that may', async () => {
  drawn([])
  const section = within(await screen.findByRole('region', { name: 'Accounts' }))
  expect(section.getByText(/No account uses this portfolio/)).toBeTruthy()
  expect(section.getByRole('link', { name: 'Accounts of the office' }).getAttribute('href')).toBe(
    '/apps/Users?type=Office',
  )
})
