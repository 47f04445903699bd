import { expect, it } from 'vitest'
import { prepare } from '#server/prepare.mjs'
import { bundleSizes } from '../bench/bundle.mjs'

/** In kB of gzip, of the scripts that a page loads before it is complete. */
const budgets = { '/login': 240, '/apps/purchase_order': 470 }

it('keeps the first list and the sign-in page within their budgets of scripts', async () => {
  prepare({ build: true })
  const sizes = new Map((await bundleSizes()).map(({ route, gzip }) => [route, gzip / 1000]))
  for (const [route, budget] of Object.entries(budgets)) {
    expect(sizes.get(route), route).toBeGreaterThan(100)
    expect(sizes.get(route), route).toBeLessThan(budget)
  }
}, 240_000)
