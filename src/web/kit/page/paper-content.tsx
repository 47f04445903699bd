import type { Paper, PaperBlock } from '#shared/kit/paper.ts'

/** A paper as HTML for printing by the browser; must be inside an element with the class `paper`. */
export function PaperContent({ paper, level = 1 }: { paper: Paper; level?: 1 | 2 }) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <>
      <header>
        <div>
          <Title className="title">{paper.heading}</Title>
          <p>{paper.reference}</p>
        </div>
        <div>
          {paper.owner.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </div>
      </header>
      {paper.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a printed paper never change places
        <Block key={index} block={block} level={level} />
      ))}
    </>
  )
}

function Block({ block, level }: { block: PaperBlock; level: 1 | 2 }) {
  const Part = level === 1 ? 'h2' : 'h3'
  switch (block.kind) {
    case 'facts':
      return (
        <>
          {block.title && <Part className="part">{block.title}</Part>}
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
    case 'sums':
      return (
        <dl className="sums">
          {block.sums.map(({ label, value, isStrong }) => (
            <div key={label} className={isStrong ? 'strong' : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )
    case 'notes':
      return (
        <>
          <Part className="part">{block.title}</Part>
          <p className="notes">{block.text}</p>
        </>
      )
    case 'figures':
      // Rendered in PDF files only.
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

/** The browser repeats the head of the table on every sheet. */
function Table({ table: { columns, rows } }: { table: Extract<PaperBlock, { kind: 'table' }> }) {
  const kindOf = (column: number) => columns[column]?.kind
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ title, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a printed paper never change places
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
            {cells.map(([first, ...otherLines], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={index} className={kindOf(index)}>
                {kindOf(index) === 'main' ? <strong>{first}</strong> : first}
                {otherLines.map((line) => (
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

/** Print styles of papers: A4, black on white, with page numbers; everything else on the page is hidden. */
export const paperStyle = {
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
      gap: '6mm',
      marginBottom: '4mm',
    },
    '.paper .title': { font: 'inherit', fontSize: '15pt', lineHeight: '19pt', fontWeight: 600, margin: 0 },
    '.paper header p': { margin: 0, fontSize: '11pt', lineHeight: '15pt' },
    '.paper header > div + div': { textAlign: 'right' },
    '.paper .part': { fontSize: '10pt', margin: '5mm 0 1mm', breakAfter: 'avoid' },
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
    '.paper thead': { display: 'table-header-group' },
    '.paper .total': { textAlign: 'right', fontWeight: 600, whiteSpace: 'pre' },
    '.paper .sums': {
      display: 'grid',
      gridTemplateColumns: '1fr',
      gap: 0,
      width: '92mm',
      maxWidth: '100%',
      marginLeft: 'auto',
      breakInside: 'avoid',
      breakBefore: 'avoid',
    },
    '.paper .sums > div': { display: 'flex', justifyContent: 'space-between', gap: '4mm', padding: '0.5mm 0' },
    '.paper .sums dt': { fontSize: 'inherit', lineHeight: 'inherit', color: '#000' },
    '.paper .sums dd': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '.paper .sums .strong': { borderTop: '0.5pt solid #000', fontWeight: 600 },
    '.paper.airy header': { background: '#eee', padding: '5mm', marginBottom: '6mm', printColorAdjust: 'exact' },
    '.paper.airy .title': { fontSize: '20pt', lineHeight: '26pt' },
    '.paper.dense': { fontSize: '7pt', lineHeight: '9.5pt' },
    '.paper.dense header': { marginBottom: '2mm' },
    '.paper.dense .title': { fontSize: '12pt', lineHeight: '15pt' },
    '.paper.dense header p': { fontSize: '9pt', lineHeight: '12pt' },
    '.paper.dense dl:not(.sums)': { gridTemplateColumns: 'repeat(4, 1fr)', gap: '1mm 4mm', margin: '0 0 2mm' },
    '.paper.dense th': { fontSize: '7pt' },
    '.paper.dense th, .paper.dense td': { padding: '0.4mm 1mm' },
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
