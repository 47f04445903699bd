import { language, t } from '#web/i18n.ts'
import { HttpError } from './http-error'
import { freshKey } from './idempotency-key'

/**
 * A request to the auth routes of the API by `fetch`, so that the sign-in page does not load axios. Throws HttpError.
 */
export const call = async <T>(method: 'GET' | 'POST', path: string, options: CallOptions = {}): Promise<T> => {
  const { body, token } = options
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': language(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': freshKey() } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new HttpError(t('shell.errors.no_answer'), 0)
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer as T
  const refusal = answer as Record<string, unknown>
  throw new HttpError(
    typeof refusal.message === 'string' ? refusal.message : t('shell.errors.failed'),
    response.status,
    refusal,
  )
}

export interface CallOptions {
  body?: unknown
  token?: string
}
