import GlobalStyles from '@mui/material/GlobalStyles'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { type Area, allFields } from '../../../shared/area'
import { formatDate } from '../../../shared/dates'
import { currencyDigits, formatDecimal, sum } from '../../../shared/money'
import { type Mention, mentionOf } from '../../../web/fields/titles'
import type { Saying } from '../../../web/i18n'
import { areaOf } from '../../../web/kit/area-of'
import { fieldRights } from '../../../web/providers/permission'
import { purchaseOrders } from '../area'
import { isCancelled } from '../rules'
import type { OpenLine, OpenOrder } from './open-order'
import { type SizeGroup, sizeGroups, unitsOf, useSizes } from './size-matrix'

/**
 * The order on A4, for the browser's own print: labels in every language of `tongues`, values in the first. It stands
 * beside the page, unseen, and is printed in its place; `onPrinted` follows when the browser's dialog closes.
 */
export function OrderPaper({ order, tongues, onPrinted }: PaperProps) {
  const sizes = useSizes(order.lines.map(({ size_scale_id }) => size_scale_id))
  const isReady = sizes.length > 0 || order.lines.every((line) => line.sizes.length === 0)
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => print())
    addEventListener('afterprint', onPrinted, { once: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPrinted)
    }
  }, [isReady, onPrinted])
  const groups = sizeGroups(order.lines, new Map(sizes.map(({ id, sort_order }) => [id, sort_order])))
  return createPortal(
    <div className="paper" lang={tongues[0].language}>
      <GlobalStyles styles={paperStyle} />
      <Content order={order} groups={groups} tongues={tongues} />
    </div>,
    document.body,
  )
}

type Tongues = readonly [Saying, ...Saying[]]
interface PaperProps {
  order: OpenOrder
  tongues: Tongues
  onPrinted: () => void
}

