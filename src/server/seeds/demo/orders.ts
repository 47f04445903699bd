import { calendars } from '#server/seeds/calendars.ts'
import { ports } from '#server/seeds/ports.ts'
import { addDays, daysBetween, weekday } from '#shared/base/dates.ts'
import { currencyDigits, divide, multiply, round, sum } from '#shared/base/money.ts'
import { addWorkingDays, workingCalendar } from '#shared/base/working-days.ts'
import { type DemoArticle, demoArticles } from './catalogue'
import { demoSuppliers, lentBrand } from './parties'
import { createRandom, type Random } from './random'
import { type DemoSeason, seasonOf } from './seasons'
import { curveOf, gtinOf, sizesOf, skuOf } from './skus'
import type { DemoSupplier } from './supplier'

/** An event of an order; `by` is an e-mail address, or null for the portal itself. */
export interface DemoEvent {
  at: string
  by: string | null
  action: string
  from_status: string | null
  to_status: string
  comment?: string
  /** The index of the line in the order, if the event is a move of a line. */
  line?: number
  /** The lines whose forecast the supplier changed, by their index in the order. */
  forecasts?: { line: number; old: string; new: string }[]
  /** A request of the supplier to deliver this many days later. */
  change?: { days: number; reason_code: string }
}

export interface DemoOrder {
  /** The record of the order, with references by business key. */
  record: DemoOrderRecord
  created_by: string
  /** The events, oldest first; the first one is the creation of the order. */
  events: DemoEvent[]
  /** The field that the demo leaves empty on the first line. */
  bare?: Bare
}

type Key = Record<string, unknown>
interface DemoOrderRecord extends Record<string, unknown> {
  po_no: string
  status: string
  lines: DemoLine[]
}
interface DemoLine extends Record<string, unknown> {
  line_no: number
  qty: number
  unit_price: string
  sizes: DemoSize[]
}
interface DemoSize {
  size_id: Key
  sku: string
  gtin: string
  qty: number
  booked_qty: number
  shipped_qty: number
  received_qty: number
}

/** The orders of the year that ends the day before `today`. Deterministic for a given day. */
export const makeOrders = (today: string, seasons: readonly DemoSeason[], count = 400): DemoOrder[] => {
  const year = new Year(today, seasons)
  return Array.from({ length: count }, (_, index) => year.order(index, count))
}

/** The suppliers of the two agents who can sign in. */
const agentSupplier = 60
const otherAgentSupplier = 61

/** The days of transport from a country to a market. */
const transitDays: Record<string, Record<string, number>> = {
  CN: { GB: 34, NL: 33, AU: 18 },
  HK: { GB: 32, NL: 31, AU: 16 },
  VN: { GB: 33, NL: 32, AU: 17 },
  KH: { GB: 36, NL: 35, AU: 20 },
  BD: { GB: 31, NL: 30, AU: 27 },
  IN: { GB: 27, NL: 26, AU: 24 },
  PK: { GB: 26, NL: 25, AU: 28 },
  LK: { GB: 25, NL: 24, AU: 21 },
  TR: { GB: 8, NL: 6, AU: 36 },
}

/** The value of one unit of each currency in pounds; the rates of the orders vary around it. */
export const rates: Record<string, string> = { GBP: '1', USD: '0.7610', EUR: '0.8570', CNY: '0.1068' }

const markets = [
  { country: 'GB', location: 'DC-DAV', port: 'GBFXT', city: 'Daventry', weight: 70 },
  { country: 'NL', location: 'DC-VEN', port: 'NLRTM', city: 'Venlo', weight: 16 },
  { country: 'AU', location: 'DC-MEL', port: 'AUMEL', city: 'Melbourne', weight: 14 },
]

const buyers = ['office@demo.test', 'office2@demo.test', 'office3@demo.test'] as const
const admin = 'admin@demo.test'
const officeLimit = 25_000

interface DemoWish {
  days: number
  reason_code: string
  comment: string
}

