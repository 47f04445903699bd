import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '../types'
import type { BookOrder, BoundFile } from './bind'
import type { Drawing } from './drawing'
import type { Finding } from './examine'

/** Orders to the processes. The last two are for the process that binds books. */
export type ExaminerOrder =
  | { id: number; work: 'examine'; path: string; ending: string }
  | { id: number; work: 'draw'; path: string; kind: FileKind; to: Drawing }
  | { id: number; work: 'read'; path: string; most: number }
  | { id: number; work: 'invoice'; path: string }
  | { id: number; work: 'pages'; path: string; kind: BoundFile['kind']; to: string }
  | { id: number; work: 'bind'; book: BookOrder }

export type Result = Finding | boolean | string | number

/** The answer of a process: the result, or the message of its error. */
export type ExaminerAnswer = { id: number; done: Result } | { id: number; failed: string }

/** Reads the content of uploaded files. */
export interface Examiner {
  /** The kind of the file, or why it is refused. Rejects if reading it takes too much time or memory. */
  examine(path: string, ending: string): Promise<Finding>
  /** Writes pictures of the file; false if it cannot be drawn. */
  draw(path: string, kind: FileKind, to: Drawing): Promise<boolean>
  /** The text layer of a PDF's first pages, at most `most` characters; empty if it has none. Rejects like `examine`. */
  read(path: string, most: number): Promise<string>
  /** The electronic invoice that a file is or embeds (`InvoiceFile`), as JSON. Rejects like `examine`. */
  invoice(path: string): Promise<string>
  /** The number of pages of a file in a book; 0 if it cannot be bound. A picture is converted and written to `to`. */
  pages(path: string, kind: BoundFile['kind'], to: string): Promise<number>
  /** Binds files into one PDF and returns its number of pages. Rejects like `examine`. */
  bind(book: BookOrder): Promise<number>
  /** Ends the processes; the next file starts them again. */
  close(): void
}

export interface ExaminerOptions {
  /** Starts the process; replaced in tests. */
  start?: () => ChildProcess
  /** The most milliseconds for one file. */
  longest?: number
  /** The most bytes of memory of a process. */
  mostMemory?: number
  /** Milliseconds without work after which a process ends to free its memory. */
  idle?: number
}

/** Time limits in milliseconds. Books are made in the background; a user waits for the text. */
const fileTimeout = 30_000
const bookTimeout = 300_000
const textTimeout = 10_000
const gigabyte = 1024 * 1024 * 1024

/**
 * Parses uploaded files in separate processes, one file at a time: a file that crashes a library, takes long or needs much
 * memory ends only that process, and injected code would find no secrets there. Uploads wait for the examination, so a
 * second process draws pictures, a third reads texts and a fourth binds books.
 */
export const openExaminer = (options: ExaminerOptions = {}): Examiner => {
  const checks = startLane(options)
  const drawings = startLane({ ...options, longest: 3 * (options.longest ?? fileTimeout) })
  const texts = startLane({ ...options, longest: Math.min(options.longest ?? fileTimeout, textTimeout) })
  // The book library takes longer to load than most uploads take to examine, so it has its own process file.
  const books = startLane({
    start: () => startProcess('book-process'),
    ...options,
    longest: options.longest ?? bookTimeout,
  })
  return {
    pages: (path, kind, to) => books.ask({ work: 'pages', path, kind, to }) as Promise<number>,
    bind: (book) => books.ask({ work: 'bind', book }) as Promise<number>,
    examine: (path, ending) => checks.ask({ work: 'examine', path, ending }) as Promise<Finding>,
    draw: (path, kind, to) => drawings.ask({ work: 'draw', path, kind, to }) as Promise<boolean>,
    read: (path, most) => texts.ask({ work: 'read', path, most }) as Promise<string>,
    invoice: (path) => checks.ask({ work: 'invoice', path }) as Promise<string>,
    close: () => {
      checks.close()
      drawings.close()
      texts.close()
      books.close()
    },
  }
}

type Order = ExaminerOrder extends infer O ? (O extends ExaminerOrder ? Omit<O, 'id'> : never) : never

const startLane = ({
  start = () => startProcess('examiner-process'),
  longest = fileTimeout,
  mostMemory = 1.5 * gigabyte,
  idle = 60_000,
}: ExaminerOptions) => {
  let worker: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  let count = 0
  return { ask, close }

  function ask(order: Order): Promise<Result> {
    const answer = last.then(() => work({ ...order, id: ++count }))
    last = answer.catch(() => {})
    return answer
  }

  function close() {
    clearTimeout(idleTimer)
    worker?.kill('SIGKILL')
    worker = undefined
  }

  function work(order: ExaminerOrder) {
    clearTimeout(idleTimer)
    // An idle process may have been killed, for instance for lack of memory; that is no fault of this file.
    if (!worker?.connected) worker = start()
    const process = worker
    return new Promise<Result>((resolve, reject) => {
      const settle = () => {
        clearTimeout(overtime)
        clearInterval(watch)
        process.off('message', take)
        process.off('exit', ended)
        process.off('error', end)
        idleTimer = setTimeout(close, idle)
        idleTimer.unref()
      }
      const take = (answer: ExaminerAnswer) => {
        if (answer.id !== order.id) return
        settle()
        if ('done' in answer) resolve(answer.done)
        else reject(new Error(answer.failed))
      }
      const end = (error: Error) => {
        settle()
        close()
        reject(error)
      }
      const ended = () => end(new Error('The process that reads files ended unexpectedly'))
      const overtime = setTimeout(
        () => end(new Error(`Reading the file takes too long: more than ${longest} ms`)),
        longest,
      )
      const watch = setInterval(async () => {
        if ((await memoryOf(process)) > mostMemory)
          end(new Error(`Reading the file takes too much memory: more than ${mostMemory} bytes`))
      }, 250)
      process.on('message', take)
      process.on('exit', ended)
      process.on('error', end)
      process.send(order)
    })
  }
}

/** The resident memory of a process in bytes, from `/proc` on Linux; 0 on other systems. */
const memoryOf = async ({ pid }: ChildProcess) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** Starts a process: the built file next to this one, or from sources the file that loads it by Vite. */
const startProcess = (name: 'examiner-process' | 'book-process') => {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(`./${name}${isBuilt ? '.js' : '.dev.mjs'}`, import.meta.url))
  const process = fork(file, {
    // The environment of the portal contains its secrets.
    env: {},
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // Neither process nor channel keeps the portal from ending.
  process.unref()
  process.channel?.unref()
  return process
}

/** The examiner shared by this process. */
export const ownExaminer = openExaminer()
