import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { launchBrowser } from '../kit/browser'

/** A page as a person meets it; times in milliseconds from the request for the page. */
export interface Visit {
  firstRow: number
  /** Sum of the layout's shifts, as the browser counts them (CLS). */
  shift: number
}

export interface PageFigures {
  /** JavaScript that was loaded by the time that the page had come to rest, in kB. */
  scripts: { files: number; gzip: number; brotli: number }
  cold: Visit
  warm: Visit
  slow: Visit
}

/** What the portal keeps in the browser for somebody signed in. */
export type Stored = Record<string, string>

/** Fast 4G, as the browser's own tools have it: 165 ms there and back, 8.1 and 1.35 Mbit/s. */
const fast4g = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }

/** Measures pages in turns, `rounds` times each, in a browser of its own; the middle one of each figure counts. */
export const measurePages = async (
  pages: readonly { url: string; stored: Stored; ready: string }[],
  rounds: number,
): Promise<PageFigures[]> => {
  const browser = await launchBrowser()
  try {
    const visits = pages.map((): Record<'cold' | 'warm' | 'slow', Visit[]> => ({ cold: [], warm: [], slow: [] }))
    for (let round = 0; round < rounds; round++)
      for (const [index, page] of pages.entries()) {
        const { cold, warm } = await coldAndWarm(browser, page)
        visits[index]?.cold.push(cold)
        visits[index]?.warm.push(warm)
        visits[index]?.slow.push(await slow(browser, page))
      }
    const figures: PageFigures[] = []
    for (const [index, page] of pages.entries()) {
      const { cold = [], warm = [], slow = [] } = visits[index] ?? {}
      figures.push({
        scripts: await scriptsOf(browser, page),
        cold: middle(cold),
        warm: middle(warm),
        slow: middle(slow),
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** A grid that is scrolled from its first line to its last one. */
export interface Scrolling {
  firstRow: number
  frames: number
  /** Milliseconds of script, and of everything that the page does, for a frame. */
  script: number
  task: number
}

/** Scrolls the grid of a page by a notch of the wheel (120 pixels) a frame, and back, for `frames` frames. */
export const measureScrolling = async (target: Target, frames: number): Promise<Scrolling> => {
  const browser = await launchBrowser()
  try {
    const context = await contextFor(browser, target)
    const { firstRow } = await visit(context, target)
    const page = await context.newPage()
    await page.goto(target.url)
    await page.waitForSelector(target.ready)
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    const secondsOf = async (name: string) => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    }
    const before = { script: await secondsOf('ScriptDuration'), task: await secondsOf('TaskDuration') }
    await page.evaluate(async (count) => {
      const scroller = document.querySelector('[role=grid]')?.parentElement
      if (!scroller) throw new Error('The page has no grid.')
      for (let frame = 0; frame < count; frame += 1) {
        scroller.scrollTop += frame < count / 2 ? 120 : -120
        await new Promise(requestAnimationFrame)
      }
    }, frames)
    const perFrame = async (name: string, from: number) => (1000 * ((await secondsOf(name)) - from)) / frames
    const script = await perFrame('ScriptDuration', before.script)
    return { firstRow, frames, script, task: await perFrame('TaskDuration', before.task) }
  } finally {
    await browser.close()
  }
}

type Target = { url: string; stored: Stored; ready: string }

const coldAndWarm = async (browser: Browser, target: Target) => {
  const context = await contextFor(browser, target)
  const cold = await visit(context, target)
  const warm = await visit(context, target)
  await context.close()
  return { cold, warm }
}

const slow = async (browser: Browser, target: Target) => {
  const context = await contextFor(browser, target)
  const result = await visit(context, target, async (devtools) => {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', fast4g)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  })
  await context.close()
  return result
}

/** A browser profile of its own, so with an empty cache, in which somebody is signed in or not. */
const contextFor = async (browser: Browser, { stored }: Target) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  return context
}

const visit = async (
  context: BrowserContext,
  { url, ready }: Target,
  prepare?: (devtools: CDPSession) => Promise<void>,
): Promise<Visit> => {
  const page = await context.newPage()
  await page.addInitScript((selector) => {
    const marks = { firstRow: 0, shift: 0 }
    Object.assign(window, { marks })
    const look = () => {
      const element = document.querySelector(selector)
      if (element?.textContent || element?.matches('input')) marks.firstRow = performance.now()
      else requestAnimationFrame(look)
    }
    look()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) marks.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }, ready)
  if (prepare) await prepare(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector(ready, { timeout: 60_000 })
  // What moves afterwards counts too.
  await page.waitForLoadState('networkidle')
  const marks = await page.evaluate(() => (window as unknown as { marks: Visit }).marks)
  await page.close()
  return marks
}

const scriptsOf = async (browser: Browser, target: Target) => {
  const context = await contextFor(browser, target)
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || response.url().endsWith('.js')) bodies.push(response.body())
  })
  await page.goto(target.url)
  await page.waitForSelector(target.ready)
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies)
  await context.close()
  const total = (size: (file: Buffer) => number) => files.reduce((sum, file) => sum + size(file), 0) / 1000
  return {
    files: files.length,
    gzip: total((file) => gzipSync(file, { level: 9 }).length),
    brotli: total((file) => brotliCompressSync(file).length),
  }
}

const middle = (visits: readonly Visit[]): Visit => {
  const of = (name: keyof Visit) =>
    visits.map((visit) => visit[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN
  return { firstRow: of('firstRow'), shift: of('shift') }
}
