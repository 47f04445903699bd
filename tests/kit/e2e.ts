import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type LentContext, lendContext } from './e2e-contexts'

/** The browser of one file of journeys. */
export interface Stage {
  /** Where the portal answers, without a slash at the end. */
  address: string
  /** A page for somebody who is signed in already, or for a guest, in a context of its own until the test ends. */
  open(who: Account | null, path?: string, look?: Look): Promise<Page>
  /** Gives an open page other settings of the shell, as another tab does that has read them from the account. */
  arrange(who: Account, page: Page, shell: object): Promise<void>
  /** Closes a page and all others of its context before the test ends. */
  close(page: Page): Promise<void>
  /** Asks the API as somebody: reads, or with a body posts; what is no JSON is text. The path stands under `/api/`. */
  ask<T>(who: Account, path: string, body?: object): Promise<T>
}

/** Demo accounts, by what stands before the @. */
const accounts = ['admin', 'admin2', 'office', 'agent', 'agent2', 'staff', 'user'] as const
export type Account = (typeof accounts)[number]

export interface Look {
  language?: 'en' | 'zh'
  /** The light or the dark default theme in all places. */
  mode?: 'light' | 'dark'
  /** Settings of the shell that the account has saved. */
  settings?: object
  /** A telephone of 390 by 844. */
  phone?: boolean
  /** A browser that nobody has used, so that no language is chosen in it. */
  unused?: boolean
  context?: Pick<BrowserContextOptions, 'viewport' | 'locale' | 'forcedColors' | 'permissions'>
}

export const password = 'Portal-demo-2026'
export const emailOf = (who: Account) => `${who}@demo.test`

/** A page of the portal's address on which nothing runs: what is to be watched from the start is opened from here. */
export const blank = '/icon.svg'

/** Longest wait for something to appear, in milliseconds. */
export const patience = 20_000

/**
 * The portal that the files of this worker have for themselves: settings of an account, saved views and notices are the
 * account's, so two files at once would see each other's. Each process claims one: Vitest gives two workers the same pool
 * id where a group of projects begins while the last worker of the group before it ends.
 */
export const ownPortal = () => {
  own ??= inject('portals').find(({ folder }) => isClaimed(join(folder, 'claim')))
  if (!own) throw new Error('There are more workers than portals.')
  return own
}

let own: { address: string; folder: string } | undefined

/** Whether this process is the one that has made the file, or has it from a process that is gone. */
const isClaimed = (file: string): boolean => {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) return false
    rmSync(file)
    return isClaimed(file)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until the portals of the run answer. */
export const portalsMade = async () => {
  const outcome = inject('outcome')
  if (outcome === null) return
  for (;;) {
    const failure = await readFile(outcome, 'utf8').catch(() => null)
    if (failure === '') return
    if (failure !== null) throw new Error(`The portals of the journeys could not be made: ${failure}`)
    await sleep(100)
  }
}

/**
 * Gives a file the pages of a browser, on the portal of its worker unless it brings one of its own. Whatever a page
 * complains of (console errors, exceptions, broken content policy, refused queries, answers of 500 and above) fails the file
 * at its end, with the address it was seen at.
 */
