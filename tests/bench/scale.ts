import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/types.ts'
import { system } from '#server/kit/principal.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { password } from './databases'
import { articleNo, firstSupplier } from './orders'
import { stylesOf } from './scale-fill'
import { secret } from './servers'

/** Milliseconds of one thing at each size. */
export interface AtSizes {
  name: string
  p50: number[]
  p99: number[]
}

type Person = 'office' | 'agent'
interface Step {
  name: string
  who: Person
  /** The address at its turn, among so many orders. */
  url: (turn: number, orders: number) => string
}

const day = today()
const page = '_start=0&_end=25'
const none = '_start=0&_end=0'
const totals = '/api/purchase-orders/totals'
const lineTotals = '/api/po-lines/totals'
const board = `from=${addDays(day, -7)}&to=${addDays(day, 34)}&late=1&per=12`
const aNumber = (turn: number, orders: number) => String(1 + ((turn * 7919) % orders)).padStart(7, '0')
const aStyle = (turn: number, orders: number) => articleNo((turn * 31) % stylesOf(orders))
const orders = (name: string, query: string, who: Person = 'office'): Step => ({
  name,
  who,
  url: () => `/api/purchase-orders?${query}`,
})

/** What people ask of the portal all day, each as its page asks for it. */
const steps: readonly Step[] = [
  orders('list', `${page}&_sort=id&_order=desc`),
  orders("an agent's list", page, 'agent'),
  {
    name: 'list of one supplier',
    who: 'office',
    url: () => `/api/purchase-orders?${page}&supplier_id=${firstSupplier}&_sort=ex_factory_date&_order=desc`,
  },
  orders('list of one season', `${page}&season_id=4`),
  {
    name: 'part of a number (po_no_like)',
    who: 'office',
    url: (turn, count) => `/api/purchase-orders?${page}&po_no_like=${aNumber(turn, count).slice(1)}`,
  },
  {
    name: 'search by number, all areas',
    who: 'office',
    url: (turn, count) => `/api/search?q=PO-${aNumber(turn, count)}`,
  },
  {
    name: 'list, search by number',
    who: 'office',
    url: (turn, count) => `/api/purchase-orders?${page}&q=${aNumber(turn, count)}`,
  },
  {
    name: 'search by style, all areas',
    who: 'office',
    url: (turn, count) => `/api/search?q=${aStyle(turn, count)}`,
  },
  {
    name: 'lines, search by style',
    who: 'office',
    url: (turn, count) => `/api/po-lines?${page}&q=${aStyle(turn, count)}`,
  },
  { name: 'chips: by state', who: 'office', url: () => `${totals}?by=status` },
  orders('chips: overdue', `${none}&status=issued&ack_due_date_lt=${day}`),
  orders('chips: changed since yesterday', `${none}&updated_at_gt=${addDays(day, -1)}`),
  orders('chips: slipping', `${none}&slip_days_gt=0`),
  orders('chips: on hold', `${none}&on_hold=true`),
  orders('chips: mine', `${none}&buyer_id=2`),
  { name: "agent's chips: by state", who: 'agent', url: () => `${totals}?by=status` },
  orders("agent's chips: overdue", `${none}&status=issued&ack_due_date_lt=${day}`, 'agent'),
  { name: 'sums', who: 'office', url: () => totals },
  { name: 'sums, slipping', who: 'office', url: () => `${totals}?slip_days_gt=0` },
  { name: 'sums, one season', who: 'office', url: () => `${totals}?season_id=4` },
  { name: "agent's sums", who: 'agent', url: () => totals },
  { name: 'line sums', who: 'office', url: () => lineTotals },
  { name: 'line sums, waiting', who: 'office', url: () => `${lineTotals}?status=pending` },
  { name: "agent's line sums", who: 'agent', url: () => lineTotals },
  { name: 'dashboard tiles', who: 'office', url: () => '/api/dashboard/tiles' },
  { name: "agent's dashboard tiles", who: 'agent', url: () => '/api/dashboard/tiles' },
  { name: 'production board', who: 'office', url: () => `/api/wip-reports/board?${board}` },
  { name: "agent's production board", who: 'agent', url: () => `/api/wip-reports/board?${board}` },
]

/**
 * Measures each step inside this process, at the sizes in turns; before each time something was written, so that nothing
 * is answered from memory.
 */
