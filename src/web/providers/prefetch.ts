import type { AnyRecord } from '#shared/kit/area.ts'
import { session } from './session'
import { readToken } from './token'

/** The request for the first list or record that `boot-early.js` sends before the app runs. */
interface Prefetch {
  url: string
  token: string
  /** Null if it failed; the regular request then reports the error. */
  answer: Promise<PrefetchedList | AnyRecord | null>
  /** The answer to a list, once it has arrived. */
  list?: PrefetchedList
}

/** A page of a list in Refine's form. */
export interface PrefetchedList {
  data: AnyRecord[]
  total: number
}

declare global {
  interface Window {
    early?: Prefetch
  }
}

/** Returns the prefetched answer if it matches this address and person, otherwise null. Can be called once. */
export const consumePrefetch = async (url: string): Promise<PrefetchedList | AnyRecord | null> => {
  const early = isFor(url) ? window.early : undefined
  delete window.early
  return early?.answer ?? null
}

/**
 * Returns the prefetched list if it matches and has already arrived, so that the first rendering of the list has its
 * rows.
 */
export const peekPrefetch = (url: string): PrefetchedList | undefined => {
  const list = isFor(url) ? window.early?.list : undefined
  if (list) delete window.early
  return list
}

const isFor = (url: string) => window.early?.url === url && readToken(window.early.token)?.sub === session()?.id
