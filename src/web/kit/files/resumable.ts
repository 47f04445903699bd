import { type DetailedError, Upload } from 'tus-js-client'
import type { Area } from '#shared/kit/area.ts'
import { language } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http.ts'
import { handleUnauthorized, session } from '#web/providers/session.ts'
import { fingerprintOf } from './unfinished'

/** Why an upload stops: cancelled, paused to resume on this page, or interrupted because the page is left. */
export type StopReason = 'cancel' | 'pause' | 'leave'

interface PartsOptions {
  area: Area
  record: number
  file: File
  /** The reason of an abort is a `StopReason`. */
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** Called with true while the upload waits for the connection. */
  onOffline: (isOffline: boolean) => void
}

/**
 * Uploads a file in parts by the tus protocol (https://tus.io) and resolves with the id of the complete upload. An
 * interrupted upload of the same file is resumed, also after a reload; after a lost connection it resumes by itself.
 * `forget` deletes the stored address and must be called once the file is attached. Rejects with HttpError if the
 * server refuses it, and with an AbortError on `signal`.
 */
export const sendInParts = ({ area, record, file, signal, onProgress, onOffline }: PartsOptions) =>
  new Promise<{ id: string; forget: () => Promise<void> }>((resolve, reject) => {
    const fingerprint = fingerprintOf(area, record, file)
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const resume = () => {
      clearTimeout(retryTimer)
      removeEventListener('online', resume)
      if (!signal.aborted) upload.start()
    }
    const upload = new Upload(file, {
      endpoint: '/api/uploads',
      chunkSize: bytesPerPart,
      metadata: { filename: file.name, area: area.name, record: String(record) },
      fingerprint: async () => fingerprint,
      retryDelays: [0, 1000, 3000, 5000],
      onBeforeRequest: (request) => {
        request.setHeader('Authorization', `Bearer ${session()?.token ?? ''}`)
        request.setHeader('Accept-Language', language())
      },
      onShouldRetry: (error) => isTemporary(statusOf(error)),
      onProgress: (sent, total) => {
        onOffline(false)
        onProgress(Math.floor((100 * sent) / total))
      },
      onError: (error) => {
        const status = statusOf(error)
        if (signal.aborted) return
        if (!isTemporary(status)) return reject(refusalOf(error, status))
        onOffline(true)
        addEventListener('online', resume)
        retryTimer = setTimeout(resume, 10_000)
      },
      onSuccess: () => {
        const id = upload.url?.split('/').at(-1) ?? ''
        resolve({ id, forget: () => forget(upload) })
      },
    })
    signal.addEventListener('abort', () => {
      clearTimeout(retryTimer)
      removeEventListener('online', resume)
      const isCancelled = signal.reason === 'cancel'
      // If the request fails, the upload expires on the server.
      upload.abort(isCancelled).catch(() => {})
      if (isCancelled) void forget(upload)
      reject(new DOMException('The upload was stopped.', 'AbortError'))
    })
    upload
      .findPreviousUploads()
      .then(([previousUpload]) => {
        if (signal.aborted) return
        if (previousUpload) upload.resumeFromPreviousUpload(previousUpload)
        upload.start()
      })
      .catch(reject)
  })

/** Bytes per part: little is lost with the connection, and few requests are needed. */
const bytesPerPart = 8 * 1024 * 1024

const statusOf = (error: Error | DetailedError) =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0

/** Whether a retry may succeed: after no response, a wrong offset (409), or an error of a server that is starting. */
const isTemporary = (status: number) => status === 0 || status === 409 || status >= 500

/** The error with the server's message. A 401 also ends the session. */
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
