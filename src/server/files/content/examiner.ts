import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '../types'
import type { BookOrder, BoundFile } from './bind'
import type { Drawing } from './drawing'
import type { Finding } from './examine'

/** What the processes are asked: the last two by the one that binds books. */
export type ExaminerOrder =
  | { id: number; work: 'examine'; path: string; ending: string }
  | { id: number; work: 'draw'; path: string; kind: FileKind; to: Drawing }
  | { id: number; work: 'read'; path: string; most: number }
  | { id: number; work: 'invoice'; path: string }
  | { id: number; work: 'pages'; path: string; kind: BoundFile['kind']; to: string }
  | { id: number; work: 'bind'; book: BookOrder }

export type Result = Finding | boolean | string | number

/** What the process answers: `done` is the result, `failed` says why there is none. */
export type ExaminerAnswer = { id: number; done: Result } | { id: number; failed: string }

/** Reads the content of files that came from outside. */
export interface Examiner {
  /** What the file is, or why it is refused; rejects when that could not be told in the time and memory there is. */
  examine(path: string, ending: string): Promise<Finding>
  /** Writes pictures of the file; false where there is nothing to draw. */
  draw(path: string, kind: FileKind, to: Drawing): Promise<boolean>
  /** The text layer of a PDF's first pages, `most` characters at most; empty where it has none. Rejects as `examine`. */
  read(path: string, most: number): Promise<string>
  /** The electronic invoice that a file is or has embedded (`InvoiceFile`), as JSON. Rejects as `examine`. */
  invoice(path: string): Promise<string>
  /** The pages that a file has in a book; 0 where it cannot be bound in. A picture is written to `to` as a book takes it. */
  pages(path: string, kind: BoundFile['kind'], to: string): Promise<number>
  /** Binds files into one PDF and answers its pages. Rejects as `examine`. */
  bind(book: BookOrder): Promise<number>
  /** Ends its processes; the next file starts them again. */
  close(): void
}

export interface ExaminerOptions {
  /** Starts the process; replaced in tests. */
  start?: () => ChildProcess
  /** Milliseconds that one file may take. */
  longest?: number
  /** Bytes that the process may use. */
  mostMemory?: number
  /** Milliseconds without work after which the process ends, which gives its memory back. */
  idle?: number
}

const aFile = 30_000
/** Nobody waits for it. */
const aBook = 300_000
/** A person waits for it. */
const aText = 10_000
const aGigabyte = 1024 * 1024 * 1024

/**
 * Parses foreign content in a process of its own, one file at a time: a file that crashes a library, takes long or
 * needs much memory ends that process and nothing else, and code that a file might smuggle in would find no secrets.
 * Uploads wait for what a file is, so pictures are drawn in a second process, texts read in a third and books bound in a fourth.
 */
export const openExaminer = (options: ExaminerOptions = {}): Examiner => {
  const checks = startLane(options)
  const drawings = startLane({ ...options, longest: 3 * (options.longest ?? aFile) })
  const texts = startLane({ ...options, longest: Math.min(options.longest ?? aFile, aText) })
  // Its library takes longer to load than most uploads to examine.
  const books = startLane({ start: () => startProcess('book-process'), ...options, longest: options.longest ?? aBook })
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

type Question = ExaminerOrder extends infer O ? (O extends ExaminerOrder ? Omit<O, 'id'> : never) : never

const startLane = ({
  start = () => startProcess('examiner-process'),
  longest = aFile,
  mostMemory = 1.5 * aGigabyte,
  idle = 60_000,
}: ExaminerOptions) => {
  let worker: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let resting: NodeJS.Timeout | undefined
  let count = 0
  return { ask, close }

  function ask(question: Question): Promise<Result> {
    const answer = last.then(() => work({ ...question, id: ++count }))
    last = answer.catch(() => {})
    return answer
  }

  function close() {
    clearTimeout(resting)
    worker?.kill('SIGKILL')
    worker = undefined
  }

  function work(order: ExaminerOrder) {
    clearTimeout(resting)
    // It may have ended without work, as where the system needed its memory: this file has nothing to do with it.
    if (!worker?.connected) worker = start()
    const present = worker
    return new Promise<Result>((resolve, reject) => {
      const settle = () => {
        clearTimeout(overtime)
        clearInterval(watch)
        present.off('message', take)
        present.off('exit', ended)
        present.off('error', end)
        resting = setTimeout(close, idle)
        resting.unref()
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
      const ended = () => end(new Error('the process that reads files ended'))
      const overtime = setTimeout(() => end(new Error('the file takes too long to read')), longest)
      const watch = setInterval(async () => {
        if ((await memoryOf(present)) > mostMemory) end(new Error('the file takes too much memory to read'))
      }, 250)
      present.on('message', take)
      present.on('exit', ended)
      present.on('error', end)
      present.send(order)
    })
  }
}

/** Bytes that a process uses; 0 where the system does not tell (it tells on Linux). */
const memoryOf = async ({ pid }: ChildProcess) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** The built process is in the folder of this file; from sources it is loaded by Vite. */
const startProcess = (name: 'examiner-process' | 'book-process') => {
  const isBuilt = !import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(`./${name}${isBuilt ? '.js' : '.dev.mjs'}`, import.meta.url))
  const process = fork(file, {
    // The secrets of the portal are in its environment.
    env: {},
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // Neither keeps the portal from ending.
  process.unref()
  process.channel?.unref()
  return process
}

/** The one of this process. */
export const ownExaminer = openExaminer()
