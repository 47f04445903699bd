import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { HttpError, isUnreachable } from '#web/providers/http.ts'
import { resolved } from './conflicts'
import { isUnsent } from './differences'
import { loadInspection, type Sheet } from './load-inspection'
import { completeInspection, sendEntries } from './send-inspection'
import { forget, writeWork } from './store'
import { type Work, workOf } from './work'

/** Where the entries are: on the device only, being sent, on the server, or blocked. */
export type Sending = 'sent' | 'waiting' | 'sending' | 'offline' | 'conflict' | 'over' | 'failed'

/** Milliseconds after the last entry until it is sent. */
const sendDelay = 2000

/**
 * An inspection that is entered on the device and sent when there is a network. Every entry is stored on the device at
 * once. `onCompleted` is called after the server has completed the inspection.
 */
export const useInspection = (id: number, onCompleted: () => void) => {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [sending, setSending] = useState<Sending>('sent')
  const [theirs, setTheirs] = useState<AnyRecord | null>(null)
  const [error, setError] = useState<HttpError | null>(null)
  const current = useRef<Work | null>(null)
  const isBusy = useRef(false)
  // Counts attempts, so that each one schedules the next, even if it failed before its start was rendered.
  const [attempts, setAttempts] = useState(0)

  const store = useCallback(async (next: Work) => {
    // Shown as finished only once that is stored, because then the user may close the page.
    const isFinishing = next.isFinished && !current.current?.isFinished
    current.current = next
    if (!isFinishing) setWork(next)
    try {
      await writeWork(next)
    } finally {
      if (isFinishing) setWork(current.current)
    }
  }, [])

  const change = useCallback(
    (edit: (work: Work) => Work) => {
      if (!current.current) return
      const next = edit(current.current)
      setSending((state) => (state === 'conflict' || state === 'over' ? state : 'waiting'))
      void store(next)
    },
    [store],
  )

  const send = useCallback(async () => {
    if (isBusy.current || !current.current) return
    isBusy.current = true
    setSending('sending')
    setError(null)
    try {
      const conflict = await sendEntries(() => current.current as Work, store)
      if (conflict) {
        setTheirs(conflict.record)
        return setSending(conflict.conflict)
      }
      setTheirs(null)
      setSending(isUnsent(current.current) ? 'waiting' : 'sent')
      if (!current.current.isFinished || isUnsent(current.current)) return
      const outcome = await completeInspection(() => current.current as Work, store)
      if (outcome === 'again') return setSending('waiting')
      if (outcome !== 'done') {
        setTheirs(outcome)
        return setSending('over')
      }
      // Entries made during the request came too late; they stay visible.
      if (isUnsent(current.current)) return setSending('over')
      await forget(id)
      onCompleted()
    } catch (failure) {
      if (!(failure instanceof HttpError)) {
        // Such as the storage of the device, closed by the browser: the next attempt opens it again.
        setSending('waiting')
        throw failure
      }
      setSending(isUnreachable(failure) ? 'offline' : 'failed')
      if (isUnreachable(failure)) return
      setError(failure)
      if (current.current.isFinished) await store({ ...current.current, isFinished: false })
    } finally {
      isBusy.current = false
      setAttempts((count) => count + 1)
    }
  }, [id, store, onCompleted])

  useEffect(() => {
    let isGone = false
    void loadInspection(id).then(
      async ({ sheet, work: stored, isOffline }) => {
        if (isGone) return
        setSheet(sheet)
        const loaded = stored ?? workOf(sheet.record)
        current.current = loaded
        setWork(loaded)
        setSending(isOffline ? 'offline' : isUnsent(loaded) || loaded.isFinished ? 'waiting' : 'sent')
      },
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [id])

  useAutomaticSending({ work, sending, attempts, send })

  const resolve = async (keep: 'mine' | 'theirs' | 'both') => {
    if (!current.current || !theirs) return
    await store(resolved(current.current, theirs, keep))
    setTheirs(null)
    setSending('waiting')
  }

  return { sheet, work, sending, theirs, error, change, send, resolve, discard: () => forget(id) }
}

/** Sends a moment after the last entry; while offline, retries with growing delays and when the network returns. */
const useAutomaticSending = ({ work, sending, attempts, send }: Attempts) => {
  // A ref, so that rendering again does not restart the timers.
  const latestSend = useRef(send)
  latestSend.current = send
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt that changed nothing is followed by another
  useEffect(() => {
    if (!work || sending !== 'waiting') return
    const timer = setTimeout(() => void latestSend.current(), sendDelay)
    return () => clearTimeout(timer)
  }, [work, sending, attempts])
  const failures = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (sending === 'sent') failures.current = 0
    if (sending !== 'offline') return
    const retry = () => void latestSend.current()
    // The device reports that it is online slightly before requests succeed, so the delays start again.
    const retryAtOnce = () => {
      failures.current = 0
      retry()
    }
    const timer = setTimeout(retry, Math.min(10_000, 1000 * 2 ** failures.current))
    failures.current += 1
    addEventListener('online', retryAtOnce)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retryAtOnce)
    }
  }, [sending, attempts])
}

interface Attempts {
  work: Work | null
  sending: Sending
  attempts: number
  send: () => Promise<void>
}
