import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { DefectSeverity } from '#shared/trade/qa.ts'
import { sendPhoto } from '#web/kit/files/travelling-photo.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api, HttpError, isUnreachable } from '#web/providers/http.ts'
import { readAll } from '#web/providers/read-all.ts'
import { qaActivities as area } from '../../area'
import { conflictWith, resolved } from './conflicts'
import { isEdited, isUnsent } from './differences'
import { editOf, isClosedBy, takenOver } from './sending'
import { forget, forgetPhoto, readPhoto, readSheet, readWork, writeSheet, writeWork } from './store'
import { unsigned, type Work, workOf } from './work'

/** What an inspection is made by, as it was when the device last had a network. */
export interface Sheet {
  record: AnyRecord
  codes: { id: number; name_en: string; name_zh: string; category: string; default_severity: DefectSeverity }[]
  sizes: { id: number; label: string }[]
}

/** Where the entries are: on the device only, on their way, at the server, or held up. */
export type Sending = 'sent' | 'waiting' | 'sending' | 'offline' | 'conflict' | 'over' | 'failed'

/** Milliseconds after the last entry until it is sent. */
const pause = 2000

/**
 * An inspection that is entered on the device and sent when there is a network. Every entry is stored on the device at
 * once. `onCompleted` is called after the last step was taken by the server.
 */
export const useInspection = (id: number, onCompleted: () => void) => {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [sending, setSending] = useState<Sending>('sent')
  const [theirs, setTheirs] = useState<AnyRecord | null>(null)
  const [error, setError] = useState<HttpError | null>(null)
  const now = useRef<Work | null>(null)
  const isBusy = useRef(false)
  // Every attempt ends with the next wait, also one that failed before its beginning was drawn.
  const [attempts, setAttempts] = useState(0)

  const keep = useCallback(async (next: Work) => {
    now.current = next
    setWork(next)
    await writeWork(next)
  }, [])

  const change = useCallback(
    (how: (work: Work) => Work) => {
      if (!now.current) return
      const next = how(now.current)
      setSending((is) => (is === 'conflict' || is === 'over' ? is : 'waiting'))
      void keep(next)
    },
    [keep],
  )

  const send = useCallback(async () => {
    if (isBusy.current || !now.current) return
    isBusy.current = true
    setSending('sending')
    setError(null)
    try {
      const held = await sendAll(() => now.current as Work, keep)
      if (held) {
        setTheirs(held.record)
        return setSending(held.conflict)
      }
      setTheirs(null)
      setSending(isUnsent(now.current) ? 'waiting' : 'sent')
      if (!now.current.isFinished || isUnsent(now.current)) return
      const outcome = await complete(() => now.current as Work, keep)
      if (outcome === 'again') return setSending('waiting')
      if (outcome !== 'done') {
        setTheirs(outcome)
        return setSending('over')
      }
      // What was entered meanwhile came too late: it stays to be seen.
      if (isUnsent(now.current)) return setSending('over')
      await forget(id)
      onCompleted()
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      setSending(isUnreachable(failure) ? 'offline' : 'failed')
      if (isUnreachable(failure)) return
      setError(failure)
      if (now.current.isFinished) await keep({ ...now.current, isFinished: false })
    } finally {
      isBusy.current = false
      setAttempts((count) => count + 1)
    }
  }, [id, keep, onCompleted])

  useEffect(() => {
    let isGone = false
    void load(id).then(
      async ({ sheet, work: stored, isOffline }) => {
        if (isGone) return
        setSheet(sheet)
        const begun = stored ?? workOf(sheet.record)
        now.current = begun
        setWork(begun)
        setSending(isOffline ? 'offline' : isUnsent(begun) || begun.isFinished ? 'waiting' : 'sent')
      },
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [id])

  // Drawing the page anew begins no wait anew.
  const latestSend = useRef(send)
  latestSend.current = send
  // A moment after the last entry, and whenever the network returns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt that changed nothing is followed by another
  useEffect(() => {
    if (!work || sending !== 'waiting') return
    const timer = setTimeout(() => void latestSend.current(), pause)
    return () => clearTimeout(timer)
  }, [work, sending, attempts])
  const failures = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (sending === 'sent') failures.current = 0
    if (sending !== 'offline') return
    const again = () => void latestSend.current()
    // The device says that it is online a moment before anything can be reached.
    const atOnce = () => {
      failures.current = 0
      again()
    }
    const timer = setTimeout(again, Math.min(10_000, 1000 * 2 ** failures.current))
    failures.current += 1
    addEventListener('online', atOnce)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', atOnce)
    }
  }, [sending, attempts])

  const resolve = async (how: 'mine' | 'theirs' | 'both') => {
    if (!now.current || !theirs) return
    await keep(resolved(now.current, theirs, how))
    setTheirs(null)
    setSending('waiting')
  }

  return { sheet, work, sending, theirs, error, change, send, resolve, discard: () => forget(id) }
}