const words = {
  approve: ['Within budget.', 'Price checked against last season.', 'Agreed in the range review.', ''],
  approveHigh: ['Above the office limit; approved with the merchandise director.', 'Approved, cash flow checked.'],
  acknowledge: ['', '', 'Fabric booked, dates confirmed.', '数量、价格、交期确认无误。', 'Confirmed as ordered.'],
  change: [
    { days: 7, reason_code: 'raw_material_late', comment: 'The yarn comes a week late from the mill.' },
    { days: 10, reason_code: 'capacity', comment: '本月产能已满，请求延后十天交货。' },
    { days: 5, reason_code: 'sample_approval_late', comment: 'The size set was approved later than planned.' },
  ] satisfies DemoWish[],
  decline: [
    'Capacity for this month is full.',
    'Price does not cover the new yarn cost.',
    '交期太紧，无法按时完成。',
    'Minimum for this colour is 600 pieces.',
  ],
  cancel: [
    'Style dropped from the range after the fit review.',
    'Moved to another supplier.',
    'Market cut its forecast by half.',
    'Fabric failed the colour fastness test twice.',
  ],
  close: [
    'Balance not worth a further shipment.',
    'Fabric ran short, supplier cannot make up the balance.',
    'Second quality held back, no replacement wanted.',
  ],
  hold: {
    buyer: 'Waiting for the range decision on this colour.',
    quality: 'Pre-production sample rejected, new one due.',
    finance: 'Deposit invoice not yet cleared.',
    supplier: 'Factory is short of workers this month.',
  },
  internal: [
    'Watch the shrinkage on this quality.',
    'Margin is thin: do not accept a price rise.',
    'Key line for the spring window display.',
    'Compare with the quote of the Turkish supplier before a repeat.',
  ],
  shared: [
    'Please use the new swing ticket artwork.',
    'Hangers and size cubes from our nominated supplier only.',
    '请按新版唛头要求刷箱唛。',
    'Top of production sample needed before shipment.',
    'One carton per size, no mixed cartons.',
  ],
}

/** The plan of an order before its events. */
interface Plan {
  random: Random
  supplier: DemoSupplier
  buyer: string
  agent: string
  order_date: string
  exFactory: string
  season: DemoSeason
  market: (typeof markets)[number]
  mode: 'sea' | 'air' | 'sea_air' | 'road'
  transit: number
  rate: string
}

/** A field that stays empty on the first line of some orders, although the article would fill it on creation. */
export type Bare = 'season_id' | 'house_brand_id' | 'product_category_id'

/**
 * Leaves a few lines without classification, or with one that differs from their article, so that every worklist has
 * examples.
 */
const leaveUnsorted = (
  { status, lines: [line] }: DemoOrderRecord,
  { order_date }: Plan,
  seasons: readonly DemoSeason[],
  turn: number,
): Bare | undefined => {
  if (!line || (status !== 'confirmed' && status !== 'issued') || turn % 3 !== 0) return undefined
  const other = <K extends 'brand' | 'category'>(what: K, code: string | undefined) =>
    ({ code: demoArticles.find((article) => article[what] !== code)?.[what] ?? '' }) as const
  const category = codeOf(line.product_category_id) ?? ''
  const past = seasons.find(
    ({ status: state, purchase_from, purchase_to }) =>
      state === 'frozen' && (order_date < purchase_from || order_date > purchase_to),
  )
  const ways: (Bare | Partial<typeof line>)[] = [
    'season_id',
    'house_brand_id',
    'product_category_id',
    past ? { season_id: { code: past.code } } : {},
    { house_brand_id: other('brand', codeOf(line.house_brand_id)) },
    { product_category_id: other('category', category) },
    { house_brand_id: { code: lentBrand } },
    { product_category_id: { code: category.slice(0, category.lastIndexOf('-')) } },
  ]
  const way = ways[(turn / 3) % ways.length]
  if (typeof way === 'string') return way
  Object.assign(line, way)
  return undefined
}

const codeOf = (reference: unknown) => (reference as { code?: string } | null)?.code

class Year {
  private readonly lastPrices = new Map<string, string>()
  /** The number of issued orders so far. */
  private out = 0

