import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { goodsOf } from '#areas/containers/screens/goods.tsx'
import { scanCarton, typeIn } from '#areas/containers/screens/receive/count.ts'
import { useCount } from '#areas/containers/screens/receive/use-count.ts'
import { sscc } from '#shared/standards/sscc.ts'
import { findDrafts } from '#web/kit/form/drafts.ts'
import { answerWith, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

const prefix = '4012345'
const code = sscc(prefix, 500)
const cartons = [{ run: 'A', first_no: 1, last_no: 4, line: 1, size_id: 101, units_per_carton: 10, sscc_serial: 500 }]
const record = (received_qty: number | null, version: number) => ({
  ...{ id: 5, version, status: 'unloading' },
  lines: [
    {
      ...{ id: 1, booking_id: 1, line_title: 'L1', expected_cartons: 4, received_cartons: received_qty && 1 },
      sizes: [{ id: 11, size_id: 101, expected_qty: 40, received_qty, damaged_qty: null }],
    },
  ],
})
const counting = async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const drawn = renderHook(() => useCount(5, () => undefined), { wrapper })
  await waitFor(() => expect(drawn.result.current.count).not.toBeNull())
  const scan = () => {
    const { sheet, count } = drawn.result.current
    if (!sheet || !count) throw new Error('not read')
    return scanCarton(count, { lines: goodsOf(sheet.record), rows: sheet.rows, prefix }, code)
  }
  return { ...drawn, scan }
}

it('a carton that was counted and saved does not count again when the page is opened anew', async () => {
  let current = record(null, 1)
  answerWith(({ method, path }) => {
    if (path === 'containers/5/cartons') return { body: { prefix, blind: false, cartons } }
    if (path !== 'containers/5') return undefined
    if (method === 'PATCH') current = record(10, 2)
    return { body: current }
  })
  const first = await counting()
  const scanned = first.scan()
  if (scanned.result !== 'added') throw new Error(scanned.result)
  act(() => first.result.current.change(() => scanned.count))
  // The form of the container has nothing to do with its count.
  expect(await findDrafts('containers', 5)).toEqual([])
  await act(() => first.result.current.save(() => undefined))
  first.unmount()
  const again = await counting()
  expect(again.result.current.count?.received).toEqual({ 11: 10 })
  expect(again.result.current.fault).toBeNull()
  expect(again.scan()).toEqual({ result: 'twice', number: 1 })
})

/** A container with two sizes, as the server has it. */
const ofTwo = (version: number, [small, large]: [number | null, number | null], remark: string | null = null) => ({
  ...{ id: 5, version, status: 'unloading' },
  lines: [
    {
      ...{ id: 1, booking_id: 1, line_title: 'L1', expected_cartons: 4, received_cartons: null, remark },
      sizes: [
        { id: 11, size_id: 101, expected_qty: 40, received_qty: small, damaged_qty: null },
        { id: 12, size_id: 102, expected_qty: 40, received_qty: large, damaged_qty: null },
      ],
    },
  ],
})
type Body = {
  version: number
  lines: { remark: string | null; sizes: { id: number; received_qty: number | null }[] }[]
}

/** A server that refuses old versions, and writes what is sent. */
const serveTwo = () => {
  const server = { current: ofTwo(1, [null, null]) }
  answerWith(({ method, path, body }) => {
    if (path === 'containers/5/cartons') return { body: { prefix, blind: false, cartons: [] } }
    if (path !== 'containers/5') return undefined
    if (method !== 'PATCH') return { body: server.current }
    const { version, lines } = body as Body
    if (version !== server.current.version) return { status: 409, body: { message: 'stale', code: 'stale' } }
    const [small, large] = (lines[0]?.sizes ?? []).map(({ received_qty }) => received_qty)
    server.current = ofTwo(version + 1, [small ?? null, large ?? null], lines[0]?.remark)
    return { body: server.current }
  })
  return server
}

it('what another person counted in the same container stays when both save', async () => {
  const server = serveTwo()
  const { result } = await counting()
  act(() => result.current.change((now) => typeIn(now, 'received', 11, 38)))
  server.current = ofTwo(2, [null, 40], 'Wet')
  await act(() => result.current.save(() => undefined))
  expect(result.current.fault).toContain('Someone else')
  expect(result.current.count).toMatchObject({ received: { 11: 38, 12: 40 }, remarks: { 1: 'Wet' } })
  await act(() => result.current.save(() => undefined))
  expect(server.current).toMatchObject(ofTwo(3, [38, 40], 'Wet'))
})

it('the same holds for a count that waited on the device', async () => {
  const server = serveTwo()
  const first = await counting()
  act(() => first.result.current.change((now) => typeIn(now, 'received', 11, 38)))
  first.unmount()
  server.current = ofTwo(2, [null, 40])
  const { result } = await counting()
  expect(result.current.fault).toContain('Someone else')
  expect(result.current.count?.received).toEqual({ 11: 38, 12: 40 })
})

it('a save that is refused says so, also where the network goes before the other count is read', async () => {
  let isGone = false
  answerWith(({ method, path }) => {
    if (path === 'containers/5/cartons') return { body: { prefix, blind: false, cartons: [] } }
    if (path !== 'containers/5') return undefined
    if (isGone) return 'no answer'
    if (method !== 'PATCH') return { body: ofTwo(1, [null, null]) }
    isGone = true
    return { status: 409, body: { message: 'Changed meanwhile', code: 'stale' } }
  })
  const { result } = await counting()
  act(() => result.current.change((now) => typeIn(now, 'received', 11, 38)))
  await act(() => result.current.save(() => undefined))
  expect(result.current).toMatchObject({ fault: 'Changed meanwhile', isBusy: false, count: { received: { 11: 38 } } })
})