const emptyWork = {
  checks: [],
  baseChecks: [],
  points: [],
  lengths: {},
  baseLengths: {},
  signatures: unsigned,
  baseSignatures: unsigned,
}

/** The inspection as the server has it, else as the device has it; entries that were not sent go before both. */
const load = async (id: number): Promise<{ sheet: Sheet; work: Work | undefined; isOffline: boolean }> => {
  const kept = await readWork(id)
  // Kept by an earlier version of the portal, which knew neither checklist nor measurements nor signatures.
  const stored = kept && { ...emptyWork, ...kept }
  try {
    const sheet = await readOnline(id)
    await writeSheet(id, sheet)
    const isKept = stored && (isUnsent(stored) || stored.isFinished)
    const work = isKept ? stored : stored && { ...workOf(sheet.record), closing: stored.closing, photos: stored.photos }
    return { sheet, work, isOffline: false }
  } catch (failure) {
    const sheet = isUnreachable(failure) ? await readSheet<Sheet>(id) : undefined
    if (!sheet) throw failure
    return { sheet, work: stored, isOffline: true }
  }
}

const readOnline = async (id: number): Promise<Sheet> => {
  const codes = areaOf(areaOf(area, 'defects'), 'defect_code_id').name
  const [record, known] = await Promise.all([
    api<AnyRecord>('GET', `${area.name}/${id}`),
    readAll<Sheet['codes'][number]>(codes, { status: 'active', _sort: 'code' }),
  ])
  const articles = areaOf(area, 'article_id')
  const article = record.article_id ? await api<AnyRecord>('GET', `${articles.name}/${record.article_id}`) : null
  const sizes = article?.size_scale_id
    ? await readAll<Sheet['sizes'][number]>(areaOf(areaOf(area, 'defects'), 'size_id').name, {
        ...{ size_scale_id: String(article.size_scale_id), _sort: 'sort_order' },
      })
    : []
  return { record, codes: known, sizes }
}

/**
 * Completes the inspection. `again`: somebody has changed the record, but nothing of the work, which goes on with that
 * version. Answers the record where somebody else has ended it; where only the answer was lost, it is done.
 */
const complete = async (
  current: () => Work,
  keep: (work: Work) => Promise<void>,
): Promise<'done' | 'again' | AnyRecord> => {
  const { activity, version, closing } = current()
  try {
    await api('POST', `${area.name}/${activity}/moves/complete`, { body: { ...closing, version } })
    return 'done'
  } catch (failure) {
    if (!(failure instanceof HttpError) || failure.statusCode !== 409) throw failure
    const record = await api<AnyRecord>('GET', `${area.name}/${activity}`)
    if (record.status === 'completed' && isClosedBy(current(), record)) return 'done'
    if (record.status !== 'in_progress') return record
    if (record.version === version) throw failure
    const isSame = conflictWith(current(), record) === 'none'
    await keep(resolved(current(), record, isSame ? 'mine' : 'both'))
    if (isSame) return 'again'
    // What somebody else has found is looked at first.
    throw failure
  }
}

/** Sends entries and photos until nothing is left; what somebody else changed holds it up. */
const sendAll = async (
  current: () => Work,
  keep: (work: Work) => Promise<void>,
): Promise<{ conflict: 'conflict' | 'over'; record: AnyRecord } | null> => {
  const { activity } = current()
  for (let tries = 0; isEdited(current()) && tries < 5; tries += 1) {
    const sent = current()
    try {
      const record = await api<AnyRecord>('PATCH', `${area.name}/${activity}`, { body: editOf(sent) })
      await keep(takenOver(current(), sent, record))
    } catch (failure) {
      if (!(failure instanceof HttpError) || failure.statusCode !== 409) throw failure
      const record = await api<AnyRecord>('GET', `${area.name}/${activity}`)
      const conflict = conflictWith(current(), record)
      if (conflict !== 'none') return { conflict: conflict === 'over' ? 'over' : 'conflict', record }
      await keep(resolved(current(), record, 'mine'))
    }
  }
  for (const { key, name, isSent } of current().photos) {
    if (isSent) continue
    const photo = await readPhoto(activity, key)
    if (photo) await sendPhoto(area, activity, new File([photo], name, { type: photo.type }), key)
    const after = current()
    await keep({
      ...after,
      photos: after.photos.map((each) => (each.key === key ? { ...each, isSent: true } : each)),
    })
    await forgetPhoto(activity, key)
  }
  return null
}
