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
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { t } from '#web/i18n.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { session } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import type { StopReason } from './resumable'

/** A file that is queued, being uploaded, or failed. */
export interface Upload {
  id: number
  file: File
  /** Uploaded percent; null while it is queued. */
  progress: number | null
  problem?: string
  /** Whether a retry may succeed; false if the file itself is refused. */
  retriable?: boolean
  /** Failed for lack of a connection; it is retried when the browser is online again. */
  isLost?: boolean
  visibility: Attachment['visibility']
  replaces?: Attachment
  kind?: AttachmentKind
  /** Paused by the person. */
  isPaused?: boolean
  /** Waiting for the connection. */
  isOffline?: boolean
  /** All parts are sent, but the file is not attached yet. */
  isFinishing?: boolean
}

/** The `accept` attribute of file inputs. */
export const acceptedBy = ({ endings }: AttachmentLimits) => endings.map((ending) => `.${ending}`).join(',')

/**
 * Uploads files to a record, two at a time. Each can be cancelled and has its own error; `onAnswer` receives the
 * record's files.
 */
export const useUploads = (area: Area, record: number, onAnswer: (files: Attachment[]) => void): Uploads => {
  const [list, setList] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const isLeft = useIsLeft()
  const change = useCallback(
    (id: number, changes: Partial<Upload>) =>
      setList((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload))),
    [],
  )
  const leave = useCallback((id: number) => {
    controllers.current.get(id)?.abort('cancel' satisfies StopReason)
    setList((uploads) => uploads.filter((upload) => upload.id !== id))
  }, [])
  const pause = useCallback(
    (id: number) => {
      controllers.current.get(id)?.abort('pause' satisfies StopReason)
      change(id, { isPaused: true, isOffline: false })
    },
    [change],
  )

  const start = useCallback(
    async (upload: Upload) => {
      const control = new AbortController()
      controllers.current.set(upload.id, control)
      change(upload.id, { progress: 0 })
      try {
        const files = await send(area, [record], upload, control.signal, (state) => change(upload.id, state))
        setList((uploads) => uploads.filter(({ id }) => id !== upload.id))
        onAnswer(files)
      } catch (error) {
        if (isCancel(error) || control.signal.aborted) return
        const { status = 0, message } = error as Error & { status?: number }
        if (isLeft())
          notify({ tone: 'danger', text: t('files.not_uploaded', { name: upload.file.name, why: message }) })
        change(upload.id, {
          problem: message,
          retriable: status === 0 || status >= 429,
          isLost: status === 0,
          progress: null,
          isFinishing: false,
        })
      } finally {
        controllers.current.delete(upload.id)
      }
    },
    [area, record, onAnswer, change, isLeft],
  )

  useEffect(() => {
    const freeSlots = maxConcurrent - controllers.current.size
    const waitingUploads = list.filter(
      ({ id, progress, problem, isPaused }) =>
        progress === null && !problem && !isPaused && !controllers.current.has(id),
    )
    for (const upload of waitingUploads.slice(0, Math.max(0, freeSlots))) void start(upload)
  }, [list, start])

  useEffect(() => {
    const retryLost = () =>
      setList((uploads) => uploads.map((upload) => (upload.isLost ? { ...upload, ...retryState } : upload)))
    addEventListener('online', retryLost)
    return () => removeEventListener('online', retryLost)
  }, [])

  // When the page is left, small files are uploaded on; large ones stop, and can be resumed on return.
  const latest = useRef({ list, start })
  latest.current = { list, start }
  useEffect(() => {
    const activeControllers = controllers.current
    return () => {
      const { list, start } = latest.current
      for (const { id, file } of list) if (isLarge(file)) activeControllers.get(id)?.abort('leave' satisfies StopReason)
      const waiting = list.filter(({ id, file, problem }) => !isLarge(file) && !problem && !activeControllers.has(id))
      void uploadInTurn(waiting, start)
    }
  }, [])

  return {
    list,
    leave,
    pause,
    resume: (id) => change(id, { isPaused: false, progress: null }),
    add: (files, visibility, options = {}) =>
      setList((uploads) => [...uploads, ...files.map((file) => uploadOf(area, file, visibility, options))]),
    retry: (id) => change(id, retryState),
  }
}

export interface Uploads {
  list: readonly Upload[]
  add: (files: readonly File[], visibility: Attachment['visibility'], options?: UploadOptions) => void
  retry: (id: number) => void
  /** Pauses the upload of a large file, which resumes at the same part. */
  pause: (id: number) => void
  resume: (id: number) => void
  /** Cancels an upload, or removes a failed one from the list. */
  leave: (id: number) => void
}

