import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addUnit } from '#areas/qa-activities/screens/inspect/entries.ts'
import { useInspection } from '#areas/qa-activities/screens/inspect/use-inspection.ts'
import { type Work, workOf } from '#areas/qa-activities/screens/inspect/work.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { answerWith, signIn } from './kit-screen'

const record = {
  id: 5,
  version: 3,
  status: 'in_progress',
  defects: [],
  checks: [],
  signatures: [],
} as unknown as AnyRecord
let kept: Work | undefined
let writing: Promise<void> = Promise.resolve()

vi.mock('#areas/qa-activities/screens/inspect/store.ts', () => ({
  readSheet: async () => ({ record, codes: [], sizes: [] }),
  writeSheet: async () => undefined,
  readWork: async () => kept,
  writeWork: async (work: Work) => {
    await writing
    kept = work
  },
  readPhoto: async () => undefined,
  forgetPhoto: async () => undefined,
  forget: async () => {
    kept = undefined
  },
}))

/** Lets time pass in small steps: effects begin their waits between them. */
const passes = async (milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 250) await act(() => vi.advanceTimersByTimeAsync(250))
}

beforeAll(() => signIn('admin'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  writing = Promise.resolve()
})

it('is tried anew until the network carries it, however fast each attempt fails', async () => {
  kept = { ...workOf(record), isFinished: true }
  let attempts = 0
  answerWith(({ method }) => {
    if (method === 'GET') return 'no answer'
    attempts += 1
    return attempts < 5 ? 'no answer' : { body: {} }
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, onCompleted))
  await passes(250)
  expect(result.current.sending).toBe('offline')
  expect(attempts).toBe(0)
  // After 1, 2, 4, 8 and 10 seconds.
  await passes(26_000)
  expect(onCompleted).toHaveBeenCalledOnce()
  expect(attempts).toBe(5)
  expect(kept).toBeUndefined()
})

it('is tried at once when the device says that it is online, and soon again where nothing can be reached yet', async () => {
  kept = { ...workOf(record), isFinished: true }
  let isReachable = false
  let attempts = 0
  answerWith(({ method }) => {
    if (method === 'GET') return 'no answer'
    attempts += 1
    return isReachable ? { body: {} } : 'no answer'
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, onCompleted))
  await passes(250)
  expect(result.current.sending).toBe('offline')
  await passes(60_000)
  const before = attempts
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(attempts).toBe(before + 1)
  isReachable = true
  await passes(1500)
  expect(onCompleted).toHaveBeenCalledOnce()
})

it('waits where only a proxy answers while the portal starts, and is completed then', async () => {
  kept = { ...workOf(record), isFinished: true }
  let isStarting = true
  answerWith(({ method, path }) => {
    if (isStarting) return { status: 503, body: {} }
    if (method === 'GET') return path === 'qa-activities/5' ? { body: record } : { body: [] }
    return { body: {} }
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, onCompleted))
  await passes(3000)
  expect([result.current.sending, result.current.work?.isFinished]).toEqual(['offline', true])
  isStarting = false
  await passes(5000)
  expect(onCompleted).toHaveBeenCalledOnce()
})

const stale = { status: 409, body: { message: 'Changed meanwhile', code: 'stale' } }

it('completes on the version that somebody else has made meanwhile, where it changes nothing of the work', async () => {
  kept = { ...workOf(record), closing: { remark: 'x' }, isFinished: true }
  const versions: unknown[] = []
  answerWith(({ method, path, body }) => {
    if (path.endsWith('/moves/complete')) {
      versions.push((body as { version: number }).version)
      return (body as { version: number }).version === 4 ? { body: {} } : stale
    }
    if (method === 'GET')
      return path === 'qa-activities/5' ? { body: { ...record, version: 4, label_id: 2 } } : { body: [] }
    return undefined
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  renderHook(() => useInspection(5, onCompleted))
  await passes(6000)
  expect(versions).toEqual([3, 4])
  expect(onCompleted).toHaveBeenCalledOnce()
})

it.each(['x', 'of another person'])(
  'has been completed where the answer was lost, not where somebody else did: %s',
  async (remark) => {
    kept = { ...workOf(record), closing: { remark: 'x' }, isFinished: true }
    answerWith(({ method, path }) => {
      if (path.endsWith('/moves/complete'))
        return { status: 409, body: { message: 'Not possible', code: 'illegal_move' } }
      if (method === 'GET')
        return path === 'qa-activities/5'
          ? { body: { ...record, version: 4, status: 'completed', remark } }
          : { body: [] }
      return undefined
    })
    const onCompleted = vi.fn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { result } = renderHook(() => useInspection(5, onCompleted))
    await passes(6000)
    expect(onCompleted).toHaveBeenCalledTimes(remark === 'x' ? 1 : 0)
    expect([kept === undefined, result.current.sending === 'over']).toEqual([remark === 'x', remark !== 'x'])
  },
)

it('shows what another device has found before it completes', async () => {
  kept = { ...workOf(record), closing: { remark: 'x' }, isFinished: true }
  const found = { id: 8, defect_code_id: 1, severity: 'major', qty: 2, size_id: null, position: null, comment: null }
  const versions: unknown[] = []
  answerWith(({ method, path, body }) => {
    if (path.endsWith('/moves/complete')) {
      versions.push((body as { version: number }).version)
      return (body as { version: number }).version === 4 ? { body: {} } : stale
    }
    if (method === 'GET')
      return path === 'qa-activities/5' ? { body: { ...record, version: 4, defects: [found] } } : { body: [] }
    return undefined
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, onCompleted))
  await passes(6000)
  expect([result.current.sending, result.current.work?.isFinished]).toEqual(['failed', false])
  expect(result.current.work?.defects).toMatchObject([{ id: 8, qty: 2 }])
  act(() => result.current.change((work) => ({ ...work, isFinished: true })))
  await passes(6000)
  expect(versions).toEqual([3, 4])
  expect(onCompleted).toHaveBeenCalledOnce()
})

it('keeps what is entered while it is being completed, and says that it came too late', async () => {
  kept = { ...workOf(record), closing: { remark: 'x' }, isFinished: true }
  let enter = () => {}
  answerWith(({ method, path }) => {
    if (path.endsWith('/moves/complete')) enter()
    if (method === 'GET') return path === 'qa-activities/5' ? { body: record } : { body: [] }
    return { body: {} }
  })
  const onCompleted = vi.fn()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, onCompleted))
  enter = () => result.current.change((work) => addUnit(work, { id: 1, severity: 'critical' }, 'late'))
  await passes(6000)
  expect(result.current.sending).toBe('over')
  expect(onCompleted).not.toHaveBeenCalled()
  expect(kept?.defects).toMatchObject([{ severity: 'critical', qty: 1 }])
})

it('is shown as finished only once that is stored, so that the page can be closed then', async () => {
  kept = workOf(record)
  answerWith(() => 'no answer')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { result } = renderHook(() => useInspection(5, vi.fn()))
  await passes(250)
  let write = () => {}
  writing = new Promise((resolve) => {
    write = resolve
  })
  await act(async () => result.current.change((work) => ({ ...work, isFinished: true })))
  expect([kept?.isFinished, result.current.work?.isFinished]).toEqual([false, false])
  await act(async () => write())
  expect([kept?.isFinished, result.current.work?.isFinished]).toEqual([true, true])
})