  constructor(
    private readonly today: string,
    private readonly seasons: readonly DemoSeason[],
  ) {}

  order(index: number, count: number): DemoOrder {
    const plan = this.plan(index, count)
    const { random, supplier } = plan
    const lines = this.lines(plan)
    const record: DemoOrderRecord = {
      po_no: `PO-${24_001 + index}`,
      status: 'draft',
      ...this.header(plan),
      lines,
    }
    const value = Number(
      multiply(sum(lines.map(({ qty, unit_price }) => multiply(String(qty), unit_price))), plan.rate),
    )
    for (const line of lines) this.judge(line, plan, value)
    const events = this.happen(plan, record, value)
    if (agreedStates.has(record.status))
      for (const line of lines)
        this.lastPrices.set(`${supplier.id} ${JSON.stringify(line.article_id)}`, line.unit_price)
    const isOut = record.status === 'confirmed' || record.status === 'issued'
    const bare = leaveUnsorted(record, plan, this.seasons, isOut ? this.out++ : 0)
    if (random.chance(0.25)) record.notes_internal = random.pick(words.internal)
    if (random.chance(0.35)) record.notes_shared = random.pick(words.shared)
    return { record, created_by: plan.buyer, events, ...(bare ? { bare } : {}) }
  }

  private plan(index: number, count: number): Plan {
    const random = createRandom(24_001 + index)
    // The dates are denser towards today, so that many orders are open.
    const order_date = this.workday(-1 - Math.round(394 * (1 - index / (count - 1)) ** 1.5))
    const season = seasonOf(order_date, this.seasons)
    // The suppliers of the demo's agents get orders regularly, so that the agents always have open tasks.
    const supplier =
      demoSuppliers.find(({ id }) => id === [agentSupplier, otherAgentSupplier][index % 11]) ??
      random.weighted(demoSuppliers, ({ weight }) => weight)
    const market = random.weighted(markets, ({ weight }) => weight)
    const byRoad = supplier.country === 'TR' && market.country !== 'AU'
    const mode = byRoad ? 'road' : random.weighted(['sea', 'air', 'sea_air'] as const, (way) => shares[way])
    const bySea = transitDays[supplier.country]?.[market.country] ?? 30
    const lead = byRoad ? random.integer(38, 70) : random.integer(78, 142)
    const drift = 1 + 0.02 * Math.sin(index / 23)
    const base = rates[supplier.currency] ?? '1'
    return {
      random,
      supplier,
      buyer: random.pick(buyers),
      agent: agentOf(supplier),
      order_date,
      season,
      exFactory: onWorkday(addDays(order_date, lead)),
      market,
      mode,
      transit: mode === 'air' ? 4 : mode === 'sea_air' ? 18 : bySea,
      rate: supplier.currency === 'GBP' ? '1' : round(multiply(base, drift.toFixed(6)), 6),
    }
  }

  private header(plan: Plan): Record<string, unknown> {
    const { random, supplier, market, mode, exFactory, season, order_date, transit } = plan
    const incoterm = mode === 'road' ? 'DAP' : mode === 'sea' ? supplier.incoterm : 'FCA'
    const seaTerm = incoterm === 'DAP' && mode === 'sea' ? 'FOB' : incoterm
    const etd = addDays(exFactory, random.integer(3, 6))
    const eta = addDays(etd, transit)
    const dc = addDays(eta, 6)
    return {
      order_type: random.weighted(
        ['bulk', 'repeat', 'replenishment', 'blanket_calloff'] as const,
        (type) => ({ bulk: 70, repeat: 17, replenishment: 9, blanket_calloff: 4 })[type],
      ),
      supplier_id: { code: supplier.code },
      agent_contact_id: supplier.inactive ? null : { email: plan.agent },
      buyer_id: { email: plan.buyer },
      season_id: { code: season.code },
      ship_to_country: market.country,
      order_date,
      ship_window_start: addDays(exFactory, -7),
      ship_window_end: addDays(exFactory, 10),
      ex_factory_date: exFactory,
      etd,
      eta,
      in_dc_date: dc,
      in_store_date: addDays(dc, 9),
      incoterm: seaTerm,
      incoterm_place: placeOf(seaTerm, plan),
      port_of_loading_id: { code: supplier.port },
      port_of_discharge_id: { code: mode === 'air' && market.country === 'GB' ? 'GBLHR' : market.port },
      transport_mode: mode,
      ship_to_location_id: { code: market.location },
      currency: supplier.currency,
      fx_rate: plan.rate,
      payment_term_id: { code: supplier.term },
      deposit_pct: supplier.term === 'TT_30_70' ? '30' : supplier.term === 'TT_ADV' ? '100' : '0',
    }
  }

