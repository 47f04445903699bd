import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, exposedBy, isLoopback, loadSecret, readConfig } from '#server/config.ts'

const secret = 'x'.repeat(32)

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      demo: undefined,
      demoPublic: false,
      jwtSecret: undefined,
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      mailUrl: undefined,
      mailFrom: undefined,
      bucket: undefined,
      drainSeconds: 0,
    })
  })

  it('reads everything', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/portal',
      DATABASE_URL: 'postgres://portal@db/portal',
      DEMO: 'off',
      DEMO_PUBLIC: 'yes',
      JWT_SECRET: secret,
      PUBLIC_URL: 'https://portal.example.com/',
      TRUST_PROXY: '10.0.0.1, 192.168.0.0/16',
      MAIL_URL: 'smtps://user:password@mail.example.com',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataDir: '/srv/portal',
      demo: false,
      demoPublic: true,
      publicUrl: 'https://portal.example.com',
      trustProxy: '10.0.0.1, 192.168.0.0/16',
    })
  })

  it.each([
    [{}, undefined],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, undefined],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, undefined],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ PUBLIC_URL: 'https://portal.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://localhost.example.com' }, 'PUBLIC_URL'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY'],
  ])('knows what lets others in, where demo accounts must not be: %j', (env, name) => {
    expect(exposedBy(readConfig(env))?.split(' ')[0]).toBe(name)
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', JWT_SECRET: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '80 80'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'http://here'],
    ['DATABASE_URL', 'mysql://db/portal'],
    ['DATABASE_URL', 'db'],
    ['DEMO', 'maybe'],
    ['DEMO_PUBLIC', 'true!'],
    ['MAIL_FROM', 'orders at example.com'],
    ['JWT_SECRET', 'short'],
    ['PUBLIC_URL', 'portal.example.com'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['MAIL_URL', 'https://mail.example.com'],
    ['FILES_URL', 'https://storage.example.com/files'],
    ['FILES_URL', 's3://Files'],
    ['FILES_URL', 's3://files/../other'],
    ['FILES_ENDPOINT', 'storage.example.com'],
    ['FILES_ENDPOINT', 'https://storage.example.com'],
    ['FILES_REGION', 'Frankfurt (DE)'],
    ['FILES_REGION', 'eu-west-1'],
    ['FILES_ACCESS_KEY', 'A K'],
    ['FILES_ACCESS_KEY', 'AKIDEXAMPLE'],
    ['FILES_SECRET_KEY', 'short'],
    ['FILES_PATH_STYLE', 'maybe'],
    ['FILES_PATH_STYLE', 'on'],
    ['FILES_SCAN_COMMAND', 'clamscan; rm -rf /'],
    ['FILES_SCAN_COMMAND', 'sh -c "scan"'],
  ])('stops at a wrong %s (%s) with a sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
  })

  it('takes a scanner with its arguments, which no shell reads', () => {
    expect(readConfig({}).scan).toBeUndefined()
    expect(readConfig({ FILES_SCAN_COMMAND: ' clamdscan  --fdpass --no-summary ' }).scan).toEqual([
      'clamdscan',
      '--fdpass',
      '--no-summary',
    ])
  })

  it('wants a secret from whoever has a server for the database', () => {
    const env = { DATABASE_URL: 'postgres://portal@db/portal' }
    expect(() => readConfig(env)).toThrow('JWT_SECRET is required with DATABASE_URL')
    expect(readConfig({ ...env, JWT_SECRET: secret }).jwtSecret).toBe(secret)
  })

  it('keeps files in a bucket where it names one', () => {
    const keys = { FILES_ACCESS_KEY: 'AKIDEXAMPLE', FILES_SECRET_KEY: 'wJalrXUtnFEMI' }
    const endpoint = 'https://storage.example.com'
    expect(readConfig({ FILES_URL: 's3://files/portal/', FILES_ENDPOINT: `${endpoint}/`, ...keys }).bucket).toEqual({
      bucket: 'files',
      prefix: 'portal/',
      endpoint,
      region: 'us-east-1',
      pathStyle: true,
      keys: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' },
      patience: 60_000,
    })
    expect(readConfig({ FILES_URL: 's3://files', FILES_REGION: 'eu-west-1' }).bucket).toMatchObject({
      prefix: '',
      endpoint: undefined,
      region: 'eu-west-1',
      pathStyle: false,
      keys: undefined,
    })
    const named = { FILES_URL: 's3://files', FILES_ENDPOINT: endpoint, ...keys }
    expect(readConfig({ ...named, FILES_PATH_STYLE: 'off' }).bucket?.pathStyle).toBe(false)
    for (const [without, sentence] of [
      ['FILES_ACCESS_KEY', 'FILES_ACCESS_KEY must be set together with FILES_SECRET_KEY.'],
      ['FILES_SECRET_KEY', 'FILES_SECRET_KEY must be set together with FILES_ACCESS_KEY.'],
    ] as const)
      expect(() => readConfig({ ...named, [without]: '' })).toThrow(sentence)
    expect(() => readConfig({ FILES_URL: 's3://files', FILES_ENDPOINT: endpoint })).toThrow('FILES_ACCESS_KEY must')
    expect(() => readConfig({ FILES_URL: 's3://files' })).toThrow('FILES_REGION must')
  })

  it('trusts proxies of the own networks only, where it trusts', () => {
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe('loopback,linklocal,uniquelocal')
    expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
  })

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.0.10', false],
    ['127.0.0.1.example.com', false],
  ])('knows whether only this machine reaches %s', (host, only) => {
    expect(isLoopback(host)).toBe(only)
  })
})

describe('the secret', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'portal-secret-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  it('is made once, long, and for the owner alone', async () => {
    const config = readConfig({ DATA_DIR: join(dir, 'new') })
    const [first, two] = await Promise.all([loadSecret(config), loadSecret(config)])
    expect(first.length).toBeGreaterThanOrEqual(43)
    expect(two).toBe(first)
    expect(await loadSecret(config)).toBe(first)
    expect((await stat(join(dir, 'new', 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('is the configured one, and then none is kept', async () => {
    expect(await loadSecret(readConfig({ DATA_DIR: join(dir, 'none'), JWT_SECRET: secret }))).toBe(secret)
    await expect(stat(join(dir, 'none'))).rejects.toThrow()
  })

  it('is not signed with when it is damaged', async () => {
    await writeFile(join(dir, 'secret'), 'cut')
    await expect(loadSecret(readConfig({ DATA_DIR: dir }))).rejects.toThrow('damaged')
  })
})
