import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import packageFile from '../../package.json'
import type { NewAdmin } from './auth/create-admin'
import { TaskError } from './commands/task-error'
import { ConfigError, processEnvironment, readConfig } from './config'
import { LockedError } from './db/lock'
import { MigrationError } from './db/migrate'
import { serve } from './serve'

const usage = `Usage: main.js [serve | backup [file] | restore <file> | admin:create [email] | demo:remove | sql <area>]`

const main = async ([command = 'serve', ...rest]: string[]) => {
  if (command === 'sql') return printTables(rest)
  const config = readConfig(processEnvironment())
  if (command === 'serve') {
    return serve({ config, version: packageFile.version, webRoot: resolve(import.meta.dirname, '../web') })
  }
  const { runTask } = await import('./commands/tasks')
  process.stdout.write(`${await runTask(config, await taskOf(command, rest))}\n`)
}

/** Prints the SQL of declared areas, for a migration. */
const printTables = async (names: readonly string[]) => {
  const [{ register }, { createTable }] = await Promise.all([import('#areas/index.ts'), import('./db/ddl')])
  const unknown = names.filter((name) => !register.find(name))
  if (unknown.length > 0 || names.length === 0)
    throw new TaskError(`Which areas? ${register.areas.map(({ name }) => name).join(' ')}`)
  for (const name of names) process.stdout.write(`${createTable(register.get(name))}\n\n`)
}

const taskOf = async (command: string, [argument, ...others]: string[]) => {
  if (others.length > 0) throw new TaskError(usage)
  switch (command) {
    case 'backup':
      return {
        command,
        file: fromCaller(argument ?? `backup-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.tar.gz`),
      } as const
    case 'restore':
      if (!argument) throw new TaskError('Which backup? npm run restore <file>')
      return { command, file: fromCaller(argument) } as const
    case 'admin:create':
      return { command, admin: await askForAdmin(argument) } as const
    case 'demo:remove':
      return { command } as const
    default:
      throw new TaskError(`There is no command ${command}.\n${usage}`)
  }
}

/** Resolves a path against the caller's directory, which npm passes, instead of the project's folder. */
const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)

/** Asks on the terminal without showing the password; piped input answers the same questions line by line. */
const askForAdmin = async (email: string | undefined): Promise<NewAdmin> => {
  let isSecret = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isSecret) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY ?? false })
  const lines = terminal[Symbol.asyncIterator]()
  const question = async (text: string) => {
    process.stdout.write(text)
    const { value, done } = await lines.next()
    if (done) throw new TaskError('\nThe input ended before all was answered.')
    return value.trim()
  }
  try {
    const admin = {
      email: email ?? (await question('E-mail: ')),
      first_name: await question('First name: '),
      last_name: await question('Last name: '),
    }
    isSecret = true
    const password = await question('Password (15 characters or more are good): ')
    process.stdout.write('\n')
    return { ...admin, password }
  } finally {
    terminal.close()
  }
}

/** Errors whose message is written for the operator, who needs no stack. */
const operatorErrors = [ConfigError, LockedError, MigrationError, TaskError]

main(process.argv.slice(2)).catch((error: unknown) => {
  const isForOperator = operatorErrors.some((kind) => error instanceof kind)
  process.stderr.write(`${isForOperator && error instanceof Error ? error.message : explain(error)}\n`)
  process.exit(1)
})

/** Explains the common reasons of a failed start: the address is in use, or the database server is down. */
const explain = (error: unknown) => {
  const { code, message, stack, port } = error as { code?: string; message?: string; stack?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: end that, or set PORT to another one.`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `PORT or HOST cannot be used: ${message}`
  if (code === '08006' || code?.startsWith('28') || code === '3D000') return message
  return stack ?? String(error)
}
