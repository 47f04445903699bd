import { emailPattern } from '#shared/base/email.ts'

/** The address that another account page passed in the navigation state. */
export const emailFrom = (state: unknown): string =>
  state && typeof state === 'object' && 'email' in state && typeof state.email === 'string' ? state.email : ''

/** Whether the text may be an e-mail address; the server decides. */
export const looksLikeEmail = (text: string) => emailPattern.test(text.trim())
