import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import type { LineToReport } from '#shared/trade/cutting-gate.ts'
import { wipStages } from '#shared/trade/production.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { wipReports } from '../../area'
import { namesOf } from '../open-samples'
import { headStays, scrolls } from '../table-look'
import { colourName, screenText, stageLabel } from '../texts'
import { type Cells, cellName, pasted } from './cells'

const lineArea = areaOf(wipReports, 'po_line_id')

/** The table of the sheet: arrow keys move between rows, and blocks from a spreadsheet can be pasted. */
export function SheetTable({ lines, cells, faults, onChange }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
    if (rows.length === 1 && !text.includes('\t')) return
    event.preventDefault()
    const block = rows.map((values) => values.split('\t'))
    const { cells, unknown, beyond } = pasted(block, lines, row, column)
    onChange(cells)
    const left = [
      ...(unknown.length > 0 ? [screenText('sheet_unknown', { lines: listNames(unknown) })] : []),
      ...(beyond > 0 ? [screenText('sheet_beyond', { count: beyond })] : []),
    ]
    if (left.length > 0) notify({ tone: 'warning', text: left.join(' ') })
  }
  const walk = (event: KeyboardEvent, row: number, column: number) => {
    const down = steps[event.key]
    if (down === undefined) return
    const next = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row + down}-${column}"]`)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.select()
  }
  return (
    <Box
      role="group"
      aria-label={screenText('many')}
      tabIndex={0}
      sx={{ ...scrolls, bgcolor: 'background.paper', borderRadius: 1 }}
    >
      <Box component="table" ref={table} sx={tableStyle}>
        <Head />
        <tbody className="tabular">
          {lines.map((line, row) => (
            <Row
              key={line.id}
              line={line}
              row={row}
              cells={cells}
              faults={faults}
              onChange={onChange}
              onPaste={paste}
              onWalk={walk}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

/** The first names, with an ellipsis if there are more. */
const listNames = (names: readonly string[]) =>
  [...names.slice(0, 5), ...(names.length > 5 ? ['…'] : [])].join(t('kit.comma'))

interface TableProps {
  lines: readonly LineToReport[]
  cells: Cells
  faults: Cells
  onChange: (changes: Cells) => void
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">{fieldLabel(wipReports, 'po_line_id')}</th>
      <th scope="col">{fieldLabel(lineArea, 'ex_factory_date')}</th>
      <th scope="col" className="number">
        {fieldLabel(lineArea, 'qty')}
      </th>
      {wipStages.map((stage) => (
        <th key={stage} scope="col" className="number">
          {stageLabel(stage)}
        </th>
      ))}
      <th scope="col">{fieldLabel(wipReports, 'correction_reason')}</th>
    </tr>
  </thead>
)

function Row({ line, row, cells, faults, onChange, onPaste, onWalk }: RowProps) {
  const messages = wipStages.flatMap((stage) => faults[cellName(line.id, stage)] ?? [])
  const reason = cellName(line.id, 'reason')
  return (
    <tr>
      <th scope="row">
        <TextLink component={Link} to={`${lineArea.path}/${line.id}`} sx={{ color: 'text.primary' }}>
          {line.line_title}
        </TextLink>
        <Box sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
          {[line.article_no, colourName(line)].filter(Boolean).join(' · ')}
        </Box>
        {line.open_samples.length > 0 && (
          <Box sx={{ fontSize: 12, fontWeight: 400, color: 'warning.main', whiteSpace: 'normal', maxWidth: 260 }}>
            {screenText('samples_open')}: {namesOf(line.open_samples)}
          </Box>
        )}
        {messages.length > 0 && (
          <Box
            role="alert"
            id={`fault-${line.id}`}
            sx={{ fontSize: 12, fontWeight: 400, color: 'error.main', whiteSpace: 'normal', maxWidth: 260 }}
          >
            {[...new Set(messages)].join(' ')}
          </Box>
        )}
      </th>
      <td>{format.date(line.ex_factory_date)}</td>
      <td className="number">{format.number(line.qty)}</td>
      {wipStages.map((stage, column) => {
        const name = cellName(line.id, stage)
        return (
          <td key={stage}>
            <input
              data-cell={`${row}-${column}`}
              aria-label={`${line.line_title}, ${stageLabel(stage)}`}
              aria-invalid={faults[name] ? true : undefined}
              aria-describedby={faults[name] ? `fault-${line.id}` : undefined}
              inputMode="numeric"
              autoComplete="off"
              value={cells[name] ?? ''}
              placeholder={line.stages[stage] === undefined ? '' : String(line.stages[stage])}
              onChange={({ target }) => onChange({ [name]: target.value })}
              onPaste={(event) => onPaste(event, row, column)}
              onKeyDown={(event) => onWalk(event, row, column)}
            />
          </td>
        )
      })}
      <td>
        <input
          className="wide"
          aria-label={`${line.line_title}, ${fieldLabel(wipReports, 'correction_reason')}`}
          maxLength={300}
          value={cells[reason] ?? ''}
          onChange={({ target }) => onChange({ [reason]: target.value })}
        />
      </td>
    </tr>
  )
}

interface RowProps extends Omit<TableProps, 'lines'> {
  line: LineToReport
  row: number
  onPaste: (event: ClipboardEvent, row: number, column: number) => void
  onWalk: (event: KeyboardEvent, row: number, column: number) => void
}

/** Row offset of a key. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

const tableStyle = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  '& th, & td': { px: 0.75, py: 0.5, whiteSpace: 'nowrap', textAlign: 'left', borderBottom: 1, borderColor: 'divider' },
  '& thead th': {
    ...headStays,
    fontSize: 12,
    fontWeight: 600,
    color: 'text.secondary',
    px: 1,
    verticalAlign: 'bottom',
  },
  // The name of a stage may wrap to two lines, to leave room for the reason at the end.
  '& thead .number': { whiteSpace: 'normal', lineHeight: '16px' },
  '& tbody th': { fontWeight: 500, px: 1 },
  '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
  '& thead th:first-of-type': { zIndex: 3 },
  '& .number': { textAlign: 'right' },
  '& input': {
    width: 72,
    height: { xs: 40, sm: 32 },
    px: 1,
    font: 'inherit',
    color: 'inherit',
    textAlign: 'right',
    bgcolor: 'transparent',
    border: 1,
    borderStyle: 'solid',
    borderColor: 'divider',
    borderRadius: '6px',
  },
  '& input.wide': { width: 184, textAlign: 'left' },
  '& input::placeholder': { color: 'text.secondary', opacity: 1 },
  '& input[aria-invalid]': { borderColor: 'error.main' },
} as const
