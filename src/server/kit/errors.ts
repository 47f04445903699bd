import type { Text } from '#shared/kit/text.ts'

/**
 * An error that is answered with a 4xx status. `text` is rendered in the caller's language; `errors` maps field paths
 * to texts.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text,
    readonly errors: Record<string, Text[]> = {},
    readonly extra: Record<string, unknown> = {},
  ) {
    super(text.key)
  }
}

export const malformed = (field: string, text: Text) => new Refusal(400, 'malformed', text, { [field]: [text] })
export const signedOut = (text: Text = { key: 'messages.invalid_token' }) => new Refusal(401, 'signed_out', text)
export const forbidden = (text: Text = { key: 'messages.forbidden' }) => new Refusal(403, 'forbidden', text)
export const notFound = () => new Refusal(404, 'not_found', { key: 'messages.not_found' })
export const conflict = (code: string, text: Text, extra: Record<string, unknown> = {}) =>
  new Refusal(409, code, text, {}, extra)
export const invalid = (errors: Record<string, Text[]>, text: Text = { key: 'messages.invalid' }) =>
  new Refusal(422, 'invalid', text, errors)
export const tooMany = (text: Text, extra: Record<string, unknown> = {}) =>
  new Refusal(429, 'too_many', text, {}, extra)