export const measureScale = async (
  books: readonly { url: string; orders: number }[],
  seconds: number,
  only: string | undefined,
): Promise<AtSizes[]> => {
  const isWanted = (name: string) => !only || name.includes(only)
  const portals = []
  for (const { url, orders } of books) portals.push(await openBook(url, orders))
  const results: AtSizes[] = []
  for (const step of steps.filter(({ name }) => isWanted(name))) results.push(await measureStep(portals, step, seconds))
  if (isWanted('export')) {
    results.push(...(await measureExport(portals, 'office', seconds)))
    results.push(...(await measureExport(portals, 'agent', seconds)))
  }
  if (isWanted('work of the day'))
    for (const area of dailyAreas) results.push(await measurePortion(portals, area, seconds))
  for (const { app, db } of portals) {
    await app.close()
    await db.close()
  }
  return results
}

interface Book {
  app: FastifyInstance
  db: Db
  orders: number
  tokens: Record<Person, string>
}

const openBook = async (url: string, orders: number): Promise<Book> => {
  const db = await openPostgres(url)
  const app = await createApp({ db, secret, publicUrl: 'http://127.0.0.1', version: 'bench' })
  await app.ready()
  const signIn = async (who: Person) => {
    const payload = { email: `${who}@bench.test`, password, remember: true }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    return answer.json().data.token as string
  }
  return { app, db, orders, tokens: { office: await signIn('office'), agent: await signIn('agent') } }
}

const measureStep = async (books: readonly Book[], { name, who, url }: Step, seconds: number): Promise<AtSizes> => {
  const times: number[][] = books.map(() => [])
  const until = performance.now() + seconds * 1000
  for (let turn = -7; turn < 8 || performance.now() < until; turn++)
    for (const [index, { app, orders, tokens }] of books.entries()) {
      app.kit.changed(['purchase-orders', 'po-lines', 'factories'])
      const address = url(turn + 8, orders)
      const began = performance.now()
      const { statusCode, body } = await app.inject({
        url: address,
        headers: { authorization: `Bearer ${tokens[who]}` },
      })
      const time = performance.now() - began
      if (statusCode !== 200) throw new Error(`${address}: ${body}`)
      if (turn >= 0) times[index]?.push(time)
    }
  return { name, p50: times.map(at(0.5)), p99: times.map(at(0.99)) }
}

/** The first byte of an export of everything that somebody sees, and a thousand of its rows. */
const measureExport = async (books: readonly Book[], who: Person, seconds: number): Promise<AtSizes[]> => {
  const [name, most] = who === 'office' ? ['export', 6000] : ["agent's export", 390]
  const first: number[][] = books.map(() => [])
  const rate: number[][] = books.map(() => [])
  const until = performance.now() + seconds * 1000
  for (let turn = -1; turn < 3 || performance.now() < until; turn++)
    for (const [index, { app, tokens }] of books.entries()) {
      const began = performance.now()
      const answer = await app.inject({
        url: '/api/purchase-orders/export',
        headers: { authorization: `Bearer ${tokens[who]}` },
        payloadAsStream: true,
      })
      let rows = 0
      let begin = 0
      for await (const piece of answer.stream()) {
        begin ||= performance.now()
        rows += String(piece).split('\n').length
        if (rows > most) break
      }
      if (turn < 0) continue
      first[index]?.push(begin - began)
      rate[index]?.push(((performance.now() - began) / rows) * 1000)
    }
  return [
    { name: `${name}, to its first byte`, p50: first.map(at(0.5)), p99: first.map(at(0.99)) },
    { name: `${name}, a thousand rows`, p50: rate.map(at(0.5)), p99: rate.map(at(0.99)) },
  ]
}

/** Areas that do work of the day. */
const dailyAreas = ['purchase-orders', 'suppliers', 'factory-allocations']

/** A portion of an area's work of the day, from the first on; nothing of it stays. */
const measurePortion = async (books: readonly Book[], area: string, seconds: number): Promise<AtSizes> => {
  const times: number[][] = books.map(() => [])
  const afters = books.map(() => 0)
  const until = performance.now() + seconds * 1000
  for (let turn = -3; turn < 5 || performance.now() < until; turn++)
    for (const [index, { app }] of books.entries()) {
      const began = performance.now()
      let last: number | null = null
      await app.kit
        .write(system, 'daily', async (work) => {
          last = (await app.kit.server(area).daily?.(work, afters[index] ?? 0)) ?? null
          throw new Error('taken back')
        })
        .catch((error: Error) => {
          if (error.message !== 'taken back') throw error
        })
      afters[index] = last ?? 0
      if (turn >= 0) times[index]?.push(performance.now() - began)
    }
  return { name: `work of the day, a portion: ${area}`, p50: times.map(at(0.5)), p99: times.map(at(0.99)) }
}

const at = (share: number) => (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
