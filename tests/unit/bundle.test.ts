import { expect, it } from 'vitest'
import { prepare } from '#server/prepare.mjs'
import { bundleSizes } from '../bench/bundle.mjs'

/** In kB of gzip, of the scripts that a page loads before it is complete. */
const budgetOf = (route: string) =>
  route === '/login' ? 240 : route.endsWith('(phone)') ? 375 : route.endsWith('(record)') ? 760 : 470

/** Far from the portal each request takes a quarter of a second, and six go at once. */
const mostFiles = 32

it('keeps the sign-in page, every list and every record within their budgets of scripts', async () => {
  prepare({ build: true })
  const sizes = await bundleSizes()
  expect(sizes.length).toBeGreaterThan(50)
  for (const { route, files, gzip } of sizes) {
    expect(files, route).toBeLessThan(mostFiles)
    expect(gzip / 1000, route).toBeGreaterThan(100)
    expect(gzip / 1000, route).toBeLessThan(budgetOf(route))
  }
}, 240_000)
