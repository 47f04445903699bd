import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { plainNumber } from '#shared/delimited/typed-number.ts'
import { format, t } from '#web/i18n.ts'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import { type Quantities, type SizeRow, sizeRowsOf, unitsIn, withQuantities } from '../line-sizes'
import { type Ratio, type Sharing, shareByRatio, usualRatio } from '../ratios'
import type { Size } from '../size-matrix'
import { type Column, type GridLine, isFaulty, textIn } from './columns'
import { type PlacedCell, place, readQuantity } from './place'
import type { GridStore, Range, Remark } from './store'

/** The lines of a grid with what can be done to their cells; each thing done can be undone. */
export interface Sheet {
  lines: readonly GridLine[]
  columns: readonly Column[]
  /** The last column that holds values. */
  lastData: number
  canUndo: boolean
  canRedo: boolean
  isWritable: (col: number) => boolean
  textAt: (row: number, col: number) => string
  textsIn: (range: Range) => string[][]
  write: (cells: readonly PlacedCell[]) => void
  clear: (range: Range) => void
  fillDown: (range: Range) => void
  /** Places copied cells and says what found no place; answers the range that they fill. */
  paste: (table: readonly (readonly string[])[], range: Range) => Range | null
  /** Shares a total among the sizes of rows by a ratio; a pre-pack becomes the packing of their lines. */
  share: (rows: readonly number[], total: number, ratio: Ratio | null, isPack: boolean) => void
  undo: () => void
  redo: () => void
}

/** What of a line the grid writes. */
interface LineValues {
  sizes: SizeRow[]
  qty: unknown
  unit_price: unknown
  pack_type: unknown
  ratio_id: unknown
  ratio_packs: unknown
}
interface Step {
  key: string
  before: LineValues
  after: LineValues
}

