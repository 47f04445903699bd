import { openEmbedded } from '#server/db/embedded.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import { measureDashboard } from './dashboard'
import { type FilledPostgres, filledEmbedded, filledPostgres, orderBooks, password, postgresServer } from './databases'
import { type Figures, inTurns, type Load, measure } from './load'
import { accounts, fillReadiness, firstSupplier, linesEach, newOrder, supplierCount } from './orders'
import { measurePages, measureScrolling, type PageFigures } from './pages'
import { measureReadiness } from './readiness'
import { measureScale } from './scale'
import { type Running, start } from './servers'
import { soak } from './soak'
import { table } from './table'

const orders = Number(process.env.BENCH_ORDERS ?? 100_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const parts = (process.env.BENCH_PARTS ?? 'postgres,embedded,web').split(',')
const databases = (process.env.BENCH_DATABASES ?? 'postgres,embedded').split(',')
const log = (text: string) => process.stderr.write(`${text}\n`)

type What = 'supplier' | 'all' | 'get' | 'create' | 'logged'
const names: Record<What, string> = {
  supplier: 'list of 25, one supplier, sorted, total',
  all: 'list of 25, all orders, total',
  get: 'one order with its lines',
  create: 'create: one line, four sizes',
  logged: 'the same; bare too writes history and key',
}
const only = process.env.BENCH_ONLY?.split(',')
const whats = (Object.keys(names) as What[]).filter((what) => !only || only.includes(what))

const main = async () => {
  const isOf = (database: string, ...named: string[]) =>
    named.some((part) => parts.includes(part)) || (parts.includes('dashboard') && databases.includes(database))
  if (isOf('postgres', 'postgres')) await benchPostgres()
  if (isOf('embedded', 'embedded', 'web')) await benchEmbedded()
  if (parts.includes('readiness')) await benchReadiness()
  if (parts.includes('scale')) await benchScale()
  if (parts.includes('soak')) await benchSoak()
  if (parts.includes('growth')) await benchGrowth()
}

/** `BENCH_MINUTES` of people at work on each database, one after the other. */
const benchSoak = async () => {
  const minutes = Number(process.env.BENCH_MINUTES ?? 30)
  const run = async (name: string, env: Record<string, string>) => {
    const portal = await start('main', env)
    try {
      const tokens: string[] = []
      for (const [email] of accounts) tokens.push(await signIn(portal, email))
      await soak(name, portal, tokens, minutes)
    } finally {
      await portal.stop()
    }
  }
  if (databases.includes('embedded')) {
    const filled = await filledEmbedded(orders, log)
    await run('Embedded database', filled.env).finally(filled.release)
  }
  const server = databases.includes('postgres') ? await postgresServer() : null
  if (!server) return
  try {
    const filled = await filledPostgres(server.url, orders, log)
    await run('PostgreSQL', filled.env).finally(filled.release)
  } finally {
    await server.stop()
  }
}

/** The start to the first answer of the portal, and of one with ten further areas, in turns. */
const benchGrowth = async () => {
  const filled = await filledEmbedded(100, log)
  const scripts = ['main', '../grown/main'] as const
  const seen = scripts.map(() => ({ wall: [] as number[], cpu: [] as number[] }))
  try {
    // The first round warms the files up and is not counted.
    for (let round = 0; round <= 3 * rounds; round += 1)
      for (const [index, script] of scripts.entries()) {
        const portal = await start(script, filled.env)
        const cpu = await portal.cpu()
        await portal.stop()
        if (round === 0) continue
        seen[index]?.wall.push(portal.startedIn)
        seen[index]?.cpu.push(cpu)
      }
  } finally {
    await filled.release()
  }
  const [now, grown] = seen.map(({ wall, cpu }) => [median(wall), median(cpu)])
  console.log('Start to the first answer, embedded database, median milliseconds')
  console.log(
    table(
      ['', 'portal', 'with ten further areas', 'ratio'],
      ['time', 'processor time'].map((name, at) => {
        const [before = Number.NaN, after = Number.NaN] = [now?.[at], grown?.[at]]
        return [name, before.toFixed(0), after.toFixed(0), `${(after / before).toFixed(3)} ×`]
      }),
    ),
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Ten thousand orders beside `BENCH_ORDERS`: what people ask all day should take as long. */
const benchScale = async () => {
  const server = await postgresServer()
  if (!server) return console.log('PostgreSQL: none installed, and TEST_DATABASE_URL names none: not measured.\n')
  const sizes = [10_000, orders]
  try {
    const urls = await orderBooks(server.url, sizes, process.env.BENCH_KEEP, log)
    const books = urls.map((url, index) => ({ url, orders: sizes[index] ?? 0 }))
    const measured = await measureScale(books, seconds, process.env.BENCH_STEP)
    const ratio = ([small = Number.NaN, large = Number.NaN]: number[]) => `${(large / small).toFixed(1)} ×`
    console.log('PostgreSQL, milliseconds of one request by itself, nothing of it remembered')
    console.log(
      table(
        ['', ...sizes.map((size) => `p50 ${size}`), 'ratio', ...sizes.map((size) => `p99 ${size}`), 'ratio'],
        measured.map(({ name, p50, p99 }) => [
          name,
          ...p50.map((ms) => ms.toFixed(1)),
          ratio(p50),
          ...p99.map((ms) => ms.toFixed(1)),
          ratio(p99),
        ]),
      ),
    )
  } finally {
    await server.stop()
  }
}

const benchPostgres = async () => {
  const server = await postgresServer()
  if (!server) return console.log('PostgreSQL: none installed, and TEST_DATABASE_URL names none: not measured.\n')
  try {
    const filled = await filledPostgres(server.url, orders, log)
    try {
      if (parts.includes('postgres')) await comparePostgres(filled)
      if (parts.includes('dashboard')) await benchDashboard('PostgreSQL', await openPostgres(filled.url))
    } finally {
      await filled.release()
    }
  } finally {
    await server.stop()
  }
}

const comparePostgres = async (filled: FilledPostgres) => {
  const portal = await start('main', filled.env)
  const bare = await start('bare-server', { DATABASE_URL: filled.url })
  try {
    const token = await signIn(portal, 'office@bench.test')
    const rows = []
    for (const what of whats) {
      const [ours, theirs] = await inTurns(
        [
          {
            ...loadOf(what === 'logged' ? 'create' : what, portal.url, token),
            cpu: async () => (await portal.cpu()) + (await filled.cpu('portal')),
          },
          { ...loadOf(what, bare.url, token), cpu: async () => (await bare.cpu()) + (await filled.cpu('bare')) },
        ],
        seconds,
        rounds,
      )
      if (!ours || !theirs) continue
      rows.push([
        names[what],
        ...cells(ours),
        ...cells(theirs),
        percent(ours.rps / theirs.rps),
        percent(theirs.cpu / ours.cpu),
      ])
    }
    console.log(`PostgreSQL, ${orders} orders: the portal, and a bare Fastify + pg route beside it`)
    console.log(
      table(['', 'req/s', 'p50 ms', 'p99 ms', 'cpu ms', 'bare', 'p50', 'p99', 'cpu', 'ratio', 'by cpu'], rows),
    )
    console.log(`memory: portal ${await memoryOf(portal)}, bare ${await memoryOf(bare)}\n`)
  } finally {
    await portal.stop()
    await bare.stop()
  }
}

const benchEmbedded = async () => {
  const filled = await filledEmbedded(orders, log)
  try {
    if (parts.includes('dashboard')) await benchDashboard('Embedded', await openEmbedded(filled.env.DATA_DIR))
    if (!parts.includes('embedded') && !parts.includes('web')) return
    const first = await start('main', filled.env)
    await first.stop()
    const portal = await start('main', filled.env)
    try {
      if (parts.includes('embedded')) await measureEmbedded(portal)
      if (parts.includes('web')) await measureWeb(portal)
    } finally {
      await portal.stop()
    }
  } finally {
    await filled.release()
  }
}

const benchDashboard = (name: string, db: Db) => compareInside(name, 'dashboard', db, measureDashboard)

/** The readiness of 10,000 open lines among those of `BENCH_ORDERS`, on each database. */
const benchReadiness = async () => {
  const server = databases.includes('postgres') ? await postgresServer() : null
  if (server)
    try {
      const filled = await filledPostgres(server.url, orders, log, fillReadiness)
      try {
        await compareInside('PostgreSQL', 'readiness', await openPostgres(filled.url), measureReadiness)
        await scrollReadiness(filled.env)
      } finally {
        await filled.release()
      }
    } finally {
      await server.stop()
    }
  if (!databases.includes('embedded')) return
  const filled = await filledEmbedded(orders, log, fillReadiness)
  const db = await openEmbedded(filled.env.DATA_DIR)
  await compareInside('Embedded', 'readiness', db, measureReadiness).finally(filled.release)
}

/** The matrix in a browser: its first line, and what a frame costs while 10,000 lines are scrolled. */
const scrollReadiness = async (env: Record<string, string>) => {
  const portal = await start('main', env)
  try {
    const stored = storedBy(await signInAnswer(portal, 'office@bench.test'))
    const url = `${portal.url}/apps/readiness?line_status=open`
    const { firstRow, frames, script, task } = await measureScrolling({ url, stored, ready: '[role=gridcell]' }, 240)
    console.log('The matrix in headless Chromium, milliseconds')
    console.log(
      `${table(['to the first line', 'frames', 'script a frame', 'all work a frame'], [[firstRow.toFixed(0), String(frames), script.toFixed(1), task.toFixed(1)]])}\n`,
    )
  } finally {
    await portal.stop()
  }
}

const compareInside = async (name: string, what: string, db: Db, measureIn: typeof measureDashboard) => {
  try {
    const measured = await measureIn(db, { email: 'office@bench.test', password }, 9)
    const rows = measured.map(({ name, ms, bare }) => [
      name,
      ms.toFixed(1),
      bare.toFixed(1),
      `${(ms / bare).toFixed(1)} ×`,
    ])
    console.log(`${name}, ${what} over ${orders * linesEach} order lines, beside a bare statement in the same run`)
    console.log(`${table(['', 'ms', 'bare ms', 'ratio'], rows)}\n`)
  } finally {
    await db.close()
  }
}

const measureEmbedded = async (portal: Running) => {
  const token = await signIn(portal, 'office@bench.test')
  const rows = []
  for (const what of whats.filter((what) => what !== 'logged')) {
    const [ours] = await inTurns([{ ...loadOf(what, portal.url, token), cpu: portal.cpu }], seconds, rounds)
    if (ours) rows.push([names[what], ...cells(ours)])
  }
  console.log(`Embedded database, ${orders} orders`)
  console.log(table(['', 'req/s', 'p50 ms', 'p99 ms', 'cpu ms'], rows))
  console.log(
    `second start to first answer ${(portal.startedIn / 1000).toFixed(2)} s, memory ${await memoryOf(portal)}`,
  )

  const words = ['golden', '1234', '金织', 'po 0777', 'river garment', '99', 'nothing-like-it', 'tee-1004']
  const search: Load = {
    url: portal.url,
    token,
    connections: 2,
    request: (turn) => ({ path: `/api/purchase-orders?q=${encodeURIComponent(words[turn % words.length] ?? '')}` }),
  }
  const health: Load = { url: portal.url, token: '', connections: 1, request: () => ({ path: '/api/health' }) }
  const [searched, healthy] = await Promise.all([measure(search, seconds), measure(health, seconds)])
  console.log(
    table(
      ['while two clients search', 'req/s', 'p50 ms', 'p99 ms'],
      [
        ['search', ...cells(searched)],
        ['/api/health', ...cells(healthy)],
      ],
    ),
  )
}

const measureWeb = async (portal: Running) => {
  const stored = storedBy(await signInAnswer(portal, 'office@bench.test'))
  const row = '.MuiDataGrid-row [role="gridcell"] a, .MuiDataGrid-row [data-field="po_no"]'
  const [ours, theirs] = await measurePages(
    [
      { url: `${portal.url}/apps/purchase_order`, stored, ready: row },
      { url: `${portal.url}/bare/index.html`, stored, ready: row },
    ],
    Number(process.env.BENCH_VISITS ?? 7),
  )
  const [login] = await measurePages([{ url: `${portal.url}/login`, stored: {}, ready: 'input[type="password"]' }], 1)
  if (!ours || !theirs || !login) return
  const line = (name: string, { scripts, cold, warm, slow }: PageFigures) => [
    name,
    scripts.gzip.toFixed(0),
    scripts.brotli.toFixed(0),
    ...[cold, warm, slow].map(({ firstRow }) => firstRow.toFixed(0)),
    Math.max(cold.shift, slow.shift).toFixed(3),
  ]
  console.log('\nWeb: headless Chromium, milliseconds to the first row; slow is 4 x CPU and Fast 4G')
  console.log(
    table(
      ['', 'gzip kB', 'brotli kB', 'cold', 'warm', 'slow', 'shift'],
      [
        line('list of purchase orders', ours),
        line('bare React + MUI + DataGrid', theirs),
        line('sign-in page (to its form)', login),
      ],
    ),
  )
}

const loadOf = (what: What, url: string, token: string): Load => ({ url, token, request: requests[what] })

const requests: Record<What, Load['request']> = {
  supplier: (turn) => ({
    path: `/api/purchase-orders?_start=0&_end=25&_sort=ex_factory_date&_order=desc&supplier_id=${firstSupplier + (turn % supplierCount)}`,
  }),
  all: () => ({ path: '/api/purchase-orders?_start=0&_end=25&_sort=id&_order=desc' }),
  get: (turn) => ({ path: `/api/purchase-orders/${1001 + ((turn * 7919) % orders)}` }),
  create: (turn) => creation(turn, '/api/purchase-orders'),
  logged: (turn) => creation(turn, '/api/purchase-orders/logged'),
}

const creation = (turn: number, path: string) => ({
  method: 'POST' as const,
  path,
  body: newOrder(`NEW-${turn}`),
  key: `bench-${turn}`,
})

interface SignInAnswer {
  token: string
  info: { type: string; is_super_user: number; first_name: string; last_name: string }
}

const signInAnswer = async ({ url }: Running, email: string): Promise<SignInAnswer> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: true }),
  })
  const { data } = (await response.json()) as { data?: SignInAnswer }
  if (!data) throw new Error(`${email} was not signed in: ${response.status}`)
  return data
}

const signIn = async (server: Running, email: string) => (await signInAnswer(server, email)).token

/** What the web app writes after a sign-in that is to be remembered. */
const storedBy = ({ token, info }: SignInAnswer) => ({
  jwt_access_token: token,
  role: info.type,
  info: JSON.stringify(info),
  first_name: info.first_name,
  last_name: info.last_name,
  full_name: `${info.first_name} ${info.last_name}`,
  is_super_user: String(info.is_super_user),
})

const percent = (share: number) => `${Math.round(share * 100)} %`
const cells = ({ rps, p50, p99, cpu }: Figures) => [
  rps.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  ...(Number.isNaN(cpu) ? [] : [cpu.toFixed(2)]),
]
const memoryOf = async (server: Running) => `${(await server.memory()).toFixed(0)} MB`

// Told to end, the servers that this started end too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await main()