  private lines({ random, supplier, exFactory, rate, season }: Plan): DemoLine[] {
    const craft = random.pick(supplier.crafts)
    const makeable = demoArticles.filter((article) => article.craft === craft && article.status !== 'development')
    const { brand } = random.pick(makeable)
    const styles = random.some(
      makeable.filter((article) => article.brand === brand),
      random.integer(1, 3),
    )
    const choices = styles.flatMap((article) =>
      random.some(article.colours, random.integer(1, 2)).map((colour) => ({ article, colour })),
    )
    return choices.map(({ article, colour }, index) => {
      const target = this.inCurrency(article.usd.toFixed(4), supplier.currency, rate)
      const ratio = supplier.price * (0.92 + random.next() * 0.09)
      const price = round(multiply(target, ratio.toFixed(4)), Math.min(2, currencyDigits(supplier.currency)))
      const wanted = random.integer(14, article.usd > 15 ? 44 : 105) * (article.usd < 4 ? 24 : 12)
      const sizes = this.sizes(article, colour.code, wanted)
      return {
        line_no: (index + 1) * 10,
        article_id: { article_no: article.article_no },
        colourway_id: { article_id: { article_no: article.article_no }, code: colour.code },
        supplier_style_ref: `${supplier.code}-${article.article_no.slice(-4)}${season.code.slice(-2)}`,
        description_en: `${article.name_en}, ${colour.name_en.toLowerCase()}`,
        description_zh: `${article.name_zh}，${colour.name_zh}`,
        product_category_id: { code: article.category },
        house_brand_id: { code: article.brand },
        season_id: { code: season.code },
        size_scale_id: { code: article.scale },
        qty: sizes.reduce((total, { qty }) => total + qty, 0),
        unit_price: price,
        target_price: target,
        uom: article.category === 'A-HOS-SOX' ? 'pack' : 'piece',
        pack_type: random.chance(0.7) ? 'solid' : 'ratio',
        units_per_carton: article.usd > 15 ? 12 : 24,
        packing_method: article.craft === 'outerwear' && random.chance(0.5) ? 'hanging' : 'flat',
        ex_factory_date: exFactory,
        hs_code: article.hs,
        country_of_origin: supplier.country === 'HK' ? 'CN' : supplier.country,
        line_status: 'open',
        status: 'not_submitted',
        packed_qty: 0,
        booked_qty: 0,
        taken_qty: 0,
        received_on: null,
        shipped_qty: 0,
        received_qty: 0,
        invoiced_qty: 0,
        sizes,
      }
    })
  }

  /** Divides a quantity among the sizes of the curve: whole shares first, then the rest by the largest remainders. */
  private sizes(article: DemoArticle, colour: string, wanted: number): DemoSize[] {
    const curve = curveOf(article)
    const parts = Object.values(curve).reduce((total, share) => total + share, 0)
    const shares = sizesOf(article).map((label) => ({ label, share: (wanted * (curve[label] ?? 0)) / parts }))
    const left = wanted - shares.reduce((total, { share }) => total + Math.floor(share), 0)
    const rounded = new Set(
      [...shares]
        .sort((a, b) => (b.share % 1) - (a.share % 1))
        .slice(0, left)
        .map(({ label }) => label),
    )
    return shares.map(({ label, share }) => {
      const sku = skuOf(article, colour, label)
      return {
        size_id: { size_scale_id: { code: article.scale }, label },
        sku,
        gtin: gtinOf(sku),
        qty: Math.floor(share) + (rounded.has(label) ? 1 : 0),
        booked_qty: 0,
        shipped_qty: 0,
        received_qty: 0,
      }
    })
  }

