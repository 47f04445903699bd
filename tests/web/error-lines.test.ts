import { beforeAll, expect, it } from 'vitest'
import { register } from '#areas/index.ts'
import { errorLines } from '#web/kit/form/error-lines.ts'
import { signIn } from './kit-screen'

beforeAll(() => signIn('Office'))

it('say once what is wrong with several rows alike, and name the rows', () => {
  const late = 'Not after the ship window.'
  expect(
    errorLines(register.get('purchase-orders'), register, {
      ex_factory_date: late,
      'lines.0.ex_factory_date': late,
      'lines.1.qty': 'Fill this in.',
      'lines.2.ex_factory_date': late,
      'lines.2.sizes.1.qty': 'Fill this in.',
      somewhere: 'The order is closed.',
    }),
  ).toEqual([
    `Ex-factory date: ${late}`,
    `Lines 1, 3, Ex-factory date: ${late}`,
    'Lines 2, Quantity: Fill this in.',
    'Lines 3, Sizes 2, Quantity: Fill this in.',
    'The order is closed.',
  ])
})
