// Prepares a checkout before anything else runs. Uses no packages, since it installs them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the project. */
export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

/** Installs the packages of the lock file if they are missing, and builds web and server if sources changed. */
export const prepare = ({ build = false } = {}) => {
  requireNode(20, 19)
  install()
  if (build) buildAll()
}

const requireNode = (major, minor) => {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  end(`The portal needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}.`)
}

const install = () => {
  const marker = join(root, 'node_modules', '.portal-installed')
  const wanted = hashOf([join(root, 'package-lock.json')])
  if (isMarked(marker, wanted)) return
  // Compared with npm's own record, so that packages that were installed by hand count too.
  if (!isInstalled()) {
    say('Installing packages …')
    run('npm', ['ci', '--no-audit', '--no-fund'])
  }
  writeFileSync(marker, wanted)
}

const isInstalled = () => {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const have = read('node_modules/.package-lock.json')
  return Object.entries(read('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || have[path]?.version === version || (optional && !have[path]),
  )
}

const buildAll = () => {
  const marker = join(root, 'dist', '.portal-built')
  const inputs = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'index.html',
    'src',
    'locales',
    'public',
  ]
  const wanted = hashOf(inputs.map((path) => join(root, path)))
  if (isMarked(marker, wanted)) return
  say('Building …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Always a production build: otherwise Vite would use the mode of the caller, which may be a test.
  run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  run(process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'], { NODE_ENV: 'production' })
  writeFileSync(marker, wanted)
}

const run = (command, args, env = {}) => {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env },
  })
  if (status !== 0) end(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`)
}

/** A hash of the names and contents of files, and of all files in folders. */
const hashOf = (paths) => {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

const isMarked = (marker, wanted) => existsSync(marker) && readFileSync(marker, 'utf8') === wanted

// Written to stderr, since the output of a command may be redirected to a file.
const say = (text) => process.stderr.write(`${text}\n`)

const end = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