export const openStage = ({ address, folder }: { address: string; folder: string } = ownPortal()): Stage => {
  const open = new Set<LentContext>()

  const contextWith = async (options: BrowserContextOptions & { storageState: State }) => {
    const lent = await lendContext({ baseURL: address, viewport: desk, ...options }, async (context) => {
      context.setDefaultTimeout(patience)
      await listen(context)
    })
    open.add(lent)
    return lent
  }

  const giveBack = async (lent: LentContext) => {
    open.delete(lent)
    // The network goes before the pages do: what they say of that is nobody's fault.
    ended.add(lent.context)
    await lent.giveBack()
    ended.delete(lent.context)
  }

  const fileOf = (who: Account) => join(folder, `${who}.json`)
  const known = async (who: Account): Promise<State | null> =>
    JSON.parse(await readFile(fileOf(who), 'utf8').catch(() => 'null'))

  const stored = async (who: Account) => {
    const before = await known(who)
    if (before) return before
    const lent = await contextWith({ locale: 'en-GB', storageState: empty })
    const page = await lent.newPage()
    await page.goto('/login')
    await signIn(page, emailOf(who))
    // A run before this one may have left an account that speaks Chinese.
    await see(page.getByRole('button', { name: /^(Account of |.+的账号)/ }))
    const state = await lent.context.storageState()
    await giveBack(lent)
    await writeFile(fileOf(who), JSON.stringify(state))
    await ask(who, 'auth/user/update', { user: { language: null } })
    return state
  }

  const ask: Stage['ask'] = async (who, path, body) => {
    const [origin] = (await stored(who)).origins
    const token = origin?.localStorage.find(({ name }) => name === 'jwt_access_token')?.value
    const posted = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(`${address}/api/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body && posted) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text()
  }

  beforeAll(async () => {
    await portalsMade()
    // A file before this one may have left an account that speaks another language.
    for (const who of accounts) if (await known(who)) await ask(who, 'auth/user/update', { user: { language: null } })
  })
  afterEach(async () => {
    await Promise.all([...open].map(giveBack))
  })
  afterAll(() => {
    expect(complaints.splice(0)).toEqual([])
  })

  return {
    address,
    open: async (
      who,
      path = '/',
      { language = 'en', mode = 'dark', settings, phone = false, unused = false, context } = {},
    ) => {
      const state = who ? await stored(who) : empty
      const shell = { ...(mode === 'light' ? light : {}), ...settings }
      // A page before this one may have left an account that speaks another language.
      if (who) await ask(who, 'auth/user/update', { user: { language: null, settings: { shell } } })
      const lent = await contextWith({
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        ...(phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}),
        ...context,
        storageState: unused ? empty : withLook(state, address, language, shell),
      })
      const page = await lent.newPage()
      // The blank page that a tool of the tests opens has no storage.
      if (!who && mode === 'light')
        await page.addInitScript((saved) => {
          if (location.protocol !== 'about:') sessionStorage.setItem('shell', saved)
        }, JSON.stringify(shell))
      await page.goto(path)
      return page
    },
    arrange: async (who, page, shell) => {
      await ask(who, 'auth/user/update', { user: { settings: { shell } } })
      await page.evaluate((shell) => {
        const data = JSON.parse(localStorage.getItem('data') ?? '{}')
        localStorage.setItem('data', JSON.stringify({ ...data, settings: { ...data.settings, shell } }))
        dispatchEvent(new StorageEvent('storage', { key: 'jwt_access_token', storageArea: localStorage }))
      }, shell)
    },
    close: async (page) => {
      const lent = [...open].find(({ context }) => context === page.context())
      if (lent) await giveBack(lent)
    },
    ask,
  }
}

/** Fills in the sign-in card, whichever language it speaks, and sends it. */
export const signIn = async (page: Page, email: string, secret = password) => {
  await page.getByRole('textbox', { name: /Username|用户名/ }).fill(email)
  await page.getByLabel(/^(Password|密码)$/).fill(secret)
  await page.getByRole('button', { name: /^(Login|登录)$/ }).click()
}

/** The text input of that label; a label of a field that may stay empty says so, and is a pattern. */
export const entry = (within: Page | Locator, label: string | RegExp) =>
  within.getByRole('textbox', { name: label, exact: true })

/** Chooses the first offer of a field that searches, after typing. */
export const choose = async (within: Page | Locator, label: string, typed: string) => {
  const field = within.getByRole('combobox', { name: label, exact: true })
  const page = 'page' in within ? within.page() : within
  await field.click()
  await field.fill(typed)
  const offer = page.getByRole('listbox').getByRole('option', { name: new RegExp(typed, 'i') })
  await offer.first().click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

/**
 * Waits until it is seen. Playwright's own wait looks twice a second only, once a quarter of a second has passed. Looking
 * costs the page time in which it could draw, so a page that takes long is looked at less and less often.
 */
export const see = async (locator: Locator) => {
  const element = locator.first()
  const end = performance.now() + patience
  let pause = 60
  while (!(await element.isVisible())) {
    if (performance.now() > end) {
      const page = element.page()
      const text = await page.locator('body').innerText({ timeout: 1000 })
      const dialogs = await page.getByRole('dialog').evaluateAll((all) => all.map((dialog) => dialog.textContent))
      throw new Error(
        `${locator} is not seen at ${page.url()}, which says:\n${text.slice(0, 1000)}\nOpen dialogs: ${dialogs.join('; ') || 'none'}`,
      )
    }
    await sleep(pause)
    pause = Math.min(300, pause * 1.3)
  }
}

/** Waits until the page's address, path and query, is this one, and the portal has drawn what it leads to. */
export const reach = async (page: Page, path: string | RegExp) => {
  await page.waitForURL(
    (url) => (typeof path === 'string' ? url.pathname + url.search === path : path.test(url.pathname + url.search)),
    { timeout: patience },
  )
  await drawn(page)
}

/** Waits until what is drawn has caught up with the address, which changes as soon as a link is pressed. */
const drawn = (page: Page) =>
  expect
    .poll(
      () =>
        page
          .evaluate(() => document.documentElement.dataset.drawn === (history.state?.key ?? 'default'))
          // The document may be on its way to another one.
          .catch(() => false),
      { timeout: patience },
    )
    .toBe(true)

/** Goes to another page of the portal as its links do, without loading the portal anew, and waits for its heading. */
export const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: crypto.randomUUID() }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
  await drawn(page)
  await see(page.locator('h1'))
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const empty: State = { cookies: [], origins: [] }
const desk = { width: 1440, height: 900 }

const withLook = (state: State, origin: string, language: string, shell: object): State => {
  const kept = state.origins.find((entry) => entry.origin === origin)?.localStorage ?? []
  const localStorage = [
    ...kept
      .filter(({ name }) => name !== 'language' && name !== 'look')
      .map((item) => (item.name === 'data' ? { name: 'data', value: withShell(item.value, shell) } : item)),
    { name: 'language', value: language },
  ]
  return { ...state, origins: [{ origin, localStorage }] }
}

const withShell = (data: string, shell: object) => {
  const known = JSON.parse(data)
  return JSON.stringify({ ...known, settings: { ...known.settings, shell } })
}

const light = { theme: { main: 'default', navbar: 'default', toolbar: 'default', footer: 'default' } }

/** Refusals, a connection that a test cuts and a server that it kills are part of what is tried; the browser logs them by itself. */
const expected =
  /Failed to load resource: (the server responded with a status of 4|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE))/

/** What pages have complained of since the file before this one ended. */
const complaints: string[] = []
/** Contexts whose pages are being closed. */
const ended = new WeakSet<BrowserContext>()

const listen = async (context: BrowserContext) => {
  const complain = (text: string) => {
    if (!ended.has(context)) complaints.push(text)
  }
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || expected.test(message.text())) return
    complain(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complain(`${error.page()?.url()}: ${error.error().stack}`))
  context.on('response', (response) => {
    // A query that a screen makes by itself is well formed, and names nothing that the person may not read.
    const isMalformed = response.status() === 400 && response.request().method() === 'GET'
    if (response.status() >= 500 || isMalformed) complain(`${response.url()}: ${response.status()}`)
  })
  await context.exposeBinding('tellViolation', ({ page }, text: string) => {
    complain(`${page.url()}: ${text}`)
  })
  await context.addInitScript(noteSwitches)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const tell = Reflect.get(window, 'tellViolation') as (text: string) => void
      tell(`${effectiveDirective} forbids ${blockedURI}`)
    })
  })
}

/** Notes presses, changes of look and what the session stores of it, for the message of a switch that fails. */
const noteSwitches = () => {
  const notes: string[] = []
  Object.assign(window, { notes })
  const note = (...parts: unknown[]) => notes.push([Math.round(performance.now()), ...parts].join(' '))
  const describe = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest('button') : null
    return button?.ariaLabel ?? button?.textContent ?? (target instanceof Element ? target.tagName : 'window')
  }
  for (const type of ['click', 'storage']) addEventListener(type, (event) => note(type, describe(event.target)), true)
  document.addEventListener('visibilitychange', () => note('visibility', document.visibilityState))
  new MutationObserver(() =>
    note('look', document.documentElement.dataset.mode, document.documentElement.lang),
  ).observe(document, { attributes: true, attributeFilter: ['data-mode', 'lang'], subtree: true })
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    if (key === 'data') {
      const { language, settings } = JSON.parse(value)
      note('stores', language, JSON.stringify(settings?.shell))
    }
    setItem.call(this, key, value)
  }
}

/** Presses a move's button, answers its dialog, and presses the same one in it. */
export const agree = async (within: Locator, page: Page, move: string, answer?: (dialog: Locator) => Promise<void>) => {
  await within.getByRole('button', { name: move, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await answer?.(dialog)
  await dialog.getByRole('button', { name: move, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}
