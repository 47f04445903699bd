import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError } from 'axios'
import { language, t } from '#web/i18n.ts'
import { HttpError, isUnreachable } from './http-error'
import { actionOf, forgetAction, keyForAction } from './idempotency-key'
import { handleUnauthorized, session } from './session'

export { HttpError, isUnreachable }

/**
 * The API client (axios). It sends the Bearer token, the language, and an Idempotency-Key with every write, and throws
 * failures as HttpError. A 401 ends the session, once; an aborted request rejects with axios's CanceledError.
 */
export const http: AxiosInstance = axios.create({ timeout: 60_000 })

http.interceptors.request.use((config) => {
  const token = session()?.token
  if (token) config.headers.set('Authorization', `Bearer ${token}`)
  config.headers.set('Accept-Language', language())
  if (config.method !== 'get' && !config.headers.has('Idempotency-Key')) {
    config.headers.set('Idempotency-Key', keyForAction(actionOf(config.method ?? '', http.getUri(config), config.data)))
  }
  return config
})

const settle = (config: InternalAxiosRequestConfig | undefined) =>
  forgetAction(String(config?.headers.get('Idempotency-Key') ?? ''))

const settled = (response: AxiosResponse) => {
  settle(response.config)
  return response
}

http.interceptors.response.use(settled, async (error: unknown) => {
  if (!isAxiosError(error) || axios.isCancel(error)) throw error
  const { response, config } = error
  // A refused request had no effect. Without an answer or with a server error, the write may have happened, so its key
  // is kept for a retry.
  if (response && response.status < 500 && response.data?.code !== 'key_running') settle(config)
  if (!response) throw new HttpError(t('shell.errors.no_answer'), 0)
  const body = await bodyOf(response)
  if (response.status === 401)
    handleUnauthorized(
      String(config?.headers.get('Authorization') ?? '')
        .split(' ')
        .at(1),
    )
  throw new HttpError(
    typeof body.message === 'string' ? body.message : t('shell.errors.failed'),
    response.status,
    'request_id' in body ? body : { ...body, request_id: response.headers['x-request-id'] },
  )
})

/**
 * Requests the API: `api('GET', 'purchase-orders/12/history')`. A path without a leading slash is under `/api/`. Throws
 * HttpError.
 */
export const api = async <T>(method: Method, path: string, options: ApiOptions = {}): Promise<T> => {
  const { params, body, signal, idempotencyKey } = options
  const { data } = await http.request<T>({
    method,
    url: path.startsWith('/') ? path : `/api/${path}`,
    ...(params ? { params: new URLSearchParams(params) } : {}),
    ...(body === undefined ? {} : { data: body }),
    ...(signal ? { signal } : {}),
    ...(idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}),
  })
  return data
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export interface ApiOptions {
  params?: [string, string][] | Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** The same key for every attempt of one action, so that it happens only once. */
  idempotencyKey?: string
}

/** The body of an answer; a failed download has its error in a Blob. */
const bodyOf = async ({ data }: AxiosResponse): Promise<Record<string, unknown>> => {
  if (data instanceof Blob) return JSON.parse((await data.text()) || '{}')
  return data && typeof data === 'object' ? data : {}
}
