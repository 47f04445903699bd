import { sql } from 'kysely'
import { invalid } from '#server/kit/errors.ts'
import { type Change, type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { compare } from '#shared/base/money.ts'
import { canBeDeleted } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { poLineRrps } from './area'
import { advise } from './server/advice'
import { derive, deriveStored, readLines, readMarkets, readPrices } from './server/facts'
import { notifyChange, notifyRelease } from './server/notices'
import { followCategories, followMarkets, followOrders, followSettings, requireNext } from './server/required'
import { ticketRoutes } from './server/tickets'

/** A new price after the release: it must be approved and released again, and the supplier is notified. */
const change: MoveHooks = {
  effect: async (work, rrp, _change, { amount, reason }) => {
    const previous = { amount: String(rrp.amount), ticketed: rrp.ticketed_at !== null }
    Object.assign(rrp, {
      previous_amount: rrp.amount,
      amount,
      ...entered(work),
      approved_by: null,
      approved_at: null,
      released_at: null,
      ticketed_by: null,
      ticketed_at: null,
      ticket_note: null,
    })
    await notifyChange(work, rrp, previous, String(reason))
  },
}

export const server = serve(poLineRrps, {
  scopes: {
    // Suppliers see released prices of orders in their scope.
    released: (alias, _caller, inScope) => sql<boolean>`(${sql.id(alias, 'released_at')} is not null
      and ${sql.id(alias, 'purchase_order_id')} in (
        select ro.id from purchase_orders as ro where ${inScope('purchase-orders', 'ro')}))`,
  },

  prepare: async (work, changes) => {
    const docs = changes.map(({ after }) => after)
    const [lines, markets] = await Promise.all([
      readLines(work, [...new Set(docs.map(({ po_line_id }) => Number(po_line_id)))]),
      readMarkets(work),
    ])
    const existing = await readExisting(work, changes)
    const prices = await readPrices(work, [...new Set([...lines.values()].map(({ article_id }) => article_id))])
    return changes.map((change): Problem[] => {
      const { before, after } = change
      const line = lines.get(Number(after.po_line_id))
      if (!line) return []
      after.currency ??= markets.get(String(after.market))?.currency ?? null
      followPrice(work, change)
      derive(work, after, line, markets, prices)
      if (before) return []
      const market = String(after.market)
      return [
        ...(line.line_status === 'cancelled'
          ? [problem(textOf('problems.po-line-rrps.line_closed'), 'po_line_id')]
          : []),
        ...(existing.has(`${after.po_line_id} ${market}`)
          ? [problem(textOf('problems.po-line-rrps.market_taken', { line: line.line_title, market }), 'market')]
          : []),
      ]
    })
  },

  written: async (work, changes) => {
    const priced = changes.filter(({ before, after }) => isRepriced(before, after))
    if (priced.length > 0)
      await deriveStored(
        work,
        priced.map(({ after }) => Number(after.po_line_id)),
      )
  },

  follows: {
    'purchase-orders': followOrders,
    'rrp-markets': followMarkets,
    'product-categories': followCategories,
    settings: followSettings,
  },
  jobs: { rrp_required: requireNext },

  moves: {
    enter: {
      effect: (work, rrp, _change, { amount, effective_from, deviation_reason }) => {
        Object.assign(rrp, { amount, ...entered(work) })
        if (effective_from) rrp.effective_from = effective_from
        if (deviation_reason) rrp.deviation_reason = deviation_reason
      },
    },
    approve: {
      effect: (work, rrp) => void Object.assign(rrp, { approved_by: work.me.id || null, approved_at: work.now }),
    },
    return: { effect: (_work, rrp, _change, { reason }) => void Object.assign(rrp, { answer: reason }) },
    release: {
      effect: async (work, rrp) => {
        Object.assign(rrp, { released_at: work.now })
        await notifyRelease(work, rrp)
      },
    },
    confirm_ticketed: {
      effect: async (work, rrp, _change, { comment }) => {
        if (!comment && !(await hasProof(work, rrp)))
          throw invalid({ comment: [textOf('problems.po-line-rrps.no_proof')] })
        Object.assign(rrp, { ticketed_by: work.me.id || null, ticketed_at: work.now, ticket_note: comment || null })
      },
    },
    change,
    change_ticketed: change,
    exempt: {
      effect: (work, rrp) => void Object.assign(rrp, { amount: null, source: work.me.id ? 'office' : 'rule' }),
    },
    require: { effect: (work, rrp) => void Object.assign(rrp, { source: work.me.id ? 'office' : 'rule' }) },
  },

  mayDelete: (_work, doc) =>
    canBeDeleted(poLineRrps, doc) ? [] : [problem(textOf('problems.po-line-rrps.only_waiting_deleted'))],

  import: { advise },

  routes: ticketRoutes,

  // The history before the release is internal to the office.
  historySince: (me, { released_at }) => (me.role === 'Agent' ? String(released_at) : null),
})

/** Keys (line and market) of existing prices for the lines of new prices. */
const readExisting = async ({ tx }: Work, changes: readonly Change[]): Promise<ReadonlySet<string>> => {
  const newLineIds = changes.filter(({ before }) => !before).map(({ after }) => Number(after.po_line_id))
  if (newLineIds.length === 0) return new Set()
  const rows = await tx.query<{ key: string }>(
    `select po_line_id || ' ' || market as key from po_line_rrps where po_line_id = any($1::bigint[])`,
    [newLineIds],
    'rrp_taken',
  )
  return new Set(rows.map(({ key }) => key))
}

const entered = (work: Work) => ({ entered_by: work.me.id || null, entered_at: work.now, answer: null })

const isRepriced = (before: Doc | null, after: Doc) =>
  before === null ? after.amount !== null : before.status !== after.status || isOtherPrice(before, after)

const isOtherPrice = (before: Doc, after: Doc) =>
  compare(amountText(before.amount), amountText(after.amount)) !== 0 ||
  (['currency', 'tax_included'] as const).some((field) => before[field] !== after[field])
const amountText = (amount: unknown) => (typeof amount === 'string' ? amount : '0')

/** Entering a price in a record counts as entered by the caller; clearing it makes the record required again. */
const followPrice = (work: Work, { before, after }: Change) => {
  const isMove = before !== null && before.status !== after.status
  const isChanged = before === null ? after.amount !== null : isOtherPrice(before, after)
  if (isMove || !isChanged || (after.status !== 'required' && after.status !== 'entered')) return
  after.status = after.amount === null ? 'required' : 'entered'
  Object.assign(after, after.amount === null ? { entered_by: null, entered_at: null } : entered(work))
}

/** Whether the supplier attached a proof, such as a photo of the ticket or the printer's invoice. */
const hasProof = async ({ tx, me }: Work, { id }: Doc) => {
  const [file] = await tx.query(
    `select 1 from files where area = $1 and record_id = $2 and slot = 'attachment' and supplier_id = $3 and scan <> 'refused'
     limit 1`,
    [poLineRrps.name, id, me.supplier_id],
    'rrp_proof',
  )
  return file !== undefined
}
