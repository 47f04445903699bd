import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parse } from 'dotenv'
import { z } from 'zod'
import { emailPattern } from '#shared/base/email.ts'

/** The settings from the environment. */
export interface Config {
  port: number
  host: string
  /** The data directory, as an absolute path. */
  dataDir: string
  /** The address of a PostgreSQL server; by default the database is embedded in `dataDir`. */
  databaseUrl?: string
  /** Whether a new database gets the demo data; by default only an embedded one. */
  demo?: boolean
  demoPublic: boolean
  /** Always set with `databaseUrl`; otherwise `loadSecret` returns it. */
  jwtSecret?: string
  /** The address at which people reach the portal, without a slash at the end. */
  publicUrl: string
  /** The proxies whose `X-Forwarded-For` is accepted, as comma-separated addresses and ranges; false: none. */
  trustProxy: false | string
  mailUrl?: string
  /** The sender of mails; by default `portal@` and the host of `publicUrl`. */
  mailFrom?: string
  /** The bucket that stores files; by default they are in `dataDir`. */
  bucket?: BucketConfig
  /** The program that checks every file, with its arguments; by default files are not checked. */
  scan?: ScanCommand
  /** Seconds to continue answering after SIGTERM, so that a load balancer notices the shutdown. */
  drainSeconds: number
}

/** A program that checks files, with its arguments. */
export type ScanCommand = readonly [program: string, ...arguments: string[]]

/** A bucket of S3-compatible storage. */
export interface BucketConfig {
  bucket: string
  /** The prefix of all object keys: empty, or with a slash at the end. */
  prefix: string
  /** The endpoint of a storage other than Amazon's. */
  endpoint?: string
  region: string
  /** Whether the bucket is in the path of an address instead of the host name. */
  pathStyle: boolean
  /** By default the credentials of the machine, such as a role or AWS_ACCESS_KEY_ID. */
  keys?: { accessKeyId: string; secretAccessKey: string }
  /** Milliseconds that a response may take. */
  patience: number
}

/** An invalid setting; the message names it and what is accepted. */
export class ConfigError extends Error {}

