import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TextLink from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import { Fragment, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { register } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import type { MatrixRow } from '#shared/trade/allocation-matrix.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format, t } from '#web/i18n.ts'
import { CellChip, cellWords } from './cell-chip'
import { type CellSelection, keyOf, toggleCells } from './selection'
import { useCellCursor } from './use-cell-cursor'

/**
 * The matrix on wide screens: a grid with a cell cursor. Arrow keys move it, with Shift they stretch the selection, Space
 * chooses a cell, Enter opens it; the pointer does the same by clicking and dragging.
 */
export function MatrixGrid({ area, plan, types, rows, isByOrder, selection, onSelect }: Props) {
  const lines = register.get(plan.lines)
  const navigate = useNavigate()
  const table = useRef<HTMLTableElement>(null)
  const by = plan.typed?.by ?? ''
  const { chosen, handlersOf } = useCellCursor({
    size: { rows: rows.length, columns: types.length },
    selection,
    onSelect,
    focus: (place) => table.current?.querySelector<HTMLElement>(`[data-place="${keyOf(place)}"]`)?.focus(),
    open: ({ row, column }) => {
      const id = rows[row]?.cells[types[column] ?? '']?.id
      if (id) navigate(`${area.path}/${id}`)
    },
  })
  return (
    <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto' }}>
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-multiselectable
        aria-label={t('editing.matrix.title')}
        aria-describedby="matrix-keys"
        sx={gridLook}
      >
        <thead>
          <tr>
            <th scope="col" className="line">
              {fieldLabel(area, 'po_line_id')}
            </th>
            {types.map((type, column) => (
              <th key={type} scope="col">
                <HeadButton
                  label={t('editing.matrix.choose_type', { type: choiceLabel(area, by, type) })}
                  onClick={() =>
                    onSelect(
                      toggleCells(
                        selection,
                        rows.map((_, row) => keyOf({ row, column })),
                      ),
                    )
                  }
                >
                  {choiceLabel(area, by, type)}
                </HeadButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((matrixRow, row) => (
            <Fragment key={matrixRow.line.id}>
              {isByOrder && matrixRow.line.purchase_order_id !== rows[row - 1]?.line.purchase_order_id && (
                <OrderRow row={matrixRow} columns={types.length + 1} />
              )}
              <tr>
                <th scope="row" className="line">
                  <LineHead
                    lines={lines}
                    row={matrixRow}
                    isByOrder={isByOrder}
                    isChosen={types.every((_, column) => chosen.has(keyOf({ row, column })))}
                    onChoose={() =>
                      onSelect(
                        toggleCells(
                          selection,
                          types.map((_, column) => keyOf({ row, column })),
                        ),
                      )
                    }
                  />
                </th>
                {types.map((type, column) => {
                  const cell = matrixRow.cells[type]
                  const place = { row, column }
                  const isCursor = selection.cursor.row === row && selection.cursor.column === column
                  if (!cell) return <td key={type} />
                  return (
                    <td
                      key={type}
                      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid that keys move in
                      role="gridcell"
                      data-place={keyOf(place)}
                      data-state={cell.state}
                      tabIndex={isCursor ? 0 : -1}
                      aria-selected={chosen.has(keyOf(place))}
                      aria-label={t('editing.matrix.cell', {
                        line: titleOf(lines, matrixRow.line),
                        type: choiceLabel(area, by, type),
                        state: cellWords(area, cell),
                      })}
                      {...handlersOf(place)}
                    >
                      <CellChip area={area} cell={cell} isInGrid />
                    </td>
                  )
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </Box>
      <Box id="matrix-keys" sx={{ px: 1.5, py: 1, fontSize: 12, color: 'text.secondary' }}>
        {t('editing.matrix.keys')}
      </Box>
    </Box>
  )
}

interface Props {
  area: Area
  plan: AllocationPlan
  types: readonly string[]
  rows: readonly MatrixRow[]
  /** Whether lines stand under the heading of their order. */
  isByOrder: boolean
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
}

export function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <Box component="button" type="button" aria-label={label} title={label} onClick={onClick} sx={headButton}>
      {children}
    </Box>
  )
}

/** The order that the following lines stand in, and its supplier. */
function OrderRow({ row: { line }, columns }: { row: MatrixRow; columns: number }) {
  return (
    <tr className="order">
      <th colSpan={columns} scope="rowgroup">
        <span>{orderWords(line)}</span>
      </th>
    </tr>
  )
}

/** An order by its number and supplier. */
export const orderWords = (line: MatrixRow['line']): string =>
  [mentionTitle(mentionOf(line, 'purchase_order_id')), supplierOf(line)].filter(Boolean).join(' · ')

const supplierOf = ({ supplier }: MatrixRow['line']): string =>
  typeof supplier === 'object' && supplier !== null && 'title' in supplier ? String(supplier.title) : ''

function LineHead({ lines, row: { line }, isByOrder, isChosen, onChoose }: LineHeadProps) {
  const title = titleOf(lines, line)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Checkbox
        size="small"
        sx={{ p: 0.5, ml: -0.5 }}
        checked={isChosen}
        inputProps={{ 'aria-label': t('editing.matrix.choose_line', { line: title }) }}
        onChange={onChoose}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextLink component={Link} to={`${lines.path}/${line.id}`} sx={{ fontWeight: 600, color: 'text.primary' }}>
          {title}
        </TextLink>
        <Box sx={{ ...quiet, ...ellipsis }}>{lineWords(line)}</Box>
        {!isByOrder && <Box sx={{ ...quiet, ...ellipsis }}>{supplierOf(line)}</Box>}
      </Box>
    </Box>
  )
}

interface LineHeadProps {
  lines: Area
  row: MatrixRow
  isByOrder: boolean
  isChosen: boolean
  onChoose: () => void
}

/** A line by its article, colourway and the day it leaves the factory. */
export const lineWords = (line: MatrixRow['line']): string =>
  [
    mentionTitle(mentionOf(line, 'article_id')),
    mentionTitle(mentionOf(line, 'colourway_id')),
    typeof line.ex_factory_date === 'string' ? format.date(line.ex_factory_date) : '',
  ]
    .filter(Boolean)
    .join(' · ')

const quiet = { color: 'text.secondary', fontSize: 12, fontWeight: 400 } as const
const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const headButton = ({ palette }: Theme) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: '4px',
  px: 0.5,
  minHeight: 24,
  lineHeight: '24px',
  whiteSpace: 'nowrap',
  '&:hover': { bgcolor: palette.surfaces.hover },
  '&:focus-visible': { outline: `2px solid ${palette.focus}` },
})

export const gridLook = ({ palette }: Theme) => ({
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  minWidth: '100%',
  userSelect: 'none',
  '& th, & td': { textAlign: 'left', px: 1, height: 44, borderBottom: 1, borderColor: 'divider' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 36,
    fontSize: 12,
    fontWeight: 600,
    color: 'text.secondary',
    bgcolor: 'background.paper',
  },
  '& .line': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    width: 280,
    minWidth: 240,
    maxWidth: 300,
    borderRight: 1,
    borderColor: 'divider',
  },
  '& thead .line': { zIndex: 3 },
  '& .order th': { height: 32, bgcolor: palette.surfaces.hover, fontSize: 12 },
  '& .order span': { position: 'sticky', left: 8 },
  '& td[data-place]': { cursor: 'cell' },
  '& td[aria-selected="true"]': { bgcolor: palette.surfaces.chosen },
  '& td:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: '-2px' },
})
