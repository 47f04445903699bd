/**
 * A failed request, in the shape that Refine expects: `errors` by field path, `code` of the API, and the whole answer
 * as `body` (for a 409 it contains the current record). `statusCode` is 0 without an answer.
 */
export class HttpError extends Error {
  [key: string]: unknown
  readonly statusCode: number
  readonly errors: Record<string, string[]> | undefined
  readonly code: string
  readonly requestId: string | undefined
  readonly body: Record<string, unknown>

  constructor(message: string, statusCode: number, body: Record<string, unknown> = {}) {
    super(message)
    this.name = 'HttpError'
    this.statusCode = statusCode
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : statusCode === 0 ? 'offline' : String(statusCode)
    this.errors = body.errors as Record<string, string[]> | undefined
    this.requestId = typeof body.request_id === 'string' ? body.request_id : undefined
  }
}

/** Whether the portal did not respond, or only a proxy in front of it, so that a retry may help. */
export const isUnreachable = (failure: unknown): boolean =>
  failure instanceof HttpError && unreachable.has(failure.statusCode)

const unreachable: ReadonlySet<number> = new Set([0, 502, 503, 504])
