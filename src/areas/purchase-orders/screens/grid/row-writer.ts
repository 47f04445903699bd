import { plainNumber } from '#shared/delimited/typed-number.ts'
import { format, t } from '#web/i18n.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { badCell, type CellText } from '#web/kit/grid/sheet.ts'
import type { Remark } from '#web/kit/grid/store.ts'
import { type Quantities, type SizeRow, unitsIn, withQuantities } from '../form/line-sizes'
import { type Ratio, type Sharing, shareByRatio, usualRatio } from '../form/ratios'
import type { Column, GridLine } from './columns'
import type { LineValues } from './line-values'
import { readQuantity } from './quantity'

/** The result of writing texts into a row. */
export interface WrittenRow {
  values: LineValues
  /** Error texts of cells that were refused. */
  problems: string[]
  /** The remark to show: null clears it, undefined keeps it. */
  remark?: Remark | null
}

/** Computes the values of rows from entered texts; has no side effects. */
export const createRowWriter = ({ sizes, ratios, storedSizes, offer }: Source) => {
  const withSizes = (line: GridLine, values: LineValues, changes: Quantities): LineValues => {
    const next = withQuantities(values.sizes, storedSizes(line), sizes, changes)
    return { ...values, sizes: next, qty: unitsIn(next) || null }
  }

  /** The row with a distributed total; for a pre-pack, with its number of packs. */
  const withSharing = (line: GridLine, values: LineValues, sharing: Sharing, isPack: boolean): LineValues => ({
    ...withSizes(line, values, sharing.quantities),
    ...(isPack ? { ratio_packs: sharing.packs } : {}),
  })

  /**
   * Distributes a total entered for a row: by the row's ratio, otherwise the usual ratio of the scale, otherwise the
   * current mix.
   */
  const withTotal = (line: GridLine, values: LineValues, total: number): WrittenRow => {
    const ratio = ratios().find(({ id }) => id === values.ratio_id)
    const isPack = values.pack_type === 'ratio' && ratio !== undefined
    const mix = values.sizes.map(({ size_id, qty }) => ({ size_id, units: Number(qty) || 0 }))
    const items = [ratio?.items, usualRatio(sizes), mix].find((candidate) => candidate?.some(({ units }) => units > 0))
    if (!items) return { values, problems: [], remark: { lines: [t('grid.no_ratio', { line: line.name })] } }
    const sharing = shareByRatio(total, sizes, items, isPack)
    if (sharing.nearest.length > 0)
      return { values, problems: [], remark: nearestPacks(line, total, sharing.nearest, offer) }
    return {
      values: withSharing(line, values, sharing, isPack),
      problems: [],
      remark: roundingRemark(line, sharing, sizes),
    }
  }

  /** Applies new texts to cells of a row. */
  const write = (line: GridLine, before: LineValues, texts: readonly CellText<Column>[]): WrittenRow => {
    let values = before
    const quantities = new Map<number, number | string | null>()
    for (const { column, text } of texts) {
      if (column.size) quantities.set(column.size.id, readQuantity(text))
      if (column.kind === 'price') values = { ...values, unit_price: plainNumber(text.trim()) || null }
    }
    if (quantities.size > 0) values = withSizes(line, values, quantities)
    const typed = texts.find(({ column }) => column.kind === 'total')
    const total = typed ? readQuantity(typed.text) : null
    const now = values.sizes.length > 0 ? unitsIn(values.sizes) : 0
    if (!typed || total === null || total === now) return { values, problems: [] }
    if (typeof total === 'string') return { values, problems: [badCell(line, typed.column, typed.text)] }
    if (quantities.size > 0)
      return { values, problems: [t('grid.other_total', { line: line.name, wanted: total, now })] }
    if (total === 0)
      return { values: withSizes(line, values, new Map(sizes.map(({ id }) => [id, null]))), problems: [] }
    return withTotal(line, values, total)
  }

  return { write, withSharing }
}

interface Source {
  sizes: readonly Size[]
  /** The pre-packs of the scale that are loaded so far. */
  ratios: () => readonly Ratio[]
  /** The sizes that a line was loaded with. */
  storedSizes: (line: GridLine) => SizeRow[]
  /** Writes another total into a row. */
  offer: (line: GridLine, total: number) => void
}

/** Offers the nearest totals when the total is not a whole number of packs. */
const nearestPacks = (line: GridLine, total: number, nearest: readonly number[], offer: Source['offer']): Remark => ({
  lines: [t('grid.not_whole_packs', { line: line.name, total: format.number(total) })],
  offers: nearest.map((units) => ({
    label: t('grid.take_units', { units: format.number(units) }),
    run: () => offer(line, units),
  })),
})

/** Names the sizes that got a unit by rounding. */
const roundingRemark = (line: GridLine, { extra }: Sharing, sizes: readonly Size[]): Remark | null =>
  extra.length === 0
    ? null
    : {
        lines: [
          t('grid.rounded', {
            line: line.name,
            count: extra.length,
            sizes: extra.map((id) => sizes.find((size) => size.id === id)?.label).join(t('kit.comma')),
          }),
        ],
      }