export const useSheet = ({ lines, columns, sizes, ratios, store, mayPrice }: Source): Sheet => {
  const { getValues, setValue, getFieldState, clearErrors } = useFormContext()
  const { record } = useFormScope()
  const [{ canUndo, canRedo }, setFlags] = useState({ canUndo: false, canRedo: false })
  const past = useRef<Step[][]>([])
  const future = useRef<Step[][]>([])
  const source = useRef({ lines, columns, sizes, ratios, record })
  useEffect(() => {
    source.current = { lines, columns, sizes, ratios, record }
  })

  return useMemo(() => {
    const isWritable = (col: number) => {
      const kind = columns[col]?.kind
      return kind === 'size' || kind === 'total' || (kind === 'price' && mayPrice)
    }
    const valuesOf = ({ prefix }: GridLine): LineValues => {
      const [held, qty, unit_price, pack_type, ratio_id, ratio_packs] = getValues([
        `${prefix}sizes`,
        `${prefix}qty`,
        `${prefix}unit_price`,
        `${prefix}pack_type`,
        `${prefix}ratio_id`,
        `${prefix}ratio_packs`,
      ]) as unknown[]
      return {
        sizes: Array.isArray(held) ? (held as SizeRow[]) : [],
        qty,
        unit_price,
        pack_type,
        ratio_id,
        ratio_packs,
      }
    }
    const setLine = ({ prefix }: GridLine, { sizes: rows, ...rest }: LineValues, before: LineValues) => {
      // The quantity follows its sizes: one comparison of the whole form for both is enough.
      for (const [name, value] of Object.entries(rest))
        if (value !== before[name as keyof LineValues]) setValue(prefix + name, value, { shouldDirty: name !== 'qty' })
      if (rows !== before.sizes) setValue(`${prefix}sizes`, rows, { shouldDirty: true })
      // Each that is cleared draws the whole form again.
      const faulty = ['sizes', 'qty', 'unit_price', 'ratio_packs'].filter((name) => getFieldState(prefix + name).error)
      if (faulty.length > 0) clearErrors(faulty.map((name) => prefix + name))
    }
    const showFlags = () => {
      const next = { canUndo: past.current.length > 0, canRedo: future.current.length > 0 }
      setFlags((now) => (now.canUndo === next.canUndo && now.canRedo === next.canRedo ? now : next))
    }
    const commit = (steps: readonly Step[]) => {
      const changed = steps.filter(({ before, after }) => !sameValues(before, after))
      if (changed.length === 0) return
      for (const { key, before, after } of changed) {
        const line = lines.find((one) => one.key === key)
        if (line) setLine(line, after, before)
      }
      past.current = [...past.current.slice(1 - mostSteps), changed]
      future.current = []
      showFlags()
    }
    const travel = (from: typeof past, to: typeof past, side: 'before' | 'after') => {
      const steps = from.current.pop()
      if (!steps) return
      for (const step of steps) {
        const line = source.current.lines.find(({ key }) => key === step.key)
        if (line) setLine(line, step[side], valuesOf(line))
      }
      to.current.push(steps)
      store.say(null)
      showFlags()
    }
    const withSizes = (values: LineValues, prefix: string, changes: Quantities): LineValues => {
      const stored = sizeRowsOf(storedLine(source.current.record, getValues(`${prefix}id`)))
      const next = withQuantities(values.sizes, stored, sizes, changes)
      return { ...values, sizes: next, qty: unitsIn(next) || null }
    }
    const ratioOf = (values: LineValues): Ratio | null =>
      source.current.ratios.find(({ id }) => id === values.ratio_id) ?? null
    const shared = (values: LineValues, prefix: string, sharing: Sharing, isPack: boolean): LineValues => ({
      ...withSizes(values, prefix, sharing.quantities),
      ...(isPack ? { ratio_packs: sharing.packs } : {}),
    })
    /** A total typed for a row: by the row's own ratio, the scale's usual one, else the mix that stands there. */
    const shareTotal = (line: GridLine, values: LineValues, total: number): LineValues | Remark => {
      const ratio = ratioOf(values)
      const isPack = values.pack_type === 'ratio' && ratio !== null
      const mix = values.sizes.map(({ size_id, qty }) => ({ size_id, units: Number(qty) || 0 }))
      const items = [ratio?.items, usualRatio(sizes), mix].find((some) => some?.some(({ units }) => units > 0))
      if (!items) return { lines: [t('grid.no_ratio', { line: line.name })] }
      const sharing = shareByRatio(total, sizes, items, isPack)
      if (sharing.nearest.length > 0) return offer(line, total, sharing.nearest)
      store.say(roundingRemark(line, sharing))
      return shared(values, line.prefix, sharing, isPack)
    }
    const offer = (line: GridLine, total: number, nearest: readonly number[]): Remark => ({
      lines: [t('grid.not_whole_packs', { line: line.name, total: format.number(total) })],
      offers: nearest.map((units) => ({
        label: t('grid.take_units', { units: format.number(units) }),
        run: () => {
          store.say(null)
          write([
            {
              row: source.current.lines.findIndex(({ key }) => key === line.key),
              col: columns.findIndex(({ kind }) => kind === 'total'),
              text: String(units),
            },
          ])
        },
      })),
    })
    const roundingRemark = (line: GridLine, { extra }: Sharing): Remark | null =>
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

    /** One row's new texts; what cannot be taken is said. */
    const written = (
      line: GridLine,
      texts: readonly { column: Column; text: string }[],
      said: string[],
    ): LineValues => {
      let values = valuesOf(line)
      const quantities = new Map<number, number | string | null>()
      for (const { column, text } of texts) {
        if (column.size) quantities.set(column.size.id, readQuantity(text))
        if (column.kind === 'price') values = { ...values, unit_price: plainNumber(text.trim()) || null }
      }
      if (quantities.size > 0) values = withSizes(values, line.prefix, quantities)
      const total = texts.find(({ column }) => column.kind === 'total')
      if (!total) return values
      const wanted = readQuantity(total.text)
      const now = values.sizes.length > 0 ? unitsIn(values.sizes) : 0
      if (wanted === null || wanted === now) return values
      if (typeof wanted === 'string') said.push(badCell(line, total.column, total.text))
      else if (quantities.size > 0) said.push(t('grid.other_total', { line: line.name, wanted, now }))
      else if (wanted === 0) return withSizes(values, line.prefix, new Map(sizes.map(({ id }) => [id, null])))
      else {
        const next = shareTotal(line, values, wanted)
        if ('sizes' in next) return next
        store.say(next)
      }
      return values
    }
    const writeAll = (cells: readonly PlacedCell[], said: string[]) => {
      const byRow = new Map<number, { column: Column; text: string }[]>()
      for (const { row, col, text } of cells) {
        const column = columns[col]
        if (!column || !isWritable(col)) continue
        const texts = byRow.get(row) ?? []
        byRow.set(row, texts)
        texts.push({ column, text })
        if (isFaulty(column, column.kind === 'price' ? plainNumber(text.trim()) : text.trim()))
          said.push(badCell(lines[row], column, text))
      }
      const steps = [...byRow].flatMap(([row, texts]): Step[] => {
        const line = lines[row]
        return line ? [{ key: line.key, before: valuesOf(line), after: written(line, texts, said) }] : []
      })
      commit(steps)
    }
    const write = (cells: readonly PlacedCell[]) => {
      store.say(null)
      const said: string[] = []
      writeAll(cells, said)
      if (said.length > 0) store.say({ lines: said })
    }
    const cellsIn = ({ top, left, bottom, right }: Range, textOf: (row: number, col: number) => string): PlacedCell[] =>
      span(top, bottom).flatMap((row) => span(left, right).map((col) => ({ row, col, text: textOf(row, col) })))
    const textAt = (row: number, col: number) => {
      const [line, column] = [lines[row], columns[col]]
      return line && column ? textIn(valuesOf(line), column) : ''
    }

    return {
      lines,
      columns,
      lastData: columns.findLastIndex(({ kind }) => kind !== 'more'),
      canUndo,
      canRedo,
      isWritable,
      textAt,
      textsIn: ({ top, left, bottom, right }) =>
        span(top, bottom).map((row) =>
          span(left, right)
            .filter((col) => columns[col]?.kind !== 'more')
            .map((col) => textAt(row, col)),
        ),
      write,
      clear: (range) =>
        write(
          cellsIn(range, () => '')
            .filter(({ col }) => columns[col]?.kind !== 'total' || range.left === range.right)
            .map((cell) => (columns[cell.col]?.kind === 'total' ? { ...cell, text: '0' } : cell)),
        ),
      fillDown: (range) => {
        const single = range.top === range.bottom
        const from = single ? range.top - 1 : range.top
        const filled = { ...range, top: from + 1 }
        if (from >= 0)
          write(cellsIn(filled, (_, col) => textAt(from, col)).filter(({ col }) => columns[col]?.kind !== 'total'))
      },
      paste: (table, range) => {
        if (table.length === 0) return null
        const headings = { rows: lines.map(({ names }) => names), columns: dataColumns(columns) }
        const { cells, beyond, unknown } = place(table, range, headings)
        const said = [
          ...(beyond.rows + beyond.columns > 0 ? [t('grid.beyond', { ...beyond })] : []),
          ...(unknown.length > 0 ? [t('grid.unknown', { names: listed(unknown) })] : []),
        ]
        store.say(null)
        writeAll(cells, said)
        if (said.length > 0) store.say({ lines: said })
        return cells.length === 0 ? null : boundsOf(cells)
      },
      share: (rows, total, ratio, isPack) => {
        const items = ratio?.items ?? usualRatio(sizes)
        const sharing = shareByRatio(total, sizes, items, isPack)
        commit(
          rows.flatMap((row): Step[] => {
            const line = lines[row]
            if (!line) return []
            const before = valuesOf(line)
            const packed = isPack ? { ...before, pack_type: 'ratio', ratio_id: ratio?.id ?? null } : before
            return [{ key: line.key, before, after: shared(packed, line.prefix, sharing, isPack) }]
          }),
        )
        store.say(null)
      },
      undo: () => travel(past, future, 'before'),
      redo: () => travel(future, past, 'after'),
    }
  }, [lines, columns, sizes, store, mayPrice, canUndo, canRedo, getValues, setValue, getFieldState, clearErrors])
}

