import type { SheetColumn } from '#server/xlsx/write.ts'
import type { Cell } from '#shared/delimited/write.ts'
import { cartonCount, cartonGroups, cartonMarks, cartonReference } from '#shared/trade/carton-mark.ts'
import type { MarkKind } from '#shared/trade/mark.ts'
import { priceTickets } from '#shared/trade/price-ticket.ts'
import type { MarkFacts } from './mark-facts'

interface MarkFile {
  columns: readonly SheetColumn[]
  pages(lines: readonly MarkFacts[]): AsyncGenerator<Cell[][]>
}

/** The first columns of each row. Headings are the same in every language, because programs read them. */
const leading = [
  { heading: 'po_no', kind: 'text' },
  { heading: 'line_no', kind: 'integer' },
  { heading: 'article_no', kind: 'text' },
  { heading: 'colour', kind: 'text' },
  { heading: 'size', kind: 'text' },
] as const satisfies readonly SheetColumn[]

/** The files for printers of marks: a row for each carton, or for each size and market. */
export const markFiles: Readonly<Record<MarkKind, MarkFile>> = {
  carton_mark: {
    columns: [
      ...leading,
      { heading: 'qty', kind: 'integer' },
      { heading: 'carton', kind: 'integer' },
      { heading: 'cartons', kind: 'integer' },
      { heading: 'gross_kg', kind: 'decimal' },
      { heading: 'net_kg', kind: 'decimal' },
      { heading: 'dims_cm', kind: 'text' },
      { heading: 'origin', kind: 'text' },
      { heading: 'destination', kind: 'text' },
      { heading: 'gtin', kind: 'text' },
      { heading: 'qr', kind: 'text' },
    ],
    async *pages(lines) {
      for (const line of lines) {
        const count = cartonCount(cartonGroups(line))
        for (let from = 1; from <= count; from += pageSize)
          yield cartonMarks(line, from, Math.min(count, from + pageSize - 1)).map((mark) => [
            ...[mark.po_no, mark.line_no, mark.article_no, mark.colour],
            mark.sizes.map(({ size, qty }) => (qty === null ? size : `${size}:${qty}`)).join(' '),
            ...[mark.units, mark.carton, mark.cartons, mark.gross_kg, mark.net_kg, mark.dims_cm, mark.origin],
            ...[mark.destination, mark.gtin, cartonReference(mark)],
          ])
      }
    },
  },
  price_ticket: {
    columns: [
      ...leading,
      { heading: 'sku', kind: 'text' },
      { heading: 'gtin', kind: 'text' },
      { heading: 'market', kind: 'text' },
      { heading: 'currency', kind: 'text' },
      { heading: 'amount', kind: 'decimal' },
      { heading: 'price', kind: 'text' },
      { heading: 'qty', kind: 'integer' },
    ],
    async *pages(lines) {
      for (const line of lines)
        yield line.prices.flatMap(({ market, currency, amount }) =>
          amount === null
            ? []
            : priceTickets(line, market).map(({ article_no, colour, size, sku, gtin, price, qty }) => [
                ...[line.po_no, line.line_no, article_no, colour, size, sku, gtin],
                ...[market, currency, amount, price, qty],
              ]),
        )
    },
  },
}

const pageSize = 500
