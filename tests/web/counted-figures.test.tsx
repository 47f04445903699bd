import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { GoodsLine } from '#areas/containers/screens/goods.tsx'
import { countOf } from '#areas/containers/screens/receive/count.ts'
import { CountedLine } from '#areas/containers/screens/receive/counted-line.tsx'
import { countDigits } from '#shared/delimited/typed-number.ts'
import { draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const line: GoodsLine = {
  ...{ id: 1, booking_id: 1, line_title: 'PO-1 / 10', expected_cartons: 5, received_cartons: null, remark: null },
  ...{ expected_qty: 40, received_qty: null, short_qty: 0, over_qty: 0, damaged_qty: 0 },
  sizes: [{ id: 11, size_id: 101, size: { title: 'M' }, expected_qty: 40, received_qty: null, damaged_qty: null }],
}

function Counting() {
  const [count, setCount] = useState(countOf([line]))
  return <CountedLine line={line} count={count} blind={false} onChange={setCount} />
}

it('reads counts as Chinese keyboards and spreadsheets write them', async () => {
  draw(<Counting />, '/')
  const received = (await screen.findByRole('textbox', { name: /received.*PO-1/i })) as HTMLInputElement
  const readAs = (value: string) => {
    fireEvent.change(received, { target: { value } })
    return received.value
  }
  expect(readAs('１２')).toBe('12')
  expect(readAs('1,200')).toBe('1200')
  expect(readAs('1,200.00')).toBe('1200')
  expect(readAs('36.0')).toBe('36')
  expect(readAs('a4b')).toBe('4')
})

it('leaves a fraction out of a count instead of joining it', () => {
  expect(['12.5', '1.200', '', '-'].map(countDigits)).toEqual(['12', '1200', '', ''])
})
