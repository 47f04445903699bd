import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addDays, today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { type LastReport, type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { date as dateKind } from '#web/fields/date.tsx'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { listTitle } from '#web/kit/page/words.ts'
import { HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { wipReports } from '../area'
import { lastReportDay } from '../rules'
import { useBoard, useProgress } from './data'
import { isUnreached, readUnits, sendReport } from './entry-state'
import { headStays, scrolls } from './table-look'
import { colourName, screenText, stageLabel } from './texts'

/** Many lines at once, for a desk: a row each, a column for each stage; what a spreadsheet holds is pasted in. */
export function Sheet({ area }: { area: Area }) {
  const from = today()
  const board = useBoard({ from, to: addDays(from, daysAhead), q: '', supplier: '', overdue: 'with' })
  const lines = (board.data?.lines ?? []).filter(({ production_status }) => production_status !== 'finished')
  const progress = useProgress(lines.slice(0, mostRows).map(({ id }) => id))
  const error = board.error ?? progress.error
  return (
    <Page title={screenText('many')} back={{ to: listAddress(area), label: listTitle(area) }}>
      {error ? (
        <FailedState error={error} onRetry={() => void board.refetch()} />
      ) : board.data && lines.length === 0 ? (
        <EmptyState title={screenText('none')} text={screenText('none_help')} />
      ) : progress.data && board.data ? (
        <Grid area={area} lines={progress.data.lines} told={progress.data.told} />
      ) : (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 240 }} />
      )}
    </Page>
  )
}

