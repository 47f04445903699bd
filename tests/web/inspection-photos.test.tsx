import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addUnit } from '#areas/qa-activities/screens/inspect/entries.ts'
import { Finish } from '#areas/qa-activities/screens/inspect/finish.tsx'
import { FoundDefects } from '#areas/qa-activities/screens/inspect/found-defects.tsx'
import * as store from '#areas/qa-activities/screens/inspect/store.ts'
import { type Work, workOf } from '#areas/qa-activities/screens/inspect/work.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { draw, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const record = {
  id: 5,
  version: 3,
  status: 'in_progress',
  defects: [],
  checks: [],
  signatures: [],
} as unknown as AnyRecord
const code = {
  id: 1,
  name_en: 'Broken stitch',
  name_zh: '断线',
  category: 'sewing',
  default_severity: 'major' as const,
}

// No device storage here, as in a browser that forbids it or has no room left.
it('says that the device could not keep a photo', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'])))
  const work = addUnit(workOf(record), { id: 1, severity: 'major' }, 'a')
  const onChange = vi.fn()
  const { user } = draw(
    <>
      <MessageBar />
      <FoundDefects sheet={{ record, codes: [code], sizes: [] }} work={work} onChange={onChange} />
    </>,
    '/',
  )
  await screen.findByText('Broken stitch')
  const camera = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(camera, new File(['x'], 'seam.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText(/The photo was not kept/)).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})

it('takes a photo where the portal is opened over plain HTTP, which has no random ids of the browser', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'])))
  const writePhoto = vi.spyOn(store, 'writePhoto').mockResolvedValue(undefined)
  const work = addUnit(workOf(record), { id: 1, severity: 'major' }, 'a')
  const onChange = vi.fn()
  const { user } = draw(
    <FoundDefects sheet={{ record, codes: [code], sizes: [] }} work={work} onChange={onChange} />,
    '/',
  )
  await screen.findByText('Broken stitch')
  const camera = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(camera, new File(['x'], 'seam.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(writePhoto.mock.calls[0]?.[1]).toMatch(/^\w{32}$/)
})

it('finishes an inspection that was opened again with what it said before', async () => {
  const opened = { ...record, packed_pct: 90, remark: 'Two cartons wet', sample_size: 80 } as AnyRecord
  const onChange = vi.fn()
  const { user } = draw(<Finish record={opened} work={workOf(opened)} onChange={onChange} />, '/')
  expect((await screen.findByLabelText<HTMLInputElement>(/^Remark/)).value).toBe('Two cartons wet')
  await user.click(screen.getByRole('button', { name: 'Complete inspection' }))
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  const { closing, isFinished } = (onChange.mock.lastCall as [(work: Work) => Work])[0](workOf(opened))
  expect([closing.packed_pct, closing.remark, isFinished]).toEqual([90, 'Two cartons wet', true])
})

it('is not finished without the answers that the portal refuses it without, also without a network', async () => {
  const final = { ...record, type: 'final', original_type: 'final', sample_size: 80, lot_qty: 1200 } as AnyRecord
  const onChange = vi.fn()
  const { user } = draw(<Finish record={final} work={workOf(final)} onChange={onChange} />, '/')
  const packed = await screen.findByRole('textbox', { name: 'Packed %' })
  const inspected = screen.getByRole('textbox', { name: /^Units inspected/ })
  await user.clear(inspected)
  await user.type(inspected, '60')
  const complete = screen.getByRole('button', { name: 'Complete inspection' })
  const isFinished = () =>
    onChange.mock.calls.some(([how]) => (how as (work: Work) => Work)(workOf(final)).isFinished === true)
  await user.click(complete)
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toHaveLength(2)
  expect(isFinished()).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(inspected))
  await user.clear(inspected)
  await user.type(inspected, '80')
  await user.type(packed, '100')
  await user.click(complete)
  await waitFor(() => expect(isFinished()).toBe(true))
})

it('names a defect whose kind is retired by now as the record does', async () => {
  const row = {
    ...{ id: 4, defect_code_id: 77, severity: 'minor', qty: 3, size_id: null, position: null, comment: null },
  }
  const opened = {
    ...record,
    defects: [{ ...row, defect_code: { id: 77, title: 'Old stain', title_zh: '旧污渍' } }],
  } as unknown as AnyRecord
  const work = workOf(opened)
  draw(
    <FoundDefects sheet={{ record: opened, codes: [code], sizes: [] }} work={work} onChange={() => undefined} />,
    '/',
  )
  expect(await screen.findByText('Old stain')).toBeTruthy()
  expect(screen.getByRole('button', { name: /More.*Old stain|Old stain.*more/i })).toBeTruthy()
})