  /** Sets the reasons for which a line needed approval, as the approver saw them. */
  private judge(line: DemoLine, { supplier }: Plan, value: number) {
    const last = this.lastPrices.get(`${supplier.id} ${JSON.stringify(line.article_id)}`) ?? null
    const price = Number(line.unit_price)
    line.last_price = last
    line.approval_reasons = [
      ...(price > Number(line.target_price) ? ['price_above_target'] : []),
      ...(last !== null && price > Number(last) * 1.03 ? ['price_above_last'] : []),
      ...(value > officeLimit ? ['value_above_limit'] : []),
      ...(supplier.standing === 'watch' ? ['supplier_on_watch'] : []),
    ]
  }

  /** Simulates the order until yesterday: sets its state and all values that depend on it, and returns the events. */
  private happen(plan: Plan, record: DemoOrderRecord, value: number): DemoEvent[] {
    const { random, buyer, order_date } = plan
    const life = new Life(this.today, record, random, order_date)
    life.event('create', buyer, null, 'draft')
    if (random.chance(0.035) && life.isOlderThan(10)) {
      if (!life.isYoungerThan(90) && life.pass(random.integer(15, 40)))
        this.cancel(life, record, buyer, random, 'draft')
      return life.events
    }

    if (!life.pass(random.integer(0, 2))) return life.events
    life.event('submit', buyer, 'draft', 'pending_approval')
    record.submitted_by = { email: buyer }
    for (const line of record.lines) Object.assign(line, { status: 'pending', approval_round: 1 })

    if (!life.pass(random.integer(1, 4))) return life.events
    const approver =
      value > officeLimit ? admin : random.pick([...buyers, admin].filter((candidate) => candidate !== buyer))
    if (random.chance(0.05) && life.isYoungerThan(30)) {
      this.sendBack(life, record, approver, random)
      return life.events
    }
    const comment = random.pick(value > officeLimit ? words.approveHigh : words.approve)
    const approved = life.event('approve', approver, 'pending_approval', 'approved', { comment })
    for (const line of record.lines)
      Object.assign(line, {
        status: 'approved',
        decided_by: { email: approver },
        decided_at: approved.at,
        approval_comment: comment || null,
      })

    if (!life.pass(random.integer(1, 4))) return life.events
    this.issue(plan, life, record)
    if (random.chance(0.03) && life.pass(random.integer(2, 5))) {
      life.event('decline', plan.agent, 'issued', 'declined', { comment: random.pick(words.decline) })
      if (random.chance(0.5) && life.pass(random.integer(3, 9))) this.cancel(life, record, buyer, random, 'declined')
      return life.events
    }
    const isSlow = random.chance(0.16) || (plan.supplier.id === agentSupplier && life.isYoungerThan(16))
    if (!life.pass(isSlow ? random.integer(8, 26) : random.integer(2, 6))) {
      if (Number(record.po_no.replace(/\D/g, '')) % 3 === 0) this.proposeChange(plan, life, record)
      return life.events
    }
    this.acknowledge(plan, life, record)
    if (random.chance(0.04)) {
      if (life.pass(random.integer(6, 30))) this.cancel(life, record, buyer, random, 'confirmed')
      return life.events
    }
    this.produce(plan, life, record)
    return life.events
  }

  private sendBack(life: Life, record: DemoOrderRecord, approver: string, random: Random) {
    const comment = random.pick([
      'Too dear for the fabric: go back for a better price.',
      'Halve the quantity of the second colour, please.',
      'Ex-factory is too late for the launch.',
    ])
    life.event('return', approver, 'pending_approval', 'draft', { comment })
    const [first, ...others] = record.lines
    for (const line of others) line.status = 'not_submitted'
    Object.assign(first ?? {}, {
      status: 'revision_requested',
      decided_by: { email: approver },
      decided_at: life.events.at(-1)?.at,
      approval_comment: comment,
    })
  }