interface Source {
  lines: readonly GridLine[]
  columns: readonly Column[]
  sizes: readonly Size[]
  ratios: readonly Ratio[]
  store: GridStore
  mayPrice: boolean
}

const mostSteps = 200

const sameValues = (one: LineValues, other: LineValues) => JSON.stringify(one) === JSON.stringify(other)

/** The line as the record was read with it. */
const storedLine = (record: Readonly<Record<string, unknown>>, id: unknown) =>
  id && Array.isArray(record.lines)
    ? (record.lines as Record<string, unknown>[]).find((line) => line.id === id)
    : undefined

const dataColumns = (columns: readonly Column[]) =>
  columns.filter(({ kind }) => kind !== 'more').map(({ label }) => [label])

const badCell = (line: GridLine | undefined, column: Column, text: string) =>
  t('grid.bad_cell', { place: [line?.name, column.label].join(t('kit.comma')), text })

/** A few by name, and how many more. */
const listed = (names: readonly string[]) =>
  names.length > 5
    ? t('grid.and_more', { names: names.slice(0, 5).join(t('kit.comma')), count: names.length - 5 })
    : names.join(t('kit.comma'))

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const boundsOf = (cells: readonly PlacedCell[]): Range => ({
  top: Math.min(...cells.map(({ row }) => row)),
  left: Math.min(...cells.map(({ col }) => col)),
  bottom: Math.max(...cells.map(({ row }) => row)),
  right: Math.max(...cells.map(({ col }) => col)),
})
