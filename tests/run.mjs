// `npm test` and `npm run check` on a clean clone: plain Node, because nothing may be installed yet. Arguments go to
// vitest (`npm test -- tests/unit`); with `--check` only types, lint and format are looked at.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from '../src/server/prepare.mjs'

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const filters = args.filter((argument) => argument !== '--check')

prepare()
// Beside the build and the start of the tests, which leave a core free; what they say comes when the tests are done.
const checks = [
  tool('types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
  tool('lint', '@biomejs/biome/bin/biome', ['ci']),
]
const counts = []
if (!isCheck) {
  prepare({ build: true })
  counts.push(await tests())
}
for (const check of checks) counts.push(report(await check))
const [passed, failed, skipped] = counts.reduce((sum, row) => sum.map((count, index) => count + row[index]), [0, 0, 0])
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed > 0 ? 1 : 0)

async function tool(name, path, args) {
  const child = start(path, args, 'pipe')
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [status] = await once(child, 'close')
  return { name, status, output: Buffer.concat(output) }
}

/** Types and lint count as one test each. */
function report({ name, status, output }) {
  process.stdout.write(output)
  process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`)
  return status === 0 ? [1, 0, 0] : [0, 1, 0]
}

async function tests() {
  const folder = mkdtempSync(join(folderOfRun(), 'portal-run-'))
  // Also where it is interrupted: memory would stay taken.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const statements = join(folder, 'statements')
  const temporary = join(folder, 'tmp')
  for (const made of [statements, temporary]) mkdirSync(made)
  // Projects load the same modules: each is transformed once a run. A cache of longer life would miss what plugins read.
  const cache = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(folder, 'modules')}`]
  const run = start('vitest/vitest.mjs', ['run', ...reporters, ...cache, ...filters], 'inherit', {
    STATEMENTS_DIR: statements,
    TMPDIR: temporary,
  })
  const [status] = await once(run, 'close')
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    // A file that cannot be loaded has no tests to fail.
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = numFailedTests + broken
    return [numPassedTests, failed === 0 && status !== 0 ? 1 : failed, numPendingTests + numTodoTests]
  } catch {
    return [0, 1, 0]
  }
}

/**
 * In memory where there is plenty: a database is a thousand small files, of which each test gets a copy, and a file system
 * in memory makes them at a tenth of the processor time. Whoever names a folder for temporary files decides.
 */
function folderOfRun() {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (!process.env.TMPDIR && bavail * bsize > 4e9) return memory
  } catch {
    // There is none.
  }
  return tmpdir()
}

function start(path, args, output, env = {}) {
  return spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env },
  })
}
