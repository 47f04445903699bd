import { emailPattern } from '#shared/base/email.ts'

/** The address that another account page passed on in the state of the navigation, so that nobody types it twice. */
export const emailFrom = (state: unknown): string =>
  state && typeof state === 'object' && 'email' in state && typeof state.email === 'string' ? state.email : ''

/** Whether it may be an address of mail; the server knows better. */
export const looksLikeEmail = (text: string) => emailPattern.test(text.trim())
