import { isCancel } from 'axios'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import {
  type AttachmentKind,
  type AttachmentLimits,
  attachmentLimits,
  mostRecordsOfFile,
} from '#shared/kit/attachments.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import type { StopReason } from './resumable'

/** A file on its way, or one that could not go. */
export interface Upload {
  id: number
  file: File
  /** Uploaded percent; null while it is queued. */
  progress: number | null
  problem?: string
  /** Whether a retry can help: false when the file itself is not accepted. */
  retriable?: boolean
  /** The connection was lost: it goes again when there is one. */
  isLost?: boolean
  visibility: Attachment['visibility']
  replaces?: Attachment
  kind?: AttachmentKind
  /** Stopped by the person, to go on later. */
  isPaused?: boolean
  /** Waits for the connection. */
  isOffline?: boolean
  /** Completely sent, and not attached yet. */
  isFinishing?: boolean
}

/** File types of the file chooser. */
export const acceptedBy = ({ endings }: AttachmentLimits) => endings.map((ending) => `.${ending}`).join(',')

/** Uploads files to a record, two at a time; each can be cancelled and shows its own error. */
export const useUploads = (area: Area, record: number, onAnswer: (files: Attachment[]) => void): Uploads => {
  const [list, setList] = useState<readonly Upload[]>([])
  const under = useRef(new Map<number, AbortController>())
  const change = useCallback(
    (id: number, to: Partial<Upload>) =>
      setList((now) => now.map((upload) => (upload.id === id ? { ...upload, ...to } : upload))),
    [],
  )
  const leave = useCallback((id: number) => {
    under.current.get(id)?.abort('cancel' satisfies StopReason)
    setList((now) => now.filter((upload) => upload.id !== id))
  }, [])
  const pause = useCallback(
    (id: number) => {
      under.current.get(id)?.abort('pause' satisfies StopReason)
      change(id, { isPaused: true, isOffline: false })
    },
    [change],
  )

  const start = useCallback(
    async (upload: Upload) => {
      const control = new AbortController()
      under.current.set(upload.id, control)
      change(upload.id, { progress: 0 })
      try {
        const answer = await send(area, [record], upload, control.signal, (state) => change(upload.id, state))
        setList((now) => now.filter(({ id }) => id !== upload.id))
        onAnswer(answer)
      } catch (error) {
        if (isCancel(error) || control.signal.aborted) return
        const { status = 0, message } = error as Error & { status?: number }
        change(upload.id, {
          problem: message,
          retriable: status === 0 || status >= 429,
          isLost: status === 0,
          progress: null,
          isFinishing: false,
        })
      } finally {
        under.current.delete(upload.id)
      }
    },
    [area, record, onAnswer, change],
  )

  useEffect(() => {
    const free = atOnce - under.current.size
    const waiting = list.filter(
      ({ id, progress, problem, isPaused }) => progress === null && !problem && !isPaused && !under.current.has(id),
    )
    for (const upload of waiting.slice(0, Math.max(0, free))) void start(upload)
  }, [list, start])

  useEffect(() => {
    const goOn = () => setList((now) => now.map((upload) => (upload.isLost ? { ...upload, ...again } : upload)))
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [])

  // Leaving the page cancels what is not uploaded yet.
  useEffect(() => {
    const all = under.current
    return () => {
      for (const control of all.values()) control.abort('leave' satisfies StopReason)
    }
  }, [])

  return {
    list,
    leave,
    pause,
    resume: (id) => change(id, { isPaused: false, progress: null }),
    add: (files, visibility, options = {}) =>
      setList((now) => [...now, ...files.map((file) => uploadOf(area, file, visibility, options))]),
    retry: (id) => change(id, again),
  }
}

export interface Uploads {
  list: readonly Upload[]
  add: (files: readonly File[], visibility: Attachment['visibility'], options?: UploadOptions) => void
  retry: (id: number) => void
  /** Of a large file, which goes on from there. */
  pause: (id: number) => void
  resume: (id: number) => void
  /** Stops it, or takes it off the list. */
  leave: (id: number) => void
}

const atOnce = 2
const again = { problem: undefined, isLost: false, progress: null } as const

/** `replaces`: the file of which it is the next version, whose kind it has too. */
export type UploadOptions = Pick<Upload, 'replaces' | 'kind'>

const uploadOf = (area: Area, file: File, visibility: Attachment['visibility'], options: UploadOptions): Upload => {
  const problem = problemOf(attachmentLimits(area), file)
  const id = ++counter
  // One key for all attempts, so that a lost answer does not store the file twice.
  keys.set(file, keys.get(file) ?? freshKey())
  return { id, file, progress: null, visibility, ...options, ...(problem ? { problem } : {}) }
}

/**
 * Attaches a file to many records, or the next version of one to its record; sent again, it is not attached twice.
 * `onPercent` hears how far it is.
 */
export const attachToAll = async (
  area: Area,
  records: readonly number[],
  { file, ...options }: Pick<Upload, 'file'> & UploadOptions,
  signal: AbortSignal,
  onPercent: (percent: number) => void,
) => {
  const { id, problem, ...upload } = uploadOf(area, file, 'shared', options)
  if (problem) throw new Error(problem)
  for (let start = 0; start < records.length; start += mostRecordsOfFile) {
    const some = records.slice(start, start + mostRecordsOfFile)
    await send(area, some, { id, ...upload }, signal, ({ progress }) =>
      onPercent(Math.round((100 * start + (progress ?? 0) * some.length) / records.length)),
    )
  }
}

const send = async (
  area: Area,
  records: readonly number[],
  { file, visibility, replaces, kind }: Upload,
  signal: AbortSignal,
  onState: (state: Partial<Upload>) => void,
) => {
  const [record = 0] = records
  const fields = {
    area: area.name,
    record: records.join(),
    ...(replaces ? { supersedes: String(replaces.id) } : { visibility }),
    ...(kind ? { kind } : {}),
  }
  const to = { area, record, path: '/api/files', field: 'files', fields, key: `${keys.get(file)}-${record}` }
  return sendFile<Attachment[]>(to, file, signal, onState)
}

/** Where a file goes, and what goes with it. */
interface FormAddress {
  path: string
  /** The field of the file, and the others. */
  field: string
  fields: Readonly<Record<string, string>>
  /** One key for all attempts. */
  key: string
  /** The record for which a large file comes in parts. */
  area: Area
  record: number
}

/** Sends a file with the fields of its form, in parts where it is large. */
export const sendFile = async <T>(
  { area, record, path, field, fields, key }: FormAddress,
  file: File,
  signal: AbortSignal,
  onState: (state: Partial<Upload>) => void,
): Promise<T> => {
  const to = `${area.name} ${record}`
  const parts = isLarge(file)
    ? await partsOf(file, to, () => sendParts(area, record, file, signal, onState))
    : undefined
  if (parts) onState({ isFinishing: true })
  const form = new FormData()
  // Fields first, so that a refused upload is refused before its bytes are sent.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (parts) form.append('upload', parts.id)
  else form.append(field, file)
  const { data } = await http
    .post<T>(path, form, {
      signal,
      // A large file on a slow line takes its time.
      timeout: 0,
      headers: { 'Idempotency-Key': key },
      onUploadProgress: ({ loaded, total }) => {
        if (!parts) onState({ progress: total ? Math.round((100 * loaded) / total) : 0 })
      },
    })
    .catch((error: unknown) => {
      // Refused, as the upload may have expired: then the file is sent anew.
      if (error instanceof HttpError && error.statusCode >= 400 && error.statusCode < 429) complete.delete(file)
      throw error
    })
  complete.delete(file)
  await parts?.forget()
  return data
}

/** Files that were sent in parts and are not attached yet, as far as this page knows, and for which record. */
const complete = new WeakMap<File, SentParts & { to: string }>()
type SentParts = Awaited<ReturnType<typeof sendParts>>

/** The parts of a file, sent once: when the answer to its form was lost, the form alone is sent again. */
const partsOf = async (file: File, to: string, send: () => Promise<SentParts>): Promise<SentParts> => {
  const known = complete.get(file)
  if (known?.to === to) return known
  const sent = await send()
  complete.set(file, { ...sent, to })
  return sent
}

/** Whether a file goes in parts, so that a lost connection does not lose what was sent. */
export const isLarge = ({ size }: File) => size > 5 * 1024 * 1024

const sendParts = async (
  area: Area,
  record: number,
  file: File,
  signal: AbortSignal,
  onState: (state: Partial<Upload>) => void,
) => {
  const { sendInParts } = await import('./resumable')
  return sendInParts({
    area,
    record,
    file,
    signal,
    onProgress: (progress) => onState({ progress }),
    onOffline: (isOffline) => onState({ isOffline }),
  })
}

/** Why a file is not accepted; the server checks its content too. */
export const problemOf = ({ size, endings }: AttachmentLimits, file: File): string | undefined => {
  if (file.size > size) return t('files.too_large', { max: size / 1024 / 1024 })
  if (file.size === 0) return t('files.empty')
  const ending = /[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  return endings.includes(ending) ? undefined : t('files.wrong_type')
}

const keys = new WeakMap<File, string>()
let counter = 0
