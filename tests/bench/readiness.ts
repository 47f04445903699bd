import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/types.ts'
import type { Comparison } from './dashboard'
import { secret } from './servers'

/** The page's lines and their allocations, as somebody at the database would ask for them. */
const barePage = `
  with page as (
    select * from po_lines where line_status = 'open' and archived_at is null
    order by ex_factory_date, purchase_order_id, line_no, id limit 100)
  select p.*, (select json_agg(a) from care_allocations a where a.po_line_id = p.id) as care,
    (select json_agg(a) from spec_allocations a where a.po_line_id = p.id) as specification
  from page p`
const bareSums = `
  select o.supplier_id, count(*), count(*) filter (where l.office_turn <> '{}'),
    count(*) filter (where l.supplier_turn <> '{}')
  from po_lines l join purchase_orders o on o.id = l.purchase_order_id
  where l.line_status = 'open' and l.archived_at is null group by o.supplier_id`

/**
 * Measures the calls of the readiness page inside this process on a database of `fillReadiness`, each in turns with a bare
 * statement over the same connection; the middle of `rounds` counts.
 */
export const measureReadiness = async (db: Db, account: { email: string; password: string }, rounds: number) => {
  const app = await createApp({ db, secret, publicUrl: 'http://127.0.0.1', version: 'bench' })
  await app.ready()
  try {
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { ...account, remember: true },
    })
    const authorization = `Bearer ${signedIn.json().data.token}`
    const ask = async (path: string) => {
      const { statusCode, body } = await app.inject({ url: `/api/po-lines/${path}`, headers: { authorization } })
      if (statusCode !== 200) throw new Error(`${path}: ${body.slice(0, 300)}`)
    }
    const compareWith = async (name: string, path: string, bare: string, isWritten = false): Promise<Comparison> => {
      const times: [number, number][] = []
      for (let round = -2; round < rounds; round++) {
        if (isWritten) app.kit.changed(['po-lines'])
        const time: [number, number] = [await timed(() => ask(path)), await timed(() => db.query(bare))]
        if (round >= 0) times.push(time)
      }
      return { name, ms: middle(times.map(([ms]) => ms)), bare: middle(times.map(([, ms]) => ms)) }
    }
    const order = '_sort=ex_factory_date,purchase_order_id,line_no&_order=asc,asc,asc'
    const page = (start: number, more = '') =>
      `readiness?line_status=open${more}&${order}&_start=${start}&_end=${start + 100}`
    return [
      await compareWith('first page of 100', page(0), barePage),
      await compareWith('first page, first after a write', page(0), barePage, true),
      await compareWith('page at 9,900', page(9900), barePage),
      await compareWith('first page, waiting for the office with care', page(0, '&office_turn=care'), barePage),
      await compareWith('sums, first after a write', 'readiness/sums?line_status=open', bareSums, true),
      await compareWith('sums, nothing written since', 'readiness/sums?line_status=open', bareSums),
      await compareWith('anchors', `readiness/anchors?line_status=open&${order}`, bareSums),
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
