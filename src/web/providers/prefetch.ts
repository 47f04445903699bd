import type { AnyRecord } from '#shared/kit/area.ts'
import { session } from './session'
import { readToken } from './token'

/** What `boot-early.js` began before the app was there: the first list's request. */
interface Prefetch {
  url: string
  token: string
  /** Null where it failed: the ordinary request then says why. */
  answer: Promise<PrefetchedList | null>
  /** The answer, once it is there. */
  list?: PrefetchedList
}

/** A page of a list, as Refine keeps it. */
export interface PrefetchedList {
  data: AnyRecord[]
  total: number
}

declare global {
  interface Window {
    early?: Prefetch
  }
}

/** The answer that is already on its way, once, if it is to this very address for this very person; else null. */
export const consumePrefetch = async (url: string): Promise<PrefetchedList | null> => {
  const early = isFor(url) ? window.early : undefined
  delete window.early
  return early?.answer ?? null
}

/** The same where it has come already, so that a list is drawn with its rows at once instead of without them first. */
export const peekPrefetch = (url: string): PrefetchedList | undefined => {
  const list = isFor(url) ? window.early?.list : undefined
  if (list) delete window.early
  return list
}

const isFor = (url: string) => window.early?.url === url && readToken(window.early.token)?.sub === session()?.id
