// `npm test` and `npm run check` on a clean clone: plain Node, because nothing may be installed yet. Arguments go to
// vitest (`npm test -- tests/unit`); with `--check` only types, lint and format are looked at.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from '../src/server/prepare.mjs'

const asked = process.argv.slice(2)
const isCheck = asked.includes('--check')
const filters = asked.filter((argument) => argument !== '--check')

prepare({ build: !isCheck })
const counts = [
  tool('types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
  tool('lint', '@biomejs/biome/bin/biome', ['ci']),
]
if (!isCheck) counts.push(tests())
const [passed, failed, skipped] = counts.reduce((sum, one) => sum.map((count, index) => count + one[index]), [0, 0, 0])
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed > 0 ? 1 : 0)

/** Types and lint count as one test each. */
function tool(name, path, args) {
  const { status } = run(path, args)
  process.stdout.write(`${status === 0 ? '✓' : '✗'} ${name}\n`)
  return status === 0 ? [1, 0, 0] : [0, 1, 0]
}

function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'))
  const report = join(folder, 'report.json')
  const reporters = [
    '--reporter=default',
    '--reporter=./tests/kit/flaky-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const statements = join(folder, 'statements')
  mkdirSync(statements)
  const { status } = run('vitest/vitest.mjs', ['run', ...reporters, ...filters], { STATEMENTS_DIR: statements })
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(path, args, env = {}) {
  return spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env },
  })
}
