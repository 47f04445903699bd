import { expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { packPolicy, unpackPolicy } from '#shared/kit/packed-policy.ts'
import { areaLines } from '#shared/kit/policy.ts'

const sorted = (lines: readonly string[][]) => lines.map((line) => line.join(' ')).sort()

it('packs the rights on all areas and fields into a third, and gives every line back', () => {
  const lines = areaLines(areas)
  const packed = packPolicy(lines)
  expect(lines.length).toBeGreaterThan(1000)
  expect(sorted(unpackPolicy(JSON.parse(JSON.stringify(packed))))).toEqual(sorted(lines))
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(lines).length / 3)
})

it.each([
  ['a right on an area', ['role:admin', 'labels', 'read']],
  ['a move', ['role:Office', 'purchase-orders', 'move:issue']],
  ['a right on a field', ['group:everyone', 'purchase-orders/cost_price', 'write']],
])('keeps %s', (_, line) => {
  expect(unpackPolicy(packPolicy([line]))).toEqual([line])
})