  private issue({ supplier, buyer, random }: Plan, life: Life, record: DemoOrderRecord) {
    const issued = life.event('issue', buyer, 'approved', 'issued')
    const calendar = calendars.find(({ country }) => country === supplier.country)
    record.issued_at = issued.at
    record.ack_due_date = addWorkingDays(
      issued.at.slice(0, 10),
      3,
      workingCalendar(calendar?.working_days ?? ['mon', 'tue', 'wed', 'thu', 'fri'], calendar?.holidays),
    )
    const seen = addDays(issued.at.slice(0, 10), random.integer(0, 3))
    if (seen < this.today) record.first_viewed_at = life.moment(seen, 1)
  }

  private proposeChange({ agent }: Plan, life: Life, record: DemoOrderRecord) {
    const { days, reason_code, comment } = words.change[record.lines.length % words.change.length] as DemoWish
    const event = life.event('propose_change', agent, 'issued', 'change_proposed', { comment })
    event.change = { days, reason_code }
    record.first_viewed_at ??= event.at
  }

  private acknowledge({ agent, random, exFactory }: Plan, life: Life, record: DemoOrderRecord) {
    const { at } = life.event('acknowledge', agent, 'issued', 'confirmed', { comment: random.pick(words.acknowledge) })
    Object.assign(record, { acknowledged_at: at, acknowledged_by: { email: agent } })
    if (!record.first_viewed_at || String(record.first_viewed_at) > at) record.first_viewed_at = at
    for (const line of record.lines)
      Object.assign(line, { promised_ex_factory_date: exFactory, forecast_ex_factory_date: exFactory })
  }

  private cancel(life: Life, record: DemoOrderRecord, by: string, random: Random, from: string) {
    const { at, comment } = life.event('cancel', by, from, 'cancelled', { comment: random.pick(words.cancel) })
    Object.assign(record, { cancelled_at: at, cancel_reason: comment })
    for (const line of record.lines) line.line_status = 'cancelled'
  }

  /** Simulates what follows the acknowledgement: forecasts, production, shipment, receipt, invoice and closing. */
  private produce(plan: Plan, life: Life, record: DemoOrderRecord) {
    const { random, exFactory, agent, buyer, transit } = plan
    const { slip, announcedOn } = this.slip(exFactory, random)
    const forecast = addDays(exFactory, slip)
    const late =
      slip === 0 || !life.reach(announcedOn) ? [] : record.lines.filter((_, index) => index === 0 || random.chance(0.6))
    for (const line of late) line.forecast_ex_factory_date = forecast
    if (late.length > 0)
      life.event('edit', agent, 'confirmed', 'confirmed', {
        forecasts: late.map((line) => ({ line: record.lines.indexOf(line), old: exFactory, new: forecast })),
      })
    if (random.chance(0.1) && exFactory > this.today && life.pass(random.integer(2, 12)))
      this.hold(life, record, buyer, random)

    let isAllIn = true
    const fillRate = random.chance(0.07) ? 0.76 + random.next() * 0.16 : 1
    const isPartial = record.lines.length > 1 && random.chance(0.12)
    record.lines.forEach((line, index) => {
      const ready = addDays(String(line.forecast_ex_factory_date), isPartial && index > 0 ? 14 : 0)
      const sailed = addDays(ready, 4)
      const received = addDays(sailed, transit + 7)
      if (sailed >= this.today) {
        isAllIn = false
        this.work(line, ready, random)
        // Of the finished lines, these are on the way to the port; the others wait for their carrier.
        if (ready < this.today && line.line_no % 20 === 10) this.leave(line, ready, line.qty)
        return
      }
      const over = random.chance(0.08) ? 1 + random.next() * 0.03 : 1
      const factor = index === 0 && fillRate < 1 ? fillRate : over
      for (const size of line.sizes) {
        size.shipped_qty = Math.round(size.qty * factor)
        size.booked_qty = size.shipped_qty
        if (received < this.today) size.received_qty = size.shipped_qty
      }
      if (received < this.today) line.received_on = received
      line.shipped_qty = line.sizes.reduce((total, { shipped_qty }) => total + shipped_qty, 0)
      line.received_qty = line.sizes.reduce((total, { received_qty }) => total + received_qty, 0)
      line.packed_qty = line.shipped_qty
      if (Number(line.shipped_qty) >= line.qty) this.leave(line, ready, Number(line.shipped_qty))
      if (addDays(sailed, 9) < this.today) line.invoiced_qty = line.shipped_qty
      if (line.received_qty === 0 || received >= addDays(this.today, -6)) isAllIn = false
    })
    for (const line of record.lines) {
      line.booked_qty = line.sizes.reduce((total, { booked_qty }) => total + booked_qty, 0)
      // Booked goods that have left the factory are at the carrier until they are shipped.
      line.taken_qty = line.shipped_qty || (line.wip_stage === 'ex_factory' ? line.booked_qty : 0)
    }
    if (!isAllIn && !record.on_hold) this.closeLastLine(life, record, buyer)
    if (!isAllIn || record.on_hold) return
    const last =
      record.lines
        .map((line) => String(line.forecast_ex_factory_date))
        .sort()
        .at(-1) ?? exFactory
    if (!life.reach(addDays(last, 4 + transit + 12))) return
    if (fillRate < 1) this.close(life, record, buyer, random)
    else this.complete(life, record)
  }

