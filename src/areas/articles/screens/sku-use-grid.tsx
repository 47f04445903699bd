import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { Colourway } from '../rules'
import type { Size } from './sizes'
import { countSkus, isInUse, type MatrixCell, skuAt, withUse } from './sku-edits'
import { ColourHead, colourTitle, type MatrixProps, Scroll, tableStyle } from './sku-table'

/**
 * Which sizes of each colour are in use. One tab stop: arrows move between cells, space toggles a cell, or in a row or
 * column head all of its cells.
 */
export function UseGrid({ colourways, sizes, onChange }: MatrixProps) {
  const table = useRef<HTMLTableElement>(null)
  const focus = useRovingFocus(table, colourways.length, sizes.length)
  const turn = (row: number, turned: readonly Size[], active: boolean) => {
    const colourway = colourways[row]
    if (colourway) onChange?.(row, withUse(colourway.skus, turned, active))
  }
  const turnColumn = (size: Size, active: boolean) => {
    for (const row of colourways.keys()) turn(row, [size], active)
  }
  const inColumn = (size: Size) => colourways.filter((colourway) => isInUse(colourway, size)).length
  const isEditable = onChange !== undefined
  return (
    <Scroll>
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-label={t('site.skus.views.use')}
        aria-readonly={isEditable ? undefined : true}
        onKeyDown={isEditable ? focus.onKeyDown : undefined}
        sx={tableStyle}
      >
        <thead>
          <tr>
            <th scope="col">{t('site.skus.colours')}</th>
            {sizes.map((size, column) => (
              <th key={size.id} scope="col" data-size>
                <ColumnHead
                  size={size}
                  isFull={inColumn(size) === colourways.length}
                  focus={focus.at(-1, column)}
                  onTurn={isEditable ? (active) => turnColumn(size, active) : undefined}
                />
              </th>
            ))}
            <th scope="col" data-count>
              {t('site.skus.in_use')}
            </th>
          </tr>
        </thead>
        <tbody>
          {colourways.map((colourway, row) => (
            <ColourRow
              key={colourway.id ?? `new ${row}`}
              colourway={colourway}
              row={row}
              sizes={sizes}
              focus={focus}
              onTurn={isEditable ? (turned, active) => turn(row, turned, active) : undefined}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('site.skus.in_use')}</th>
            {sizes.map((size) => (
              <td key={size.id} className="tabular">
                {inColumn(size)}
              </td>
            ))}
            <td className="tabular" data-count>
              {countSkus(colourways).used}
            </td>
          </tr>
        </tfoot>
      </Box>
    </Scroll>
  )
}

/** The cell that Tab reaches, moved by the arrow keys; heads are row and column -1. */
const useRovingFocus = (table: RefObject<HTMLTableElement | null>, rows: number, columns: number) => {
  const [active, setActive] = useState<MatrixCell>({ row: 0, column: 0 })
  const go = (toRow: number, toColumn: number) => {
    const row = Math.min(Math.max(toRow, -1), rows - 1)
    const column = Math.min(Math.max(toColumn, -1), columns - 1)
    if (row < 0 && column < 0) return
    setActive({ row, column })
    table.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus()
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const [row, column] = ((event.target as HTMLElement).dataset.at ?? '').split(' ').map(Number)
      const step = steps[event.key]
      if (!step || row === undefined || column === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const [down, right] = step
      go(row + down, Number.isFinite(right) ? column + right : right < 0 ? 0 : columns - 1)
    },
    at: (row: number, column: number): CellFocus => ({
      at: `${row} ${column}`,
      tabIndex: active.row === row && active.column === column ? 0 : -1,
      onFocus: () => setActive({ row, column }),
    }),
  }
}

/** Props that make a button of the grid reachable by arrow keys. */
interface CellFocus {
  at: string
  tabIndex: number
  onFocus: () => void
}

const ColumnHead = ({ size: { label }, isFull, focus, onTurn }: ColumnHeadProps) =>
  onTurn ? (
    <HeadButton
      {...focus}
      label={t(isFull ? 'site.skus.column_off' : 'site.skus.column_on', { size: label })}
      onClick={() => onTurn(!isFull)}
    >
      {label}
    </HeadButton>
  ) : (
    label
  )

interface ColumnHeadProps {
  size: Size
  /** Whether every colour has the size. */
  isFull: boolean
  focus: CellFocus
  onTurn: ((active: boolean) => void) | undefined
}

function ColourRow({ colourway, row, sizes, focus, onTurn }: ColourRowProps) {
  const title = colourTitle(colourway, row)
  const used = sizes.filter((size) => isInUse(colourway, size)).length
  const isFull = used === sizes.length
  return (
    <tr>
      <th scope="row">
        {onTurn ? (
          <HeadButton
            {...focus.at(row, -1)}
            label={t(isFull ? 'site.skus.row_off' : 'site.skus.row_on', { colour: title })}
            onClick={() => onTurn(sizes, !isFull)}
          >
            <ColourHead colourway={colourway} title={title} />
          </HeadButton>
        ) : (
          <ColourHead colourway={colourway} title={title} />
        )}
      </th>
      {sizes.map((size, column) => (
        <td key={size.id}>
          <UseCell
            {...focus.at(row, column)}
            label={t('site.skus.cell', { colour: title, size: size.label })}
            hint={skuAt(colourway, size)?.sku}
            active={isInUse(colourway, size)}
            onClick={onTurn && (() => onTurn([size], !isInUse(colourway, size)))}
          />
        </td>
      ))}
      <td className="tabular" data-count>
        {used}
      </td>
    </tr>
  )
}

interface ColourRowProps {
  colourway: Colourway
  row: number
  sizes: readonly Size[]
  focus: ReturnType<typeof useRovingFocus>
  onTurn: ((sizes: readonly Size[], active: boolean) => void) | undefined
}

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

function UseCell({ at, label, hint, active, tabIndex, onFocus, onClick }: UseCellProps) {
  if (!onClick)
    return (
      <Box
        role="img"
        aria-label={t(active ? 'site.skus.is_used' : 'site.skus.is_unused', { cell: label })}
        title={hint ?? label}
        sx={cellBox(active, false)}
      >
        {active && <CheckRounded sx={{ fontSize: 18 }} />}
      </Box>
    )
  return (
    <Box
      component="button"
      type="button"
      role="checkbox"
      aria-checked={active}
      aria-label={label}
      title={hint ?? label}
      data-at={at}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onClick}
      sx={cellBox(active, true)}
    >
      {active && <CheckRounded sx={{ fontSize: 18 }} />}
    </Box>
  )
}

interface UseCellProps extends CellFocus {
  label: string
  hint?: string | null
  active: boolean
  onClick?: () => void
}

const cellBox =
  (active: boolean, isButton: boolean) =>
  ({ palette }: Theme) => ({
    display: 'grid',
    placeItems: 'center',
    width: { xs: 44, sm: 40 },
    height: { xs: 44, sm: 32 },
    mx: 'auto',
    p: 0,
    font: 'inherit',
    borderRadius: 1,
    border: `1px solid ${active ? palette.tones.success.line : isButton ? palette.tones.neutral.line : 'transparent'}`,
    bgcolor: active ? palette.tones.success.tint : 'transparent',
    color: palette.tones.success.text,
    cursor: isButton ? 'pointer' : 'default',
    ...(isButton ? { '&:hover': { borderColor: palette.text.secondary }, '&:focus-visible': focusRing(palette) } : {}),
  })

const focusRing = (palette: Theme['palette']) => ({
  outline: `2px solid ${palette.secondary.main}`,
  outlineOffset: 1,
})

function HeadButton({ at, label, tabIndex, onFocus, onClick, children }: HeadProps) {
  return (
    <Box
      component="button"
      type="button"
      data-at={at}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onClick}
      sx={({ palette }: Theme) => ({
        minWidth: { xs: 44, sm: 40 },
        minHeight: { xs: 44, sm: 28 },
        px: 0.5,
        m: 0,
        border: 0,
        borderRadius: 1,
        font: 'inherit',
        color: 'inherit',
        textAlign: 'inherit',
        bgcolor: 'transparent',
        cursor: 'pointer',
        '&:hover': { bgcolor: palette.surfaces.hover },
        '&:focus-visible': focusRing(palette),
      })}
    >
      {children}
    </Box>
  )
}

interface HeadProps extends CellFocus {
  label: string
  onClick: () => void
  children: ReactNode
}
