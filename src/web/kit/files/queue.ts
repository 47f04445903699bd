import { isCancel } from 'axios'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { attachmentLimits } from '#shared/kit/attachments.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { http } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'

/** A file on its way, or one that could not go. */
export interface Upload {
  id: number
  file: File
  /** Percent that has gone; null while it waits for its turn. */
  sent: number | null
  problem?: string
  /** Whether another try could help: not where the file itself is wrong. */
  retriable?: boolean
  visibility: Attachment['visibility']
  replaces?: Attachment
}

/** What a file chooser offers. */
export const accepted = attachmentLimits.endings.map((ending) => `.${ending}`).join(',')

/** Files on their way to a record, two at a time; each can be stopped, and says itself what is wrong with it. */
export const useUploads = (area: Area, record: number, onAnswer: (files: Attachment[]) => void): Uploads => {
  const [list, setList] = useState<readonly Upload[]>([])
  const under = useRef(new Map<number, AbortController>())
  const change = useCallback(
    (id: number, to: Partial<Upload>) => setList((now) => now.map((one) => (one.id === id ? { ...one, ...to } : one))),
    [],
  )
  const leave = useCallback((id: number) => {
    under.current.get(id)?.abort()
    setList((now) => now.filter((one) => one.id !== id))
  }, [])

  const start = useCallback(
    async (one: Upload) => {
      const control = new AbortController()
      under.current.set(one.id, control)
      change(one.id, { sent: 0 })
      try {
        const answer = await send(area, record, one, control.signal, (sent) => change(one.id, { sent }))
        setList((now) => now.filter(({ id }) => id !== one.id))
        onAnswer(answer)
      } catch (error) {
        if (isCancel(error)) return
        const { status = 0, message } = error as Error & { status?: number }
        change(one.id, { problem: message, retriable: status === 0 || status >= 429, sent: null })
      } finally {
        under.current.delete(one.id)
      }
    },
    [area, record, onAnswer, change],
  )

  useEffect(() => {
    const free = atOnce - under.current.size
    const waiting = list.filter(({ id, sent, problem }) => sent === null && !problem && !under.current.has(id))
    for (const one of waiting.slice(0, Math.max(0, free))) void start(one)
  }, [list, start])

  // Who leaves the page takes what has not gone yet along.
  useEffect(() => {
    const all = under.current
    return () => {
      for (const control of all.values()) control.abort()
    }
  }, [])

  return {
    list,
    leave,
    add: (files, visibility, replaces) =>
      setList((now) => [...now, ...files.map((file) => uploadOf(file, visibility, replaces))]),
    retry: (id) => change(id, { problem: undefined, sent: null }),
  }
}

export interface Uploads {
  list: readonly Upload[]
  add: (files: readonly File[], visibility: Attachment['visibility'], replaces?: Attachment) => void
  retry: (id: number) => void
  /** Stops it, or takes it off the list. */
  leave: (id: number) => void
}

const atOnce = 2

const uploadOf = (file: File, visibility: Attachment['visibility'], replaces?: Attachment): Upload => {
  const problem = problemOf(file)
  const id = ++counter
  // One key for every try: a lost answer does not make two of one file.
  keys.set(file, keys.get(file) ?? freshKey())
  return { id, file, sent: null, visibility, ...(problem ? { problem } : {}), ...(replaces ? { replaces } : {}) }
}

const send = async (
  area: Area,
  record: number,
  { file, visibility, replaces }: Upload,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => {
  const form = new FormData()
  // The fields first: what would be refused is refused before the file has gone.
  form.append('area', area.name)
  form.append('record', String(record))
  if (replaces) form.append('supersedes', String(replaces.id))
  else form.append('visibility', visibility)
  form.append('files', file)
  const { data } = await http.post<Attachment[]>('/api/files', form, {
    signal,
    // A large file on a slow line takes its time.
    timeout: 0,
    headers: { 'Idempotency-Key': keys.get(file) },
    onUploadProgress: ({ loaded, total }) => onProgress(total ? Math.round((100 * loaded) / total) : 0),
  })
  return data
}

const problemOf = (file: File): string | undefined => {
  if (file.size > attachmentLimits.size) return t('files.too_large', { max: attachmentLimits.size / 1024 / 1024 })
  if (file.size === 0) return t('files.empty')
  const ending = /[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  return (attachmentLimits.endings as readonly string[]).includes(ending) ? undefined : t('files.wrong_type')
}

const keys = new WeakMap<File, string>()
let counter = 0
