import type { SheetColumn } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { garmentLabel, type LabelFibre } from '#shared/trade/garment-label.ts'
import type { LabelFacts, MarketFacts } from './facts'

/** The first columns of each row. Headings are the same in every language, because programs read them. */
const leading = [
  { heading: 'market', kind: 'text' },
  { heading: 'po_no', kind: 'text' },
  { heading: 'line_no', kind: 'integer' },
  { heading: 'article_no', kind: 'text' },
  { heading: 'colour_code', kind: 'text' },
  { heading: 'colour', kind: 'text' },
  { heading: 'size', kind: 'text' },
  { heading: 'sku', kind: 'text' },
  { heading: 'gtin', kind: 'text' },
  { heading: 'qty', kind: 'integer' },
] as const satisfies readonly SheetColumn[]

/** The file for label makers: a row for each line and size, a column for each part and language. */
export const printFile = (
  lines: readonly LabelFacts[],
  market: MarketFacts,
  fibres: readonly LabelFibre[],
): { columns: SheetColumn[]; rows: Cell[][] } => {
  const printed = lines.flatMap((line) =>
    quantitiesOf(line).map((quantity) => ({
      cells: [
        ...[market.code, line.po_no, line.line_no, line.article_no, line.colour_code, line.colour],
        ...[quantity.size, quantity.sku, quantity.gtin, quantity.qty],
      ],
      texts: textsOf(line, market, fibres, quantity.size),
    })),
  )
  const headings = [...new Set(printed.flatMap(({ texts }) => [...texts.keys()]))]
  return {
    columns: [...leading, ...headings.map((heading) => ({ heading, kind: 'text' as const }))],
    rows: printed.map(({ cells, texts }) => [...cells, ...headings.map((heading) => texts.get(heading) ?? null)]),
  }
}

/** The ordered units by size; one row for a line without sizes. */
const quantitiesOf = ({
  quantities,
  qty,
}: LabelFacts): { size: string | null; sku: string | null; gtin: string | null; qty: number }[] =>
  quantities.length > 0 ? quantities : [{ size: null, sku: null, gtin: null, qty }]

/** The texts of a label by heading, such as `composition_fr`; lines of one part and language share a cell. */
const textsOf = (
  line: LabelFacts,
  market: MarketFacts,
  fibres: readonly LabelFibre[],
  size: string | null,
): Map<string, string> => {
  const texts = new Map<string, string>()
  for (const { part, lines, symbols } of garmentLabel(line, market, fibres, size).sections) {
    if (part === 'size' || part === 'article') continue
    if (symbols.length > 0) texts.set(part, symbols.join(' '))
    for (const { language, text } of lines) {
      const heading = language ? `${part}_${language}` : part
      const earlier = texts.get(heading)
      texts.set(heading, earlier ? `${earlier}; ${text}` : text)
    }
  }
  return texts
}
