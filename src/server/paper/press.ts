import { Worker } from 'node:worker_threads'
import { Refusal, tooMany } from '#server/kit/errors.ts'
import type { Paper } from '#shared/kit/paper.ts'
import { textOf } from '#shared/kit/text.ts'
import type { LabelOrder } from './label/order'
import type { MarkOrder } from './mark/order'
import type { EmbeddedXml } from './pdf-embedded'

/** A job for the thread: print a paper, labels or marks, or lay labels or marks out and return the sheets as JSON. */
export type PrintOrder =
  | { kind: 'paper'; paper: Paper; pageWords: string; embedded?: EmbeddedXml }
  | { kind: 'labels' | 'label_sheets'; order: LabelOrder }
  | { kind: 'marks' | 'mark_svg' | 'mark_sheets'; order: MarkOrder }
export type Printed = { content: Uint8Array } | { problem: string }

export interface PressOptions {
  /** Starts the thread; replaced in tests. */
  start?: () => Worker
  /** The most pending PDFs of one account. */
  perAccount?: number
  /** The most pending PDFs of all accounts. */
  most?: number
  /** The most milliseconds for one PDF, including loading the fonts. */
  longest?: number
}

/** The requester of a PDF: the id of an account, or background work, which is never refused. */
export type Customer = number | 'outbox' | 'dossiers'

interface Job {
  order: PrintOrder
  signal: AbortSignal | undefined
  done: (content: Buffer) => void
  failed: (error: unknown) => void
}

/**
 * Renders PDFs in a worker thread, one at a time, which bounds memory and keeps fonts off the request thread. Customers
 * take turns, so that a mail waits for at most one PDF of each account.
 */
export const createPress = ({
  start = startWorker,
  perAccount = 10,
  most = 60,
  longest = 60_000,
}: PressOptions = {}) => {
  const waiting = new Map<Customer, Job[]>()
  let count = 0
  let worker: Worker | undefined
  let isRunning = false

  /** Renders a PDF. Throws 429 if the account has too many pending, 503 if all accounts have, or if it takes too long. */
  const print = (order: PrintOrder, by: Customer, signal?: AbortSignal): Promise<Buffer> => {
    const jobs = waiting.get(by) ?? []
    if (typeof by === 'number') {
      if (jobs.length >= perAccount) throw tooMany(textOf('paper.too_many', { max: perAccount }), { retry_after: 5 })
      if (count >= most) throw new Refusal(503, 'press_busy', textOf('paper.press_busy'), {}, { retry_after: 10 })
    }
    return new Promise((done, failed) => {
      waiting.set(by, [...jobs, { order, signal, done, failed }])
      count += 1
      if (!isRunning) void run()
    })
  }

  const run = async () => {
    isRunning = true
    for (let next = firstOf(waiting); next; next = firstOf(waiting)) {
      const [by, job] = next
      if (job.signal?.aborted) job.failed(job.signal.reason)
      else await make(job.order).then(job.done, job.failed)
      const remaining = (waiting.get(by) ?? []).slice(1)
      // Deleting and setting moves the customer to the end of the queue.
      waiting.delete(by)
      if (remaining.length > 0) waiting.set(by, remaining)
      count -= 1
    }
    isRunning = false
  }

  const startThread = () => {
    const thread = start()
    worker = thread
    // The thread may also fail between two PDFs; an unhandled error event would end the portal.
    thread.on('error', () => forget(thread))
    thread.on('exit', () => forget(thread))
    return thread
  }

  const forget = (thread: Worker) => {
    if (worker === thread) worker = undefined
  }

  const make = (order: PrintOrder) =>
    new Promise<Buffer>((resolve, reject) => {
      const thread = worker ?? startThread()
      thread.ref()
      const settle = () => {
        clearTimeout(timer)
        thread.off('message', take)
        thread.off('error', end)
        thread.off('exit', ended)
        thread.unref()
      }
      const take = (printed: Printed) => {
        settle()
        if ('content' in printed) resolve(Buffer.from(printed.content))
        else reject(new Error(`The PDF could not be rendered: ${printed.problem}`))
      }
      const end = (error: unknown) => {
        settle()
        forget(thread)
        void thread.terminate()
        reject(error)
      }
      const ended = (code: number) => end(new Error(`The thread that renders PDFs ended with code ${code}`))
      const overtime = () =>
        end(new Refusal(503, 'took_too_long', textOf('paper.took_too_long'), {}, { retry_after: 30 }))
      const timer = setTimeout(overtime, longest)
      thread.on('message', take)
      thread.on('error', end)
      thread.on('exit', ended)
      thread.postMessage(order)
    })

  return { print }
}
export type Press = ReturnType<typeof createPress>

const firstOf = (waiting: ReadonlyMap<Customer, Job[]>): [Customer, Job] | undefined => {
  for (const [by, [job]] of waiting) if (job) return [by, job]
  return undefined
}

/** Starts the thread: the built file next to this one, or from sources the file that loads it by Vite. */
const startWorker = () => {
  const isBuilt = !import.meta.url.endsWith('.ts')
  return new Worker(new URL(isBuilt ? './press-worker.js' : './press-worker.dev.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
}

/** The press shared by this process. */
export const press = createPress()
