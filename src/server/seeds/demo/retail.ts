import { deriveStored } from '#areas/po-line-rrps/server/facts.ts'
import type { Work } from '#server/kit/kit.ts'
import { addDays, daysBetween } from '#shared/base/dates.ts'
import { rates } from './orders'
import { createRandom, type Random } from './random'

/** A retail price that was requested for a demo line, with the facts of its order. */
interface RequestedPrice {
  id: number
  market: string
  po_status: string
  line_status: string
  made_at: string
  ex_factory_date: string | null
  due_date: string | null
  article_id: number
  /** Average cost of one piece in pounds, over all of the article's orders. */
  cost: string | null
  buyer_id: number | null
  buyer: string | null
  agent_id: number | null
  agent: string | null
}

interface Step {
  at: string
  action: string
  from: string | null
  to: string
  by: { id: number; name: string; role: string } | null
  comment?: string
}

/** Exchange rates to pounds of all currencies of the markets, including those that the orders do not use. */
export const marketRates: Readonly<Record<string, string>> = {
  AUD: '0.4880',
  CAD: '0.5520',
  CNY: rates.CNY ?? '',
  EUR: rates.EUR ?? '',
  JPY: '0.0051',
  NZD: '0.4460',
  USD: rates.USD ?? '',
}

/** Sets the rate of each currency of the markets; without it, prices cannot be checked against their cost. */
export const rateMarkets = async (work: Work): Promise<void> => {
  for (const [currency, fx_rate] of Object.entries(marketRates)) {
    const [market] = await work.tx.query<{ id: number }>(
      'select id from rrp_markets where currency = $1 and fx_rate is null order by id limit 1',
      [currency],
    )
    if (market) await work.kit.repository('rrp-markets').edit(work, market.id, { fx_rate })
  }
}

/** The ratio of a price in each currency to the same article's price in pounds. */
const levels: Record<string, number> = { GBP: 1, EUR: 1.25, AUD: 2.05 }
const currencies: Record<string, string> = { GB: 'GBP', NL: 'EUR', AU: 'AUD' }

/**
 * Brings the retail prices of the demo orders into the state that they would have by `day`: prices of shipped goods are on
 * tickets; those of the coming months are at every step, some late, some with a remark.
 */
export const priceDemo = async (work: Work, day: string): Promise<void> => {
  const { tx } = work
  const requested = await tx.query<RequestedPrice>(
    `select r.id, r.market, o.status as po_status, l.line_status, o.created_at::text as made_at, r.article_id,
       l.ex_factory_date::text, r.due_date::text, c.cost::text, b.id as buyer_id, b.full_name as buyer,
       a.id as agent_id, a.full_name as agent
     from po_line_rrps r join po_lines l on l.id = r.po_line_id join purchase_orders o on o.id = l.purchase_order_id
       join (
         select x.article_id, avg(x.unit_price * coalesce(y.fx_rate, 1)) as cost
         from po_lines x join purchase_orders y on y.id = x.purchase_order_id group by x.article_id) c
         on c.article_id = r.article_id
       left join users b on b.id = o.buyer_id
       left join lateral (
         select id, full_name from users where supplier_id = o.supplier_id and type = 'Agent' order by id limit 1) a on true
     order by r.id`,
  )
  const [admin] = await tx.query<{ id: number; name: string }>(
    `select id, full_name as name from users where type = 'admin' order by id limit 1`,
  )
  const random = createRandom(20_260)
  const priced = requested.map((price) =>
    courseOf(price, day, { id: admin?.id ?? 0, name: admin?.name ?? '', role: 'admin' }, random),
  )
  await tx.query(
    `update po_line_rrps r set status = x.status, amount = x.amount, deviation_reason = x.deviation_reason,
       entered_by = x.entered_by, entered_at = x.entered_at, approved_by = x.approved_by, approved_at = x.approved_at,
       released_at = x.released_at, ticketed_by = x.ticketed_by, ticketed_at = x.ticketed_at,
       ticket_note = x.ticket_note, created_at = x.created_at, updated_at = x.updated_at
     from jsonb_populate_recordset(null::po_line_rrps, $1::jsonb) x where x.id = r.id`,
    [JSON.stringify(priced.map(({ record }) => record))],
  )
  const ids = requested.map(({ id }) => id)
  await tx.query(`delete from history where area = 'po-line-rrps' and record_id = any($1::bigint[])`, [ids])
  await tx.query(
    `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action,
       from_status, to_status, comment, changes)
     select h.at, h.actor_id, h.actor_name, h.actor_role, 'po-line-rrps', h.id, 'po-line-rrps', h.id, h.action,
       h.from_status, h.to_status, h.comment, '[]'
     from jsonb_to_recordset($1::jsonb) as h(at timestamptz, actor_id bigint, actor_name text, actor_role text, id bigint,
       action text, from_status text, to_status text, comment text)
     order by h.at`,
    [JSON.stringify(priced.flatMap(({ record, steps }) => steps.map((step) => entryOf(record.id, step))))],
  )
  await tx.query(`insert into demo_records (area, record_id) select 'po-line-rrps', unnest($1::bigint[])`, [ids])
  const lines = await tx.query<{ id: number }>('select distinct po_line_id as id from po_line_rrps order by 1')
  await deriveStored(
    work,
    lines.map(({ id }) => id),
  )
}

