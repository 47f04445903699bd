import { currencyDigits, formatDecimal, sum } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperCell, PaperColumn, PaperFact, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { joined, type Named, paperTexts, titleIn, titlesIn } from './paper-words'

/** A purchase order as input of its printed form: the fields that the reader may see, with titles of references. */
export interface PaperOrder {
  [field: string]: unknown
  po_no: string
  revision_no: number | null
  status: string
  issued_at: string | null
  currency: string | null
  notes_shared: string | null
  lines: readonly PaperLine[]
}
export interface PaperLine {
  [field: string]: unknown
  line_no: number | null
  line_status: string
  description_en: string | null
  description_zh: string | null
  size_scale_id: number | null
  qty: number
  unit_price: string | null
  line_value: string | null
  sizes: readonly { size_id: number; qty: number; size: Named | null }[]
}

export interface OrderPaperOptions {
  areas: { order: Area; line: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  /** Positions of sizes in their scale, by size id. */
  ranks: ReadonlyMap<number, number>
  /** Lines of address below the name of the supplier. */
  supplier?: readonly string[]
  /** Name of the retailer's company. */
  company?: string
}

/**
 * The printed purchase order for the supplier: parties, dates, lines with their sizes, totals, terms, notes and
 * signatures, without internal fields.
 */
export const orderPaper = (order: PaperOrder, options: OrderPaperOptions): Paper => {
  const { areas, tongues, mayRead, company = '', supplier = [] } = options
  const { label, value, word } = paperTexts(tongues)
  // A cancelled order lists the cancelled lines.
  const counted = order.lines.filter(({ line_status }) => order.status === 'cancelled' || line_status !== 'cancelled')
  const fact = (name: string): PaperFact[] => {
    const valueText = mayRead(areas.order, name) ? value(areas.order, name, order) : ''
    const lines = [valueText, ...(name === 'supplier_id' ? supplier : [])]
    return valueText ? [{ name, label: label(areas.order, name), lines }] : []
  }
  const text = (key: string, params?: Record<string, string | number>) =>
    word(`areas.${areas.order.name}.${key}`, params)
  const state = order.issued_at && order.status !== 'cancelled' ? '' : text(`states.${order.status}`)
  const revision = order.revision_no ? text('screen.change.revision', { revision: order.revision_no }) : ''
  const reference = joined(' · ', order.po_no, revision, state)
  const total = joined(
    '   ',
    text('screen.lines.total'),
    formatDecimal(String(counted.reduce((units, { qty }) => units + qty, 0)), tongues[0].language),
    mayRead(areas.order, 'total_value')
      ? `${order.currency} ${money(sum(counted.map(({ line_value }) => line_value ?? '0')), order, tongues)}`
      : '',
  )
  return {
    title: `${text('name_one')} ${reference}`,
    language: tongues[0].language,
    heading: text('name_one'),
    reference,
    owner: [company, value(areas.order, 'house_brand_id', order)].filter(Boolean),
    blocks: [
      { kind: 'facts', facts: headFields.flatMap(fact) },
      ...sameSizes(counted, options.ranks).map((part) => linesTable(order, part, options)),
      { kind: 'total', text: total },
      { kind: 'facts', title: text('screen.terms.commercial'), facts: termFields.flatMap(fact) },
      ...(order.notes_shared
        ? [{ kind: 'notes' as const, title: label(areas.order, 'notes_shared'), text: order.notes_shared }]
        : []),
      { kind: 'signatures', names: [label(areas.order, 'buyer_id'), label(areas.order, 'supplier_id')] },
    ],
  }
}

const headFields = [
  'supplier_id',
  'buyer_id',
  'season_id',
  'order_date',
  'ex_factory_date',
  'ship_window_start',
  'ship_window_end',
  'ship_to_location_id',
  'ship_to_country',
]
const termFields = [
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'port_of_loading_id',
  'port_of_discharge_id',
  'payment_term_id',
  'deposit_pct',
  'qty_tolerance_over_pct',
  'qty_tolerance_under_pct',
  'etd',
  'eta',
]

interface Part {
  sizes: { id: number; label: string }[]
  lines: PaperLine[]
}

/** Groups lines with the same sizes: pages are narrow, so a table must not have empty size columns. */
const sameSizes = (lines: readonly PaperLine[], ranks: ReadonlyMap<number, number>): Part[] => {
  const rank = (id: number) => ranks.get(id) ?? id
  const scales = new Map<number | null, Map<string, Part>>()
  for (const line of lines) {
    const sizes = line.sizes
      .map(({ size_id, size }) => ({ id: size_id, label: size?.title ?? '' }))
      .sort((a, b) => rank(a.id) - rank(b.id))
    const parts = scales.get(line.size_scale_id) ?? new Map<string, Part>()
    scales.set(line.size_scale_id, parts)
    const key = sizes.map(({ id }) => id).join()
    const part = parts.get(key) ?? { sizes, lines: [] }
    parts.set(key, part)
    part.lines.push(line)
  }
  return [...scales.values()].flatMap((parts) => [...parts.values()])
}

const linesTable = (order: PaperOrder, { sizes, lines }: Part, options: OrderPaperOptions): PaperBlock => {
  const { areas, tongues, mayRead } = options
  const { labels, value, words } = paperTexts(tongues)
  const [{ language }] = tongues
  const area = areas.line
  const digits = currencyDigits(order.currency ?? '')
  const units = (count: number) => formatDecimal(String(count), language)
  const columns: (PaperColumn & { cell: (line: PaperLine) => PaperCell })[] = [
    {
      title: words(`areas.${areas.order.name}.screen.lines.no`),
      kind: 'text',
      cell: ({ line_no }) => [String(line_no ?? '')],
    },
    { title: labels(area, 'article_id'), kind: 'main', cell: (line) => article(line, tongues) },
    { title: labels(area, 'colourway_id'), kind: 'text', cell: ({ colourway }) => titlesIn(colourway, tongues) },
    ...sizes.map(({ id, label: title }) => ({
      title: [title],
      kind: 'number' as const,
      cell: (line: PaperLine) => [units(line.sizes.find(({ size_id }) => size_id === id)?.qty ?? 0)],
    })),
    { title: labels(area, 'qty'), kind: 'number', cell: ({ qty }) => [units(qty)] },
    ...(mayRead(area, 'unit_price')
      ? [
          {
            title: labels(area, 'unit_price'),
            kind: 'number' as const,
            cell: ({ unit_price }: PaperLine) => [unit_price ? formatDecimal(unit_price, language, digits, 4) : ''],
          },
          {
            title: [...labels(area, 'line_value'), order.currency ?? ''],
            kind: 'number' as const,
            cell: ({ line_value }: PaperLine) => [money(line_value, order, tongues)],
          },
        ]
      : []),
    { title: labels(area, 'ex_factory_date'), kind: 'date', cell: (line) => [value(area, 'ex_factory_date', line)] },
  ]
  return {
    kind: 'table',
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: lines.map((line) => columns.map(({ cell }) => cell(line))),
  }
}

const article = (line: PaperLine, tongues: PaperLanguageFormats): PaperCell => {
  const names = tongues.map(({ language }) => (language === 'zh' ? line.description_zh : line.description_en))
  return [titleIn(line.article, tongues), ...new Set(names)].filter((name): name is string => Boolean(name))
}

const money = (value: string | null, { currency }: PaperOrder, [{ language }]: PaperLanguageFormats) => {
  const digits = currencyDigits(currency ?? '')
  return value === null ? '' : formatDecimal(value, language, digits, digits)
}
