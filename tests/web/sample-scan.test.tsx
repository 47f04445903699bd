import { cleanup, screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Page as ParcelPage } from '#areas/sample-requests/screens/sample-fulfillment-page.tsx'
import { Page } from '#areas/sample-requests/screens/sample-scan-page.tsx'
import { Camera } from '#areas/sample-requests/screens/scan/camera.tsx'
import { answerWith, draw, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('gives a photo of a label up when its reader cannot be loaded', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10 }))
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      constructor() {
        throw new TypeError('Failed to fetch dynamically imported module')
      }
    },
  )
  answerWith(() => undefined)
  const { user } = draw(<Page />, '/')
  const button = await screen.findByRole('button', { name: 'Photo of a label' })
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'label.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(button.hasAttribute('disabled')).toBe(false)
})

const sample = (id: number, more: object = {}) => ({
  ...{
    id,
    version: 3,
    status: 'dispatched',
    request_no: `SR-2026-00000${id}`,
    round: 1,
    requested_qty: 3,
    sent_qty: 3,
  },
  ...{ received_qty: null, due_date: '2026-12-01', sizes: [{ id: id * 10, qty: 3, sent_qty: 1 }] },
  ...{ moves: [{ name: 'dispatch', allowed: true, reason: null }], ...more },
})

it('takes the second parcel of a sample that was received in part, and none that is all there', async () => {
  const known = [sample(1, { status: 'received', received_qty: 1 }), sample(2, { status: 'received', received_qty: 3 })]
  answerWith(({ path }) => {
    const record = known.find(({ id }) => path === `sample-requests/${id}`)
    return record ? { body: record } : undefined
  })
  const { user } = draw(<Page />, '/')
  const typed = await screen.findByLabelText(/^Request/)
  const scan = (id: number) =>
    user.type(typed, `https://portal.example/apps/sample_management/sample_detail/${id}{Enter}`)
  await scan(2)
  expect((await screen.findByRole('alert')).textContent).toContain('SR-2026-000002')
  await scan(1)
  expect(await screen.findByRole('link', { name: 'SR-2026-000001' })).toBeTruthy()
})

it('sends a sample behind the first hundred, without one that somebody else has sent', async () => {
  const sent: unknown[] = []
  answerWith(({ method, path, body }) => {
    if (method === 'POST' && path === 'sample-requests/parcel') {
      sent.push((body as { samples: { id: number }[] }).samples.map(({ id }) => id))
      return { body: { sent: 1 } }
    }
    if (path === 'sample-requests') return { body: [sample(1, { status: 'in_making' })] }
    if (path === 'sample-requests/7') return { body: sample(7, { status: 'in_making' }) }
    if (path === 'sample-requests/8')
      return { body: sample(8, { moves: [{ name: 'dispatch', allowed: false, reason: 'Sent.' }] }) }
    return undefined
  })
  const { user } = draw(<ParcelPage />, '/?ids=7,8')
  await user.type(await screen.findByLabelText(/Courier/), 'DHL')
  await user.type(screen.getByLabelText(/way ?bill|AWB|tracking/i), '1234567890')
  const button = await screen.findByRole('button', { name: /^Send/ })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  await user.click(button)
  await waitFor(() => expect(sent).toEqual([[7]]))
})

it('asks before what was entered for a parcel is lost, and not before anything was', async () => {
  answerWith(({ path }) =>
    path === 'sample-requests' ? { body: [sample(7, { status: 'in_making' })] } : { body: sample(7) },
  )
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/parcel" element={<ParcelPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>
  )
  const first = draw(page, '/parcel?ids=7')
  await screen.findByLabelText(/Courier/)
  await first.user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  cleanup()
  const { user, where } = draw(page, '/parcel?ids=7')
  await user.type(await screen.findByLabelText(/Courier/), 'DHL')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(where()).toBe('/parcel?ids=7')
  expect(screen.getByDisplayValue('DHL')).toBeTruthy()
})

/** A camera before which these labels appear look by look; `fault`: the detector fails. */
const stubCamera = (seen: (string | null)[]) => {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => {
        const code = seen.shift()
        if (code === 'fault') throw new DOMException('The source has no frame yet.', 'InvalidStateError')
        return code ? [{ rawValue: code }] : []
      }
    },
  )
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => ({ getTracks: () => [] }) },
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => undefined })
}

it('looks again when one look has failed, and gives up when all fail', async () => {
  const seen = ['fault', 'A']
  stubCamera(seen)
  const onCode = vi.fn()
  draw(<Camera onCode={onCode} />, '/')
  await waitFor(() => expect(onCode.mock.calls).toEqual([['A']]), { timeout: 4000 })
  expect(screen.queryByRole('alert')).toBeNull()
  seen.push(...Array(40).fill('fault'))
  expect(await screen.findByRole('alert', undefined, { timeout: 8000 })).toBeTruthy()
})

it('tells a label again that has been out of sight', async () => {
  const seen = ['A', 'A', null, 'A', ...Array(12).fill(null), 'A', 'A']
  stubCamera(seen)
  const onCode = vi.fn()
  draw(<Camera onCode={onCode} />, '/')
  await waitFor(() => expect(seen).toEqual([]), { timeout: 8000 })
  // A moment behind the hand is no new sight.
  expect(onCode.mock.calls).toEqual([['A'], ['A']])
})
