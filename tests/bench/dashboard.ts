import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/types.ts'
import { firstSupplier } from './orders'
import { secret } from './servers'

/** Milliseconds of one thing beside those of the bare statement that it is measured against. */
export interface Comparison {
  name: string
  ms: number
  bare: number
}

/** The chart's own rows and nothing else: no token, no right, no JSON. */
const bareSums = `select ship_date, units, orders from ship_sums where supplier_id = 0 and grain = 'day' order by ship_date`
/** How many open lines there are, as somebody at the database would ask. */
const bareCount = `
  select count(*) from po_lines l join purchase_orders o on o.id = l.purchase_order_id
  where l.line_status = 'open' and o.status in ('issued', 'change_proposed', 'confirmed') and l.archived_at is null`

/**
 * Measures the calls of the dashboard inside this process, each in turns with its bare statement over the same
 * connection; the middle of `rounds` counts.
 */
export const measureDashboard = async (db: Db, account: { email: string; password: string }, rounds: number) => {
  const app = await createApp({ db, secret, publicUrl: 'http://127.0.0.1', version: 'bench' })
  await app.ready()
  try {
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { ...account, remember: true },
    })
    const authorization = `Bearer ${signedIn.json().data.token}`
    const ask = async (url: string) => {
      const { statusCode, body } = await app.inject({ url, headers: { authorization } })
      if (statusCode !== 200) throw new Error(`${url}: ${body}`)
    }
    const compareWith = async (name: string, run: () => Promise<unknown>, bare: string): Promise<Comparison> => {
      const times: [number, number][] = []
      for (let round = -1; round < rounds; round++) {
        const time: [number, number] = [await timed(run), await timed(() => db.query(bare))]
        if (round >= 0) times.push(time)
      }
      return { name, ms: middle(times.map(([ms]) => ms)), bare: middle(times.map(([, ms]) => ms)) }
    }
    const written = () => app.kit.changed(['purchase-orders', 'po-lines', 'factories'])
    return [
      await compareWith('chart, all suppliers by day', () => ask('/api/dashboard/graph'), bareSums),
      await compareWith(
        'chart, one supplier by month',
        () => ask(`/api/dashboard/graph?by=month&supplier_id=${firstSupplier}`),
        bareSums,
      ),
      await compareWith(
        'all figures, first after a write',
        () => {
          written()
          return ask('/api/dashboard/tiles')
        },
        bareCount,
      ),
      await compareWith('all figures, nothing written since', () => ask('/api/dashboard/tiles'), bareCount),
    ]
  } finally {
    await app.close()
  }
}

const timed = async (run: () => Promise<unknown>) => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
