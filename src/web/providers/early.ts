import { session } from './session'
import { readToken } from './token'

/** What `boot-early.js` began before the app was there: the first list's request. */
interface Early {
  url: string
  token: string
  answer: Promise<Response | null>
}

declare global {
  interface Window {
    early?: Early
  }
}

/**
 * The answer that is already on its way, once, if it is to this very address for this very person; null where there is
 * none or it failed: the ordinary request then says why.
 */
export const takeEarly = async (url: string): Promise<Response | null> => {
  const { early } = window
  delete window.early
  if (!early || early.url !== url || readToken(early.token)?.sub !== session()?.id) return null
  const answer = await early.answer
  return answer?.ok ? answer : null
}