  /** How many days late (or, if negative, early) the goods are, and when the supplier announced it. */
  private slip(exFactory: string, random: Random): { slip: number; announcedOn: string } {
    const age = daysBetween(exFactory, this.today)
    // The goods of some overdue orders are still in production.
    if (age > 0 && age < 30 && random.chance(0.35))
      return { slip: age + random.integer(2, 15), announcedOn: addDays(this.today, -random.integer(1, 6)) }
    const announcedOn = addDays(exFactory, -random.integer(8, 35))
    if (random.chance(0.32)) return { slip: random.integer(2, 26), announcedOn }
    return { slip: random.chance(0.15) ? -random.integer(1, 4) : 0, announcedOn }
  }

  private hold(life: Life, record: DemoOrderRecord, buyer: string, random: Random) {
    const hold_type = random.pick(['buyer', 'quality', 'finance', 'supplier'] as const)
    const hold_reason = words.hold[hold_type]
    const { at: held_at } = life.event('hold', buyer, 'confirmed', 'confirmed', { comment: hold_reason })
    // The supplier sees reasons that concern the goods or itself, but not those of buyers and accountants.
    const hold_reason_shared = hold_type === 'quality' || hold_type === 'supplier' ? hold_reason : null
    Object.assign(record, { on_hold: true, hold_type, hold_reason, hold_reason_shared, held_at })
  }

  /** Sets the packed and booked units of a line by the days that are left until it is ready. */
  private work(line: DemoLine, ready: string, random: Random) {
    const left = daysBetween(this.today, ready)
    const share = left <= 0 ? 1 : left < 28 ? Math.max(0, (28 - left) / 28 - random.next() * 0.15) : 0
    line.packed_qty = Math.floor((line.qty * share) / 12) * 12
    // Some lines are packed before they are booked.
    if (left < 12 && !(left < 2 && line.qty % 5 === 0)) for (const size of line.sizes) size.booked_qty = size.qty
  }

  /** Sets the values of a line whose units have all left the factory. */
  private leave(line: DemoLine, day: string, units: number) {
    Object.assign(line, {
      actual_ex_factory_date: day,
      forecast_ex_factory_date: day,
      wip_stage: 'ex_factory',
      wip_qty: units,
      wip_reported_on: day,
    })
  }

