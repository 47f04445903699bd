import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TextLink from '@mui/material/Link'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'
import type { MatrixRow } from '#shared/trade/allocation-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, t } from '#web/i18n.ts'
import { CellChip, cellWords } from './cell-chip'
import { CellGrid } from './cell-grid'
import type { DrawnCell, RowChoice } from './cell-grid-row'
import { quietLine } from './cell-grid-style'
import { HeadButton } from './head-button'
import { lineWords, orderWords, supplierOf } from './line-words'
import { type CellSelection, keyOf, toggleCells } from './selection'

/** The matrix on wide screens: a row per line, a column per type; lines are grouped by order (`isByOrder`). */
export function MatrixGrid({ area, plan, types, rows, isByOrder, selection, onSelect }: Props) {
  const lines = register.get(plan.lines)
  const navigate = useNavigate()
  const typeField = plan.typed?.by ?? ''
  const chooseColumn = (column: number) =>
    onSelect(
      toggleCells(
        selection,
        rows.map((_, row) => keyOf({ row, column })),
      ),
    )
  const lineAt = useCallback(
    (row: MatrixRow | undefined, choice: RowChoice) =>
      row && <LineHead lines={lines} line={row.line} isByOrder={isByOrder} {...choice} />,
    [lines, isByOrder],
  )
  const cellAt = useCallback(
    (row: MatrixRow | undefined, column: number): DrawnCell | null => {
      const type = types[column] ?? ''
      const cell = row?.cells[type]
      if (!row || !cell) return null
      return {
        label: t('editing.matrix.cell', {
          line: titleOf(lines, row.line),
          type: choiceLabel(area, typeField, type),
          state: cellWords(area, cell),
        }),
        state: cell.state,
        content: <CellChip area={area} cell={cell} isInGrid />,
      }
    },
    [area, lines, typeField, types],
  )
  return (
    <CellGrid
      label={t('editing.matrix.title')}
      help={t('editing.matrix.keys')}
      lineLabel={fieldLabel(area, 'po_line_id')}
      columns={types.map((type, column) => ({
        key: type,
        head: (
          <HeadButton
            label={t('editing.matrix.choose_type', { type: choiceLabel(area, typeField, type) })}
            onClick={() => chooseColumn(column)}
          >
            {choiceLabel(area, typeField, type)}
          </HeadButton>
        ),
      }))}
      columnWidth={216}
      rowHeight={isByOrder ? 44 : 56}
      rows={rows.length}
      shown={rows}
      rowAt={(row) => rows[row]}
      lineAt={lineAt}
      headingAt={(row) => {
        const line = rows[row]?.line
        const isFirst = line?.purchase_order_id !== rows[row - 1]?.line.purchase_order_id
        return isByOrder && line && isFirst ? orderWords(line) : null
      }}
      cellAt={cellAt}
      selection={selection}
      onSelect={onSelect}
      onOpen={({ row, column }) => {
        const id = rows[row]?.cells[types[column] ?? '']?.id
        if (id) navigate(`${area.path}/${id}`)
      }}
    />
  )
}

interface Props {
  area: Area
  plan: AllocationPlan
  types: readonly string[]
  rows: readonly MatrixRow[]
  /** Whether lines are grouped under headings of their orders. */
  isByOrder: boolean
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
}

function LineHead({ lines, line, isByOrder, isChosen, onChoose }: LineHeadProps) {
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
        <Box sx={quietLine}>{lineWords(line)}</Box>
        {!isByOrder && <Box sx={quietLine}>{supplierOf(line)}</Box>}
      </Box>
    </Box>
  )
}

interface LineHeadProps extends RowChoice {
  lines: Area
  line: MatrixRow['line']
  isByOrder: boolean
}
