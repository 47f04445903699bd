import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Paper, PaperBlock } from '#shared/kit/paper.ts'
import { orderPaper } from '#shared/trade/order-paper.ts'
import type { Translator } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import type { OpenOrder } from './open-order'

/**
 * The order on A4, for the browser's print: labels in every language of `tongues`, values in the first. It is hidden
 * next to the page, and printed instead of it; `onPrinted` runs when the print dialog closes.
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
  const paper = orderPaper(order, {
    areas: { order: purchaseOrders, line: areaOf(purchaseOrders, 'lines') },
    tongues,
    mayRead: fieldRights().mayRead,
    ranks: new Map(sizes.map(({ id, sort_order }) => [id, sort_order])),
  })
  return createPortal(
    <div className="paper" lang={paper.language}>
      <GlobalStyles styles={paperStyle} />
      <Content paper={paper} />
    </div>,
    document.body,
  )
}

interface PaperProps {
  order: OpenOrder
  tongues: readonly [Translator, ...Translator[]]
  onPrinted: () => void
}

function Content({ paper }: { paper: Paper }) {
  return (
    <>
      <header>
        <div>
          <h1>{paper.heading}</h1>
          <p>{paper.reference}</p>
        </div>
        <div>
          {paper.owner.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </div>
      </header>
      {paper.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one print, which never change places
        <Block key={index} block={block} />
      ))}
    </>
  )
}

function Block({ block }: { block: PaperBlock }) {
  switch (block.kind) {
    case 'facts':
      return (
        <>
          {block.title && <h2>{block.title}</h2>}
          <dl>
            {block.facts.map(({ name, label, lines: [value, ...details] }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{value}</dd>
                {details.map((detail) => (
                  <dd key={detail}>{detail}</dd>
                ))}
              </div>
            ))}
          </dl>
        </>
      )
    case 'table':
      return <Table table={block} />
    case 'total':
      return <p className="total">{block.text}</p>
    case 'notes':
      return (
        <>
          <h2>{block.title}</h2>
          <p className="notes">{block.text}</p>
        </>
      )
    case 'figures':
      // Orders have none.
      return null
    case 'signatures':
      return (
        <div className="signatures">
          {block.names.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      )
  }
}

/** Its head repeats on every sheet. */
function Table({ table: { columns, rows } }: { table: Extract<PaperBlock, { kind: 'table' }> }) {
  const kindOf = (column: number) => columns[column]?.kind
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ title, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one print, which never change places
            <th key={index} className={kind}>
              {title.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={row}>
            {cells.map(([first, ...more], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={index} className={kindOf(index)}>
                {kindOf(index) === 'main' ? <strong>{first}</strong> : first}
                {more.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
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
    '.paper header > div + div': { textAlign: 'right' },
    '.paper h2': { fontSize: '10pt', margin: '5mm 0 1mm', breakAfter: 'avoid' },
    '.paper dl': { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '1.5mm 6mm', margin: '0 0 4mm' },
    '.paper dl > div': { breakInside: 'avoid' },
    '.paper dt': { fontSize: '7.5pt', lineHeight: '10pt', color: '#444' },
    '.paper dd': { margin: 0 },
    '.paper dd + dd': { fontSize: '7.5pt', lineHeight: '10pt', color: '#444' },
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
    '.paper .main': { minWidth: '34mm' },
    '.paper .total': { textAlign: 'right', fontWeight: 600, whiteSpace: 'pre' },
    '.paper .notes': { whiteSpace: 'pre-wrap', orphans: 2, widows: 2 },
    '.paper .signatures': {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '20mm',
      marginTop: '22mm',
      breakInside: 'avoid',
      // Signatures are never alone on a sheet.
      breakBefore: 'avoid',
    },
    '.paper .signatures span': { borderTop: '0.5pt solid #000', paddingTop: '1mm', fontSize: '8pt' },
  },
} as const
