import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { ScanCommand } from '#server/config.ts'

/** What a scanner says about a file. */
export type ScanVerdict = 'clean' | 'refused'

/**
 * Runs the scanner with the file's path as its last argument, without a shell. Like clamscan it ends with 0 for a clean
 * file and with 1 for one to refuse; anything else rejects, and is to be tried again.
 */
export const scanFile = (
  [program, ...given]: ScanCommand,
  path: string,
  { signal, longest = tenMinutes }: { signal?: AbortSignal; longest?: number } = {},
): Promise<{ verdict: ScanVerdict; output: string }> =>
  new Promise((resolve, reject) => {
    const scanner = spawn(program, [...given, path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The portal's secrets are none of its business.
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
      const words = output.trim().slice(0, mostOutput)
      if (code === 0) resolve({ verdict: 'clean', output: words })
      else if (code === 1) resolve({ verdict: 'refused', output: words })
      else reject(new Error(`${program} ended with ${code ?? killedBy}: ${words}`))
    })
  })

const tenMinutes = 600_000
const mostOutput = 1000

/** Whether this machine has the program of a command. */
export const hasProgram = async ([program]: ScanCommand): Promise<boolean> => {
  const folders = isAbsolute(program) ? [''] : (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    const found = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return true
  }
  return false
}