  /** Closes the last line of a long order before its production starts. */
  private closeLastLine(life: Life, record: DemoOrderRecord, buyer: string) {
    const last = record.lines.length - 1
    const line = record.lines[last]
    const isUntouched = record.lines.every(({ shipped_qty, packed_qty }) => !shipped_qty && !packed_qty)
    if (!line || last < 4 || !isUntouched || !life.pass(3)) return
    const comment = 'Fabric ran short, supplier cannot make up the balance.'
    Object.assign(life.event('short_close', buyer, 'confirmed', 'confirmed', { comment }), {
      line: last,
      from_status: 'approved',
      to_status: 'approved',
    })
    Object.assign(line, { line_status: 'short_closed', short_close_reason: comment })
  }

  private close(life: Life, record: DemoOrderRecord, buyer: string, random: Random) {
    const { at, comment } = life.event('short_close', buyer, 'confirmed', 'closed', {
      comment: random.pick(words.close),
    })
    record.closed_at = at
    for (const line of record.lines)
      Object.assign(
        line,
        Number(line.shipped_qty) < line.qty
          ? { line_status: 'short_closed', short_close_reason: comment }
          : { line_status: 'closed' },
      )
  }

  private complete(life: Life, record: DemoOrderRecord) {
    record.closed_at = life.event('complete', null, 'confirmed', 'completed').at
    for (const line of record.lines) line.line_status = 'closed'
  }

  private inCurrency(usd: string, currency: string, rate: string): string {
    if (currency === 'USD') return usd
    return divide(multiply(usd, rates.USD ?? '1'), rate, 4)
  }

  private workday(offset: number): string {
    return onWorkday(addDays(this.today, offset))
  }
}

/** Steps through the days of an order up to yesterday, and collects its events. */
class Life {
  readonly events: DemoEvent[] = []
  private day: string

  constructor(
    private readonly today: string,
    private readonly record: DemoOrderRecord,
    private readonly random: Random,
    private readonly start: string,
  ) {
    this.day = start
  }

  /** Advances by a number of days to a working day; false if that is after yesterday. */
  pass(days: number): boolean {
    return this.reach(addDays(this.day, days))
  }

  /** Advances to a working day on or after the given day, but never back; false if that is after yesterday. */
  reach(day: string): boolean {
    let next = day < this.day ? this.day : day
    while (weekday(next) > 5) next = addDays(next, 1)
    if (next >= this.today) return false
    this.day = next
    return true
  }

  isOlderThan(days: number) {
    return this.start < addDays(this.today, -days)
  }
  isYoungerThan(days: number) {
    return !this.isOlderThan(days)
  }

  event(
    action: string,
    by: string | null,
    from_status: string | null,
    to_status: string,
    { comment = '', forecasts }: Pick<DemoEvent, 'comment' | 'forecasts'> = {},
  ): DemoEvent {
    const at = this.moment(this.day, this.events.length)
    const event = {
      at,
      by,
      action,
      from_status,
      to_status,
      ...(comment ? { comment } : {}),
      ...(forecasts ? { forecasts } : {}),
    }
    this.events.push(event)
    this.record.status = to_status
    return event
  }

  /** A time during the office hours of the day; the higher the rank, the later. */
  moment(day: string, rank: number): string {
    const minutes = 8 * 60 + rank * 55 + this.random.integer(0, 50)
    return new Date(Date.parse(day) + minutes * 60_000).toISOString()
  }
}

const agreedStates: ReadonlySet<string> = new Set(['approved', 'issued', 'confirmed', 'closed', 'completed'])
const shares = { sea: 88, air: 7, sea_air: 5 }

const agentOf = ({ id, code }: DemoSupplier) => {
  if (id === agentSupplier) return 'agent@demo.test'
  return id === otherAgentSupplier ? 'agent2@demo.test' : `merchandising@${code.toLowerCase()}.example`
}

/** The named place of the Incoterm: where the goods are handed over, or the port to which the freight is paid. */
const placeOf = (incoterm: string, { supplier, market }: Plan): string => {
  if (incoterm === 'DAP') return market.city
  if (incoterm === 'FCA') return supplier.city
  const code = incoterm === 'CFR' ? market.port : supplier.port
  return ports.find((port) => port.code === code)?.name_en ?? supplier.city
}

const onWorkday = (date: string): string => (weekday(date) > 5 ? addDays(date, 5 - weekday(date)) : date)
