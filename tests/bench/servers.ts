import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server in a process of its own. */
export interface Running {
  url: string
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number
  /** Resident memory in MB. */
  memory(): Promise<number>
  /** Processor time that it has used, in milliseconds. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Signs the tokens of a run; nobody else ever sees them. */
export const secret = 'only the servers of this benchmark know it'

/** Starts a built server of this folder and waits for its first answer. */
export const start = async (
  script: 'main' | 'bare-server' | '../grown/main',
  env: Record<string, string>,
): Promise<Running> => {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), join(import.meta.dirname, `${script}.js`)],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: 'off',
        JWT_SECRET: secret,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}`
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  while (!(await answers(url))) {
    if (performance.now() - began > 60_000) throw new Error(`${script} gave no good answer within a minute`)
    if (child.exitCode !== null) throw new Error(`${script} ended with code ${child.exitCode}`)
    await sleep(5)
  }
  return {
    url,
    startedIn: performance.now() - began,
    memory: () => residentMemory(child),
    cpu: () => processorTime(child.pid ?? 0),
    stop: () => stop(child),
  }
}

const answers = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const residentMemory = async ({ pid }: ChildProcess) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Processor time of a process of this machine in milliseconds, 0 for one that is not here: the kernel counts in hundredths of a second. */
export const processorTime = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
