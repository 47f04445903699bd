import { type DetailedError, Upload } from 'tus-js-client'
import type { Area } from '#shared/kit/area.ts'
import { language } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http.ts'
import { handleUnauthorized, session } from '#web/providers/session.ts'
import { fingerprintOf } from './unfinished'

/** Why an upload stops: given up, to go on later on this page, or because the page is left. */
export type StopReason = 'cancel' | 'pause' | 'leave'

interface PartsOptions {
  area: Area
  record: number
  file: File
  /** Its reason is a `StopReason`. */
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** Whether the upload waits for the connection. */
  onOffline: (isOffline: boolean) => void
}

/**
 * Sends a file in parts (tus) and answers the id of the complete upload. It goes on where the same file stopped before,
 * also after a reload of the page, and by itself after the connection was lost. `forget` is for when the file was
 * attached.
 */
export const sendInParts = ({ area, record, file, signal, onProgress, onOffline }: PartsOptions) =>
  new Promise<{ id: string; forget: () => Promise<void> }>((resolve, reject) => {
    const fingerprint = fingerprintOf(area, record, file)
    let waiting: ReturnType<typeof setTimeout> | undefined
    const goOn = () => {
      clearTimeout(waiting)
      removeEventListener('online', goOn)
      if (!signal.aborted) upload.start()
    }
    const upload = new Upload(file, {
      endpoint: '/api/uploads',
      chunkSize: partSize,
      metadata: { filename: file.name, area: area.name, record: String(record) },
      fingerprint: async () => fingerprint,
      retryDelays: [0, 1000, 3000, 5000],
      onBeforeRequest: (request) => {
        request.setHeader('Authorization', `Bearer ${session()?.token ?? ''}`)
        request.setHeader('Accept-Language', language())
      },
      onShouldRetry: (error) => isPassing(statusOf(error)),
      onProgress: (sent, total) => {
        onOffline(false)
        onProgress(Math.floor((100 * sent) / total))
      },
      onError: (error) => {
        const status = statusOf(error)
        if (signal.aborted) return
        if (!isPassing(status)) return reject(refusalOf(error, status))
        onOffline(true)
        addEventListener('online', goOn)
        waiting = setTimeout(goOn, 10_000)
      },
      onSuccess: () => {
        const id = upload.url?.split('/').at(-1) ?? ''
        resolve({ id, forget: () => forget(upload) })
      },
    })
    signal.addEventListener('abort', () => {
      clearTimeout(waiting)
      removeEventListener('online', goOn)
      const isOver = signal.reason === 'cancel'
      // What the server does not hear of expires there.
      upload.abort(isOver).catch(() => {})
      if (isOver) void forget(upload)
      reject(new DOMException('stopped', 'AbortError'))
    })
    upload
      .findPreviousUploads()
      .then(([earlier]) => {
        if (signal.aborted) return
        if (earlier) upload.resumeFromPreviousUpload(earlier)
        upload.start()
      })
      .catch(reject)
  })

/** Small enough that a lost connection costs little, and large enough for few parts. */
const partSize = 8 * 1024 * 1024

const statusOf = (error: Error | DetailedError) =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0

/** Whether another try may succeed: no answer, another offset, or a server that is starting. */
const isPassing = (status: number) => status === 0 || status === 409 || status >= 500

/** The server's sentence. */
const refusalOf = (error: Error | DetailedError, status: number) => {
  if (status === 401) handleUnauthorized(session()?.token)
  const body = ('originalResponse' in error && error.originalResponse?.getBody()) || '{}'
  const { message = error.message } = parsed(body)
  return new HttpError(message, status)
}

const parsed = (body: string): { message?: string } => {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

const forget = async (upload: Upload) => {
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await upload.options.urlStorage?.removeUpload(urlStorageKey)
}