/** Runs one upload after another while the same person is signed in. */
const uploadInTurn = async (waiting: readonly Upload[], start: (upload: Upload) => Promise<void>) => {
  const person = session()?.id
  for (const upload of waiting) if (person !== undefined && session()?.id === person) await start(upload)
}

const maxConcurrent = 2
const retryState = { problem: undefined, isLost: false, progress: null } as const

/** `replaces` is the file that the upload is the next version of, whose kind it inherits. */
export type UploadOptions = Pick<Upload, 'replaces' | 'kind'>

const uploadOf = (area: Area, file: File, visibility: Attachment['visibility'], options: UploadOptions): Upload => {
  const problem = problemOf(attachmentLimits(area), file)
  const id = ++counter
  // All attempts share one key, so that the file is not stored twice after a lost response.
  keys.set(file, keys.get(file) ?? freshKey())
  return { id, file, progress: null, visibility, ...options, ...(problem ? { problem } : {}) }
}

/**
 * Attaches a file to many records, or the next version of a file to its record. Repeated calls with the same file do
 * not attach it twice. Throws HttpError, or an Error if the file is not accepted.
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
    const recordsOfRequest = records.slice(start, start + mostRecordsOfFile)
    await send(area, recordsOfRequest, { id, ...upload }, signal, ({ progress }) =>
      onPercent(Math.round((100 * start + (progress ?? 0) * recordsOfRequest.length) / records.length)),
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
  const address = { area, record, path: '/api/files', field: 'files', fields, key: `${keys.get(file)}-${record}` }
  return sendFile<Attachment[]>(address, file, signal, onState)
}

/** The form that a file is sent with. */
interface FormAddress {
  path: string
  /** Name of the field for the file. */
  field: string
  /** The other fields. */
  fields: Readonly<Record<string, string>>
  /** The Idempotency-Key of all attempts. */
  key: string
  /** Area and id of the record that the parts of a large file are uploaded for. */
  area: Area
  record: number
}

/** Sends a file with its form and returns the response. Large files are uploaded in parts first. Throws HttpError. */
export const sendFile = async <T>(
  { area, record, path, field, fields, key }: FormAddress,
  file: File,
  signal: AbortSignal,
  onState: (state: Partial<Upload>) => void,
): Promise<T> => {
  const recordKey = `${area.name} ${record}`
  const parts = isLarge(file)
    ? await partsOf(file, recordKey, () => sendParts(area, record, file, signal, onState))
    : undefined
  if (parts) onState({ isFinishing: true })
  const form = new FormData()
  // The fields precede the file, so that the server can refuse the upload before it receives the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (parts) form.append('upload', parts.id)
  else form.append(field, file)
  const { data } = await http
    .post<T>(path, form, {
      signal,
      // Large files take long on slow connections.
      timeout: 0,
      headers: { 'Idempotency-Key': key },
      onUploadProgress: ({ loaded, total }) => {
        if (!parts) onState({ progress: total ? Math.round((100 * loaded) / total) : 0 })
      },
    })
    .catch((error: unknown) => {
      // The uploaded parts may have expired on the server: the next attempt uploads them again.
      if (error instanceof HttpError && error.statusCode >= 400 && error.statusCode < 429) completeParts.delete(file)
      throw error
    })
  completeParts.delete(file)
  await parts?.forget()
  return data
}

/** Files whose parts are uploaded but not attached yet, with the record that they were uploaded for. */
const completeParts = new WeakMap<File, SentParts & { to: string }>()
type SentParts = Awaited<ReturnType<typeof sendParts>>

/** Uploads the parts of a file once: after a lost response of the form only the form is sent again. */
const partsOf = async (file: File, recordKey: string, send: () => Promise<SentParts>): Promise<SentParts> => {
  const stored = completeParts.get(file)
  if (stored?.to === recordKey) return stored
  const sent = await send()
  completeParts.set(file, { ...sent, to: recordKey })
  return sent
}

/** Whether a file is uploaded in parts, so that a lost connection does not lose all of it. */
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

/** Why a file is not accepted; undefined if it is. The server also checks its content. */
export const problemOf = ({ size, endings }: AttachmentLimits, file: File): string | undefined => {
  if (file.size > size) return t('files.too_large', { max: size / 1024 / 1024 })
  if (file.size === 0) return t('files.empty')
  const ending = /[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  return endings.includes(ending) ? undefined : t('files.wrong_type')
}

const keys = new WeakMap<File, string>()
let counter = 0
