import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError } from 'axios'
import { language, t } from '#web/i18n.ts'
import { HttpError, isUnreachable } from './http-error'
import { actionOf, forgetAction, keyForAction } from './idempotency-key'
import { refused, session } from './session'

export { HttpError, isUnreachable }

/**
 * The API client (axios): Bearer token, language, an Idempotency-Key on every write, and failures as HttpError. A 401
 * ends the session (once); an aborted request rejects with axios's CanceledError.
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
  // A refusal had no effect; without an answer the write may have happened.
  if (response && response.status < 500 && response.data?.code !== 'key_running') settle(config)
  if (!response) throw new HttpError(t('shell.errors.no_answer'), 0)
  const body = await bodyOf(response)
  if (response.status === 401)
    refused(
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

/** Calls the API: `api('GET', 'purchase-orders/12/history')`. Paths without a leading slash are under `/api/`. */
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
  /** The same for every try of one intention, so that it happens once. */
  idempotencyKey?: string
}

/** A failed download has its error in a Blob, the type of the expected file. */
const bodyOf = async ({ data }: AxiosResponse): Promise<Record<string, unknown>> => {
  if (data instanceof Blob) return JSON.parse((await data.text()) || '{}')
  return data && typeof data === 'object' ? data : {}
}