function Content({ order, groups, tongues }: { order: OpenOrder; groups: readonly SizeGroup[]; tongues: Tongues }) {
  const { label, value, word } = words(tongues)
  const { mayRead } = fieldRights()
  const fact = (name: string) => {
    const said = mayRead(purchaseOrders, name) ? value(purchaseOrders, name, order) : ''
    return said ? (
      <div key={name}>
        <dt>{label(purchaseOrders, name)}</dt>
        <dd>{said}</dd>
      </div>
    ) : null
  }
  const counted = order.lines.filter((line) => !isCancelled(line))
  return (
    <>
      <header>
        <div>
          <h1>{word('areas.purchase-orders.name_one')}</h1>
          <p>
            {[
              order.po_no,
              order.revision_no
                ? word('areas.purchase-orders.screen.change.revision', { revision: order.revision_no })
                : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p>{value(purchaseOrders, 'house_brand_id', order)}</p>
      </header>
      <dl>{headFields.map(fact)}</dl>
      {groups.flatMap(bySizes).map((group) => (
        <Lines key={group.sizes.map(({ id }) => id).join()} order={order} group={group} tongues={tongues} />
      ))}
      <p className="total">
        {[
          word('areas.purchase-orders.screen.lines.total'),
          formatDecimal(String(counted.reduce((units, { qty }) => units + qty, 0)), tongues[0].language),
          mayRead(purchaseOrders, 'total_value')
            ? `${order.currency} ${money(sum(counted.map(({ line_value }) => line_value ?? '0')), order, tongues)}`
            : '',
        ]
          .filter(Boolean)
          .join('   ')}
      </p>
      <h2>{word('areas.purchase-orders.screen.terms.commercial')}</h2>
      <dl>{termFields.map(fact)}</dl>
      {order.notes_shared ? (
        <>
          <h2>{label(purchaseOrders, 'notes_shared')}</h2>
          <p className="notes">{order.notes_shared}</p>
        </>
      ) : null}
      <div className="signatures">
        <span>{label(purchaseOrders, 'buyer_id')}</span>
        <span>{label(purchaseOrders, 'supplier_id')}</span>
      </div>
    </>
  )
}

/** A sheet is narrow: only lines that order the same sizes share a table, so that none has columns for nothing. */
const bySizes = (group: SizeGroup): SizeGroup[] => {
  const parts = new Map<string, SizeGroup>()
  for (const line of group.lines) {
    const sizes = group.sizes.filter(({ id }) => unitsOf(line, id) !== null)
    const key = sizes.map(({ id }) => id).join()
    const part = parts.get(key) ?? { ...group, sizes, lines: [] }
    parts.set(key, part)
    part.lines.push(line)
  }
  return [...parts.values()]
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

/** Lines of one size scale; the head repeats on every sheet. */
function Lines({ order, group, tongues }: { order: OpenOrder; group: SizeGroup; tongues: Tongues }) {
  const area = areaOf(purchaseOrders, 'lines')
  const { label, value, word } = words(tongues)
  const showsPrice = fieldRights().mayRead(area, 'unit_price')
  const counted = group.lines.filter((line) => !isCancelled(line))
  const units = (count: number) => formatDecimal(String(count), tongues[0].language)
  const columns: [string, string, (line: OpenLine) => ReactNode][] = [
    ['no', word('areas.purchase-orders.screen.lines.no'), ({ line_no }) => line_no],
    ['article', label(area, 'article_id'), (line) => <Article line={line} tongues={tongues} />],
    ['', label(area, 'colourway_id'), (line) => value(area, 'colourway_id', line)],
    ...group.sizes.map(({ id, label: size }): [string, string, (line: OpenLine) => ReactNode] => [
      'number',
      size,
      (line) => (unitsOf(line, id) === null ? '' : units(unitsOf(line, id) ?? 0)),
    ]),
    ['number', label(area, 'qty'), ({ qty }) => units(qty)],
    ...(showsPrice
      ? ([
          [
            'number',
            label(area, 'unit_price'),
            ({ unit_price }) => unit_price && formatDecimal(unit_price, tongues[0].language, 2, 4),
          ],
          [
            'number',
            `${label(area, 'line_value')} ${order.currency ?? ''}`,
            ({ line_value }) => money(line_value, order, tongues),
          ],
        ] satisfies [string, string, (line: OpenLine) => ReactNode][])
      : []),
    ['date', label(area, 'ex_factory_date'), (line) => value(area, 'ex_factory_date', line)],
  ]
  return (
    <table>
      <thead>
        <tr>
          {columns.map(([kind, title], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one print, which never change places
            <th key={`${title} ${index}`} className={kind}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counted.map((line) => (
          <tr key={line.id}>
            {columns.map(([kind, title, cell], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={`${title} ${index}`} className={kind}>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Article({ line, tongues }: { line: OpenLine; tongues: Tongues }) {
  const names = tongues.map(({ language }) => (language === 'zh' ? line.description_zh : line.description_en))
  return (
    <>
      <strong>{titleIn(line.article, tongues)}</strong>
      {[...new Set(names)].filter(Boolean).map((name) => (
        <div key={name}>{name}</div>
      ))}
    </>
  )
}

/** Labels in every language, one after the other; values in the first. */
const words = (tongues: Tongues) => {
  const [{ language }] = tongues
  const word = (key: string, params?: Record<string, unknown>) =>
    [...new Set(tongues.map((tongue) => tongue.say(key, params)))].join(' ')
  const label = (area: Area, name: string) => word(`areas.${area.name}.fields.${name}`)
  const value = (area: Area, name: string, record: Readonly<Record<string, unknown>>): string => {
    const given = record[name]
    if (given === null || given === undefined || given === '') return ''
    switch (allFields(area)[name]?.kind) {
      case 'date':
        return formatDate(String(given), language)
      case 'choice':
        return word(`areas.${area.name}.choices.${name}.${given}`)
      case 'reference':
        return titleIn(mentionOf(record, name), tongues)
      case 'country':
        return new Intl.DisplayNames([language], { type: 'region' }).of(String(given)) ?? String(given)
      case 'percent':
        return `${formatDecimal(String(given), language)} %`
      default:
        return String(given)
    }
  }
  return { word, label, value }
}

const titleIn = (mention: Mention | null, tongues: Tongues): string =>
  [...new Set(tongues.map(({ language }) => (language === 'zh' && mention?.title_zh) || mention?.title || ''))].join(
    ' ',
  )

const money = (value: string | null, { currency }: OpenOrder, [{ language }]: Tongues) => {
  const digits = currencyDigits(currency ?? '')
  return value === null ? '' : formatDecimal(value, language, digits, digits)
}

const paperStyle = {
  '@media screen': { '.paper': { display: 'none' } },
  '@page': {
    size: 'A4',
    margin: '14mm 12mm 16mm',
    '@bottom-right': { content: 'counter(page) " / " counter(pages)', font: '8pt sans-serif' },
  },
  '@media print': {
    'body > *:not(.paper)': { display: 'none !important' },
    'html, body': { background: '#fff !important', height: 'auto !important' },
    '.paper': {
      color: '#000',
      font: '9pt/12pt "Inter Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
    },
    '.paper header': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'flex-start',
      marginBottom: '4mm',
    },
    '.paper h1': { font: 'inherit', fontSize: '15pt', lineHeight: '19pt', fontWeight: 600, margin: 0 },
    '.paper header p': { margin: 0, fontSize: '11pt', lineHeight: '15pt' },
    '.paper h2': { fontSize: '10pt', margin: '5mm 0 1mm', breakAfter: 'avoid' },
    '.paper dl': { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '1.5mm 6mm', margin: '0 0 4mm' },
    '.paper dl > div': { breakInside: 'avoid' },
    '.paper dt': { fontSize: '7.5pt', lineHeight: '10pt', color: '#444' },
    '.paper dd': { margin: 0 },
    '.paper table': {
      width: '100%',
      borderCollapse: 'collapse',
      marginBottom: '4mm',
      fontVariantNumeric: 'tabular-nums',
    },
    '.paper th': { textAlign: 'left', fontSize: '7.5pt', fontWeight: 600, borderBottom: '0.5pt solid #000' },
    '.paper th, .paper td': { padding: '1mm', verticalAlign: 'top' },
    '.paper tr': { breakInside: 'avoid' },
    '.paper td': { borderBottom: '0.25pt solid #999' },
    '.paper .number': { textAlign: 'right' },
    '.paper td.date': { whiteSpace: 'nowrap' },
    '.paper .article': { minWidth: '34mm' },
    '.paper .total': { textAlign: 'right', fontWeight: 600, whiteSpace: 'pre' },
    '.paper .notes': { whiteSpace: 'pre-wrap' },
    '.paper .signatures': {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '20mm',
      marginTop: '22mm',
      breakInside: 'avoid',
    },
    '.paper .signatures span': { borderTop: '0.5pt solid #000', paddingTop: '1mm', fontSize: '8pt' },
  },
} as const