/** Reads and checks the environment; throws `ConfigError` for the first invalid value. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  // Shells and compose files pass unset variables as empty values.
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { data, error } = environment.safeParse(variables)
  if (error) {
    const [issue] = error.issues
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const { PORT, HOST, DATABASE_URL, JWT_SECRET } = data
  if (DATABASE_URL && !JWT_SECRET) {
    throw new ConfigError(
      'JWT_SECRET is required with DATABASE_URL, the same for every process: at least 32 random characters.',
    )
  }
  return {
    port: PORT,
    host: HOST,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: DATABASE_URL,
    demo: data.DEMO,
    demoPublic: data.DEMO_PUBLIC,
    jwtSecret: JWT_SECRET,
    publicUrl: data.PUBLIC_URL ?? `http://${isLoopback(HOST) ? 'localhost' : bracketed(HOST)}:${PORT}`,
    trustProxy: data.TRUST_PROXY,
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    bucket: bucketOf(data),
    scan: data.FILES_SCAN_COMMAND,
    drainSeconds: data.DRAIN_SECONDS ?? (isLoopback(HOST) ? 0 : 5),
  }
}

const bucketOf = ({
  FILES_URL: url,
  FILES_ENDPOINT: endpoint,
  FILES_REGION: region,
  FILES_ACCESS_KEY: accessKeyId,
  FILES_SECRET_KEY: secretAccessKey,
  FILES_PATH_STYLE: pathStyle,
}: z.output<typeof environment>): BucketConfig | undefined => {
  if (!url) {
    const ignored = Object.entries({
      FILES_ENDPOINT: endpoint,
      FILES_REGION: region,
      FILES_ACCESS_KEY: accessKeyId,
      FILES_SECRET_KEY: secretAccessKey,
      FILES_PATH_STYLE: pathStyle,
    }).find(([, value]) => value !== undefined)
    if (ignored) throw new ConfigError(`${ignored[0]} must be set together with FILES_URL, the storage of files.`)
    return undefined
  }
  if (accessKeyId && !secretAccessKey)
    throw new ConfigError('FILES_SECRET_KEY must be set together with FILES_ACCESS_KEY.')
  if (secretAccessKey && !accessKeyId)
    throw new ConfigError('FILES_ACCESS_KEY must be set together with FILES_SECRET_KEY.')
  if (endpoint && !accessKeyId) throw new ConfigError('FILES_ACCESS_KEY must be set together with FILES_ENDPOINT.')
  if (!endpoint && !region) throw new ConfigError('FILES_REGION must name the region of the bucket, like eu-west-1.')
  return {
    ...url,
    endpoint,
    region: region ?? 'us-east-1',
    pathStyle: pathStyle ?? endpoint !== undefined,
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    patience: 60_000,
  }
}

/** The variables of the process, which override those of `.env` in the working directory. */
export const processEnvironment = (): Record<string, string | undefined> => {
  let file: Record<string, string> = {}
  try {
    file = parse(readFileSync('.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new ConfigError(`.env cannot be read: ${error}`)
  }
  return { ...file, ...process.env }
}

/**
 * The key that signs tokens: the configured one, otherwise the one in the data directory, which the first start
 * creates.
 */
export const loadSecret = async ({ jwtSecret, dataDir }: Config): Promise<string> => {
  if (jwtSecret) return jwtSecret
  const file = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) {
    // The file is linked when it is complete, so that a crash or a concurrent start never leaves a partial secret.
    const temporary = `${file}.${randomBytes(4).toString('hex')}`
    await writeFile(temporary, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(temporary)
  }
  const secret = (await readFile(file, 'utf8')).trim()
  if (secret.length < 32) throw new ConfigError(`${file} is damaged: it has fewer than 32 characters.`)
  return secret
}

/** The host in a `Host` header or URL authority, without port and brackets. */
export const hostnameOf = (authority: string) => authority.replace(/:\d{1,5}$/, '').replace(/^\[|\]$/g, '')

/** Describes the setting that makes the portal reachable from other machines; undefined if none does. */
export const exposedBy = ({ host, publicUrl, trustProxy }: Config): string | undefined => {
  if (!isLoopback(host)) return `HOST ${host} can be reached by others`
  if (!isLoopback(hostnameOf(new URL(publicUrl).host)))
    return `PUBLIC_URL ${publicUrl} is where others reach the portal`
  return trustProxy ? 'TRUST_PROXY says that others reach the portal through a proxy' : undefined
}

/** Whether the host is reachable only from this machine. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

const flag = (message: string) =>
  z.enum(['on', 'off', 'yes', 'no'], message).transform((value) => value === 'on' || value === 'yes')

const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => protocols.includes(protocolOf(text)), `must be an address like ${example}`)

const withoutEndingSlashes = (text: string) => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

const protocolOf = (text: string) => {
  try {
    return new URL(text).protocol
  } catch {
    return ''
  }
}

const port = 'must be a whole number from 0 to 65535'
const ownNetworks = 'loopback,linklocal,uniquelocal'
const proxies = 'must be on, off, or the addresses of the proxies separated by commas'

const key = 'must be a key as the storage gives it, without spaces'
// Names of buckets: Amazon S3 user guide, "General purpose bucket naming rules".
const bucketUrl = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,199}?))?\/*$/

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, port)
    .transform(Number)
    .refine((value) => value <= 65535, port)
    .default(3000),
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
      'must be an IP address or the name of a host',
    )
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/portal').optional(),
  DEMO: flag('must be on or off').optional(),
  DEMO_PUBLIC: flag('must be yes or no').default(false),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PUBLIC_URL: url(['http:', 'https:'], 'https://portal.example.com').transform(withoutEndingSlashes).optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => {
      // The operator's own proxy is on the same machine or network. Trusting all would let clients forge their address.
      if (text === 'on' || text === 'yes') return ownNetworks
      return text === 'off' || text === 'no' ? (false as const) : text
    })
    .refine((value) => !value || value === ownNetworks || value.split(',').every(isAddressOrRange), proxies)
    .default(false),
  MAIL_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  MAIL_FROM: z.string().max(200).regex(emailPattern, 'must be an address like orders@example.com').optional(),
  FILES_URL: z
    .string()
    .regex(bucketUrl, 'must be a bucket and what names in it begin with, like s3://bucket/portal')
    .transform((text) => {
      const [, bucket = '', prefix = ''] = bucketUrl.exec(text) ?? []
      return { bucket, prefix: prefix && `${prefix}/` }
    })
    .optional(),
  FILES_ENDPOINT: url(['http:', 'https:'], 'https://storage.example.com').transform(withoutEndingSlashes).optional(),
  FILES_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region like eu-west-1')
    .optional(),
  FILES_ACCESS_KEY: z
    .string()
    .regex(/^\S{3,128}$/, key)
    .optional(),
  FILES_SECRET_KEY: z
    .string()
    .regex(/^\S{8,256}$/, key)
    .optional(),
  FILES_PATH_STYLE: flag('must be on or off').optional(),
  FILES_SCAN_COMMAND: z
    .string()
    .max(1000)
    .refine(
      (text) => !/["'`$|&;<>\\\n]/.test(text),
      'must be a program and its arguments, without quotes: no shell runs it',
    )
    .transform((text): ScanCommand => {
      const [program = '', ...programArguments] = text.trim().split(/\s+/)
      return [program, ...programArguments]
    })
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number from 0 to 99')
    .transform(Number)
    .optional(),
})

const isAddressOrRange = (text: string) => {
  const [address = '', bits, ...rest] = text.trim().split('/')
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}
