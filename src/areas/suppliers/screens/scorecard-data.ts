import { useQuery } from '@tanstack/react-query'
import { type FigureScore, presentFigures, type Scorecard, type ScoreFigure } from '#shared/trade/scorecard.ts'
import { language } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { suppliers } from '../area'

/** A supplier's score as the API returns it; `scorecard` is null before the first count. */
export interface Scored {
  scored_on: string | null
  scorecard: Scorecard | null
}

export const useScorecard = (id: number) =>
  useQuery({
    queryKey: [suppliers.name, 'scorecard', id],
    queryFn: ({ signal }) => api<Scored>('GET', `${suppliers.name}/${id}/scorecard`, { signal }),
  })

/** The address of a list with exactly the records that a figure counts. */
export const listOf = (figure: ScoreFigure, supplier: number, { months, until }: { months: string[]; until: string }) =>
  lists[figure]({ supplier_id: String(supplier) }, String(months[0]), until)

type Asks = Record<string, string>
const address = (page: string, asks: Asks) => `${page}?${new URLSearchParams(asks)}`
const samples = (asks: Asks) => address('/apps/sample_management/request-table', asks)
const lines = (asks: Asks, more: string[] = []) =>
  address('/apps/sales/po_line_approval', { ...asks, _cols: [...lineColumns, ...more].join() })
const lineColumns = ['line_title', 'purchase_order_id', 'article_id', 'qty', 'ex_factory_date']

const due = (asks: Asks, from: string, until: string) => ({
  ...asks,
  ex_factory_date_gte: from,
  ex_factory_date_lt: until,
  line_status_ne: 'cancelled',
  order_status_in: 'issued,change_proposed,confirmed,closed,completed',
})

const openLines = (supplier: Asks) =>
  lines(
    {
      ...supplier,
      line_status: 'open',
      order_status_in: 'issued,change_proposed,confirmed',
      factory_id_nnull: 'true',
    },
    ['factory_id', 'factory_readiness'],
  )

const lists: Record<ScoreFigure, (supplier: Asks, from: string, until: string) => string> = {
  acknowledged: (supplier, from, until) =>
    address('/apps/purchase_order', {
      ...supplier,
      ack_due_date_gte: from,
      ack_due_date_lt: until,
      status_in: 'issued,confirmed,closed,completed',
    }),
  ex_factory: (supplier, from, until) =>
    lines({ ...due(supplier, from, until), left_undated: 'false' }, [
      'actual_ex_factory_date',
      'goods_state',
      'slip_days',
    ]),
  packed: (supplier, from, until) =>
    lines({ ...due(supplier, from, until), wip_reported_on_nnull: 'true' }, [
      'wip_stage',
      'wip_qty',
      'wip_reported_on',
    ]),
  otif: (supplier, from, until) =>
    lines(
      {
        ...supplier,
        ...{ received_on_gte: from, received_on_lt: until, otif_in: 'met,missed' },
        ...{ line_status_ne: 'cancelled', order_status_in: 'issued,change_proposed,confirmed,closed,completed' },
      },
      ['received_on', 'received_qty'],
    ),
  documents: (supplier, from, until) =>
    address('/apps/shipping_management', {
      ...supplier,
      ...{ atd_gte: from, atd_lt: until, documents_due_nnull: 'true' },
      status_in: 'shipped,arrived,closed',
    }),
  invoices_right_first: (supplier, from, until) =>
    address('/apps/invoice', { ...supplier, type: 'commercial', approved_at_gte: from, approved_at_lt: until }),
  first_pass: (supplier, from, until) =>
    address('/apps/quality_assurance', {
      ...supplier,
      type: 'final',
      result_nnull: 'true',
      inspected_on_gte: from,
      inspected_on_lt: until,
    }),
  samples_sent: (supplier, from, until) =>
    samples({ ...supplier, status_nin: 'draft,cancelled', due_date_gte: from, due_date_lt: until }),
  right_first: (supplier, from, until) =>
    samples({
      ...supplier,
      round: '1',
      result_in: 'approved,approved_with_comments,rejected',
      evaluated_at_gte: from,
      evaluated_at_lt: until,
    }),
  compliance: (supplier) => openLines(supplier),
  accredited: (supplier) => openLines(supplier),
}

/** Figures that are counted by month; figures about the present are not. */
export const monthlyFigures = ({ parts }: Scorecard): FigureScore[] =>
  parts.flatMap(({ figures }) => figures).filter(({ figure, whole }) => !presentFigures.has(figure) && whole > 0)

/** The short name of a month with its year, in the user's language. */
export const monthName = (month: string) =>
  new Intl.DateTimeFormat(language() === 'zh' ? 'zh-CN' : 'en-GB', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}T00:00:00Z`))
