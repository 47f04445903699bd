import type { AnyRecord } from '#shared/kit/area.ts'
import { session } from './session'
import { readToken } from './token'

/** What `boot-early.js` began before the app was there: the request of the first list or record. */
interface Prefetch {
  url: string
  token: string
  /** Null when it failed: the regular request then reports why. */
  answer: Promise<PrefetchedList | AnyRecord | null>
  /** The answer to a list, once it has arrived. */
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

/** The prefetched answer, once, if it matches this address and person; else null. */
export const consumePrefetch = async (url: string): Promise<PrefetchedList | AnyRecord | null> => {
  const early = isFor(url) ? window.early : undefined
  delete window.early
  return early?.answer ?? null
}

/** The same if it has arrived already, so that the first rendering of a list has its rows. */
export const peekPrefetch = (url: string): PrefetchedList | undefined => {
  const list = isFor(url) ? window.early?.list : undefined
  if (list) delete window.early
  return list
}

const isFor = (url: string) => window.early?.url === url && readToken(window.early.token)?.sub === session()?.id