const entryOf = (id: number, { at, action, from, to, by, comment }: Step) => ({
  id,
  at,
  actor_id: by?.id ?? null,
  actor_name: by?.name ?? 'system',
  actor_role: by?.role ?? 'admin',
  action,
  from_status: from,
  to_status: to,
  comment: comment ?? null,
})

const order = ['required', 'entered', 'approved', 'released', 'ticketed'] as const
const actions = ['create', 'enter', 'approve', 'release', 'confirm_ticketed'] as const
const notes = [
  'Tickets from the nominated printer, applied in line.',
  '吊牌已全部挂好。',
  'Price tickets checked at packing.',
]

const courseOf = (request: RequestedPrice, day: string, admin: NonNullable<Step['by']>, random: Random) => {
  const reached = reachedBy(request, day, random)
  const buyer = request.buyer_id ? { id: request.buyer_id, name: request.buyer ?? '', role: 'Office' } : admin
  const agent = request.agent_id ? { id: request.agent_id, name: request.agent ?? '', role: 'Agent' } : buyer
  const note = reached === 4 ? random.pick(notes) : null
  const steps = stepsOf(request, day, reached, [null, buyer, admin, buyer, agent], note)
  const at = (step: number) => steps[step]?.at ?? null
  const amount = reached === 0 ? null : priceOf(request, random)
  return {
    steps,
    record: {
      id: request.id,
      status: order[reached] ?? 'required',
      amount,
      deviation_reason: null,
      entered_by: reached > 0 ? buyer.id : null,
      entered_at: at(1),
      approved_by: reached > 1 ? admin.id : null,
      approved_at: at(2),
      released_at: at(3),
      ticketed_by: reached > 3 ? agent.id : null,
      ticketed_at: at(4),
      ticket_note: note,
      created_at: request.made_at,
      updated_at: steps.at(-1)?.at ?? request.made_at,
    },
  }
}

/** The state of a price: not entered while its order is a draft, ticketed once the goods have left. */
const reachedBy = (
  { po_status, line_status, ex_factory_date, due_date }: RequestedPrice,
  day: string,
  random: Random,
): number => {
  if (po_status === 'cancelled' || line_status === 'cancelled') return 0
  if (po_status === 'draft' || po_status === 'pending_approval') return random.chance(0.5) ? 1 : 0
  if (po_status === 'approved') return random.integer(0, 2)
  if (po_status === 'closed' || po_status === 'completed') return 4
  if (!ex_factory_date || !due_date) return 0
  if (daysBetween(ex_factory_date, day) > -7) return 4
  if (due_date < day) return random.chance(0.12) ? random.integer(0, 2) : random.integer(3, 4)
  return random.integer(0, 3)
}

/** The steps up to the reached one, spread between the order's creation and the day, or the day when the goods left. */
const stepsOf = (
  { made_at, ex_factory_date }: RequestedPrice,
  day: string,
  reached: number,
  people: readonly Step['by'][],
  note: string | null,
): Step[] => {
  const first = made_at.slice(0, 10)
  const end = ex_factory_date && ex_factory_date < day ? ex_factory_date : addDays(day, -1)
  const span = Math.max(daysBetween(first, end), 0)
  return order.slice(0, reached + 1).map((to, step) => ({
    at:
      step === 0
        ? new Date(made_at).toISOString()
        : `${addDays(first, Math.min(Math.round((span * step) / 5), span))}T${17 + step}:${10 + step}:00.000Z`,
    action: actions[step] ?? 'create',
    from: step === 0 ? null : (order[step - 1] ?? null),
    to,
    by: people[step] ?? null,
    ...(step === 4 && note ? { comment: note } : {}),
  }))
}

/** The retail price of an article in a market, calculated from its cost; now and then with a typing error. */
const priceOf = ({ cost, market }: RequestedPrice, random: Random): string => {
  const level = levels[currencies[market] ?? ''] ?? 1
  const about = Number(cost ?? '5') * 1.25 * 4.1 * level
  const whole = about < 20 ? Math.round(about) : Math.round(about / 2) * 2
  const slip = random.next()
  if (slip < 0.02) return `${whole}.47`
  return slip < 0.05 ? `${whole + 4}.99` : `${Math.max(whole, 4)}.99`
}