function Grid({ area, lines, told }: { area: Area; lines: readonly LineProgress[]; told: readonly LastReport[] }) {
  const [day, setDay] = useState(() => today())
  const [cells, setCells] = useState<Cells>({})
  const [faults, setFaults] = useState<Cells>({})
  const [done, setDone] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keys = useRef(new Map<string, string>()).current
  const table = useRef<HTMLTableElement>(null)
  const refresh = useRefresh()
  const dateId = useId()
  const count = Object.keys(cells).filter((name) => cells[name] && !name.endsWith('reason')).length
  useUnsavedGuard(count > 0)
  const lineArea = areaOf(wipReports, 'po_line_id')
  const ofLine = (line: LineProgress, stage: WipStage) => {
    const own = told.filter((one) => one.po_line_id === line.id && one.stage === stage)
    // Of a line in several factories each tells its own: that is done line by line.
    return own.length > 1 ? undefined : own[0]
  }
  const set = (changes: Cells) => {
    setCells((now) => ({ ...now, ...changes }))
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))))
    setDone(null)
  }

  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
    if (rows.length === 1 && !text.includes('\t')) return
    event.preventDefault()
    set(
      pasted(
        rows.map((one) => one.split('\t')),
        lines,
        row,
        column,
      ),
    )
  }
  const walk = (event: KeyboardEvent, row: number, column: number) => {
    const [down, right] = steps[event.key] ?? [0, 0]
    if (down === 0 && right === 0) return
    const next = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row + down}-${column + right}"]`)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.select()
  }

  const save = async () => {
    setBusy(true)
    const refused: Cells = {}
    let saved = 0
    let isLost = false
    for (const line of lines)
      for (const stage of wipStages) {
        const name = cellName(line.id, stage)
        const typed = cells[name]
        if (!typed || isLost) continue
        const units = readUnits(typed)
        if (units === null) {
          refused[name] = t('validation.not_number')
          continue
        }
        const reason = cells[cellName(line.id, 'reason')]?.trim()
        const last = ofLine(line, stage)
        const report = {
          po_line_id: line.id,
          stage,
          report_date: day,
          cumulative_qty: units,
          ...(reason ? { correction_reason: reason } : {}),
        }
        const content = JSON.stringify(report)
        const key = keys.get(content) ?? freshKey()
        keys.set(content, key)
        try {
          await sendReport(report, last?.report_date === day ? last : undefined, key)
          saved += 1
          setCells(({ [name]: _, ...others }) => others)
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          if (isUnreached(error)) isLost = true
          refused[name] =
            Object.values(error.errors ?? {})
              .flat()
              .join(' ') || error.message
        }
      }
    setFaults(refused)
    setBusy(false)
    const failed = Object.keys(refused).length
    setDone(screenText('sheet_done', { saved, failed }))
    if (saved > 0) {
      if (failed === 0) {
        setCells({})
        notify({ tone: 'success', text: screenText('sheet_saved', { count: saved }) })
      }
      await refresh()
    }
  }

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box component="label" htmlFor={dateId} sx={{ fontSize: 13, color: 'text.secondary' }}>
          {fieldLabel(wipReports, 'report_date')}
        </Box>
        <Box sx={{ width: 190 }}>
          <dateKind.Input
            id={dateId}
            area={area}
            name="report_date"
            field={wipReports.fields.report_date}
            record={{}}
            label={fieldLabel(wipReports, 'report_date')}
            value={day}
            invalid={day > lastReportDay('CN')}
            onChange={(date) => setDay(String(date ?? ''))}
          />
        </Box>
        <Box sx={{ flex: 1, minWidth: 240, fontSize: 13, color: 'text.secondary' }}>{screenText('sheet_help')}</Box>
        <Box role="status" sx={{ fontSize: 13 }}>
          {isBusy ? t('kit.form.saving') : (done ?? (count > 0 ? screenText('to_save', { count }) : ''))}
        </Box>
        <Button variant="contained" disabled={isBusy || count === 0} onClick={() => void save()}>
          {screenText('save')}
        </Button>
      </Box>
      <Box
        role="group"
        aria-label={screenText('many')}
        tabIndex={0}
        sx={{ ...scrolls, bgcolor: 'background.paper', borderRadius: 1 }}
      >
        <Box component="table" ref={table} sx={look}>
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
          <tbody className="tabular">
            {lines.map((line, row) => {
              const said = wipStages.flatMap((stage) => faults[cellName(line.id, stage)] ?? [])
              return (
                <tr key={line.id}>
                  <th scope="row">
                    <TextLink component={Link} to={`${lineArea.path}/${line.id}`} sx={{ color: 'text.primary' }}>
                      {line.line_title}
                    </TextLink>
                    <Box sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
                      {[line.article_no, colourName(line)].filter(Boolean).join(' · ')}
                    </Box>
                    {said.length > 0 && (
                      <Box
                        role="alert"
                        id={`fault-${line.id}`}
                        sx={{ fontSize: 12, fontWeight: 400, color: 'error.main', whiteSpace: 'normal', maxWidth: 260 }}
                      >
                        {[...new Set(said)].join(' ')}
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
                          onChange={({ target }) => set({ [name]: target.value })}
                          onPaste={(event) => paste(event, row, column)}
                          onKeyDown={(event) => walk(event, row, column)}
                        />
                      </td>
                    )
                  })}
                  <td>
                    <input
                      className="wide"
                      aria-label={`${line.line_title}, ${fieldLabel(wipReports, 'correction_reason')}`}
                      maxLength={300}
                      value={cells[cellName(line.id, 'reason')] ?? ''}
                      onChange={({ target }) => set({ [cellName(line.id, 'reason')]: target.value })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Box>
      </Box>
    </>
  )
}

/** What is typed, by line and stage. */
export type Cells = Record<string, string>

export const cellName = (line: number, of: WipStage | 'reason') => `${line} ${of}`

/**
 * What a pasted block fills: from the cell on, row by row; where its first column names lines, the rows that it names,
 * with the stages in their order beside it.
 */
export const pasted = (
  block: readonly string[][],
  lines: readonly Pick<LineProgress, 'id' | 'line_title'>[],
  row: number,
  column: number,
): Cells => {
  const byTitle = new Map(lines.map(({ id, line_title }) => [nameKey(line_title), id]))
  const isNamed = block.some(([first = '']) => byTitle.has(nameKey(first)))
  const cells: Cells = {}
  block.forEach((values, down) => {
    const id = isNamed ? byTitle.get(nameKey(values[0] ?? '')) : lines[row + down]?.id
    if (id === undefined) return
    const from = isNamed ? 0 : column
    values.slice(isNamed ? 1 : 0).forEach((value, right) => {
      const stage = wipStages[from + right]
      if (stage && value.trim() !== '') cells[cellName(id, stage)] = value.trim()
    })
  })
  return cells
}

const nameKey = (title: string) => title.replace(/\s+/g, '').toUpperCase()

/** Rows at once, and how far ahead lines are offered, in days. */
const mostRows = 100
const daysAhead = 92

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowUp: [-1, 0],
}

const look = {
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
  // A stage's name takes two lines rather than the room of the reason at the end.
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
