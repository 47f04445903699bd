import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { launchBrowser } from './browser'

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A context that a test has for itself until it is given back. */
export interface LentContext {
  context: BrowserContext
  newPage(): Promise<Page>
  /** Closes its pages, and leaves it to the next who asks for the same options. */
  giveBack(): Promise<void>
}

interface Kept extends LentContext {
  isLent: boolean
  /** Leaves nothing of what was stored but `state`. */
  empty(state: State): Promise<void>
}

/**
 * Contexts of one browser a worker. A new context loads and compiles the whole portal again, which is half of the work of
 * opening a page; one that is emptied and lent again keeps what is compiled, as long as a page of its address stands
 * open. Playwright's own `setStorageState` throws away the files of the portal too, and opens a page to do it.
 */
const kept = new Map<string, Kept[]>()

let browser: Promise<Browser> | undefined

/** Lends a context with these options whose cookies, storage and databases are `state`, and nothing else. */
export const lendContext = async (
  { baseURL, viewport, storageState, ...options }: BrowserContextOptions & { baseURL: string; storageState: State },
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<LentContext> => {
  const key = JSON.stringify([baseURL, options])
  const contexts = kept.get(key) ?? []
  kept.set(key, contexts)
  const free = contexts.find(({ isLent }) => !isLent)
  const lent = free ?? (await makeContext({ baseURL, ...options }, prepare))
  lent.isLent = true
  if (!free) contexts.push(lent)
  await lent.empty(storageState)
  return {
    ...lent,
    newPage: async () => {
      const page = await lent.context.newPage()
      if (viewport) await page.setViewportSize(viewport)
      return page
    },
  }
}

/** Closes a page. Its handlers of `pagehide` may run after that, and must not store anything for the next test. */
const closeMuted = async (page: Page) => {
  const muted = page.evaluate(() => {
    Storage.prototype.setItem = () => undefined
  })
  await Promise.race([muted.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1000))])
  await page.close()
}

/** Milliseconds: a test may end with a request that is never answered. */
const longestWrite = 2000

const makeContext = async (
  options: BrowserContextOptions & { baseURL: string },
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Kept> => {
  browser ??= launchBrowser()
  const context = await (await browser).newContext(options)
  await prepare(context)
  const keeper = await context.newPage()
  await keeper.goto('/icon.svg')
  const writes = new Set<Request>()
  context.on('request', (request) => request.method() !== 'GET' && writes.add(request))
  context.on('requestfinished', (request) => writes.delete(request))
  context.on('requestfailed', (request) => writes.delete(request))
  const lent: Kept = {
    context,
    isLent: true,
    newPage: () => context.newPage(),
    empty: async ({ cookies, origins }) => {
      await context.clearCookies()
      await context.addCookies(cookies)
      const stored = origins.find(({ origin }) => origin === options.baseURL)?.localStorage ?? []
      await keeper.evaluate(async (items) => {
        localStorage.clear()
        for (const { name, value } of items) localStorage.setItem(name, value)
        // What an inspection keeps on the device, so that it goes on without a network.
        for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
        for (const name of await caches.keys()) await caches.delete(name)
        for (const { name = '' } of await indexedDB.databases())
          await new Promise<void>((done, fail) => {
            const request = indexedDB.deleteDatabase(name)
            request.onsuccess = () => done()
            request.onerror = request.onblocked = () => fail(new Error(`${name} is still open`))
          })
      }, stored)
    },
    giveBack: async () => {
      // What a page still saves, or saves while it closes, would come after the settings of the next test.
      const end = performance.now() + longestWrite
      while (writes.size > 0 && performance.now() < end) await sleep(20)
      writes.clear()
      await context.setOffline(true)
      await Promise.all(context.pages().map((page) => (page === keeper ? null : closeMuted(page))))
      await context.unrouteAll()
      await context.setOffline(false)
      lent.isLent = false
    },
  }
  return lent
}
