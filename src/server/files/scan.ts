import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { ScanCommand } from '#server/config.ts'

/** The verdict of a scanner. */
export type ScanVerdict = 'clean' | 'refused'

/**
 * Runs the scanner without a shell, with the file's path as its last argument. As with clamscan, exit code 0 means clean
 * and 1 means refused; any other code rejects, and the scan is to be tried again.
 */
export const scanFile = (
  [program, ...args]: ScanCommand,
  path: string,
  { signal, longest = tenMinutes }: { signal?: AbortSignal; longest?: number } = {},
): Promise<{ verdict: ScanVerdict; output: string }> =>
  new Promise((resolve, reject) => {
    const scanner = spawn(program, [...args, path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The environment of the portal contains its secrets, so only these variables are passed.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: process.env.LANG, TMPDIR: process.env.TMPDIR },
      timeout: longest,
      killSignal: 'SIGKILL',
      signal,
      windowsHide: true,
    })
    let output = ''
    const read = (chunk: Buffer) => {
      if (output.length < mostOutput) output += chunk.toString()
    }
    scanner.stdout.on('data', read)
    scanner.stderr.on('data', read)
    scanner.on('error', reject)
    scanner.on('close', (code, killedBy) => {
      const message = output.trim().slice(0, mostOutput)
      if (code === 0) resolve({ verdict: 'clean', output: message })
      else if (code === 1) resolve({ verdict: 'refused', output: message })
      else reject(new Error(`${program} ended with ${code ?? killedBy}: ${message}`))
    })
  })

const tenMinutes = 600_000
const mostOutput = 1000

/** Whether the program of a command is installed and executable. */
export const hasProgram = async ([program]: ScanCommand): Promise<boolean> => {
  const folders = isAbsolute(program) ? [''] : (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    const isExecutable = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return true
  }
  return false
}
