import type { Who } from '../shared/roles'

/** A page that belongs to no area: an account page, a help page, a search. */
export interface SitePage {
  /** Its address; `:name` stands for a part that varies. */
  path: string
  /** The file under `web/pages/site/` that exports it as `Page`. */
  screen: string
  /** `guests`: only without a sign-in; `anybody`: with and without; `members`: whoever is signed in, or of them those in `auth`. */
  for: 'guests' | 'anybody' | 'members'
  auth?: Who
  /** Without navbar, toolbar and footer, also for members. */
  bare?: boolean
}

/** THE register of pages: a page exists when it stands here. */
export const pages: readonly SitePage[] = []
