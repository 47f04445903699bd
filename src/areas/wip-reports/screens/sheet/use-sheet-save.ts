import { useRef, useState } from 'react'
import { type LastReport, type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { HttpError, isUnreachable } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { contentOf, readUnits, refusalText, sendReport } from '../reports'
import { screenText, stageLabel } from '../texts'
import { type Cells, cellName } from './cells'

/** The cells of the sheet and saving them: one report per filled cell; saved cells are cleared. */
export const useSheetSave = ({ lines, reports, day }: Source) => {
  const [cells, setCells] = useState<Cells>({})
  const [faults, setFaults] = useState<Cells>({})
  const [result, setResult] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keys = useRef(new Map<string, string>()).current
  const refresh = useRefresh()

  const change = (changes: Cells) => {
    setCells((now) => ({ ...now, ...changes }))
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))))
    setResult(null)
  }

  const sendCell = async (line: LineProgress, stage: WipStage, units: number) => {
    const reason = cells[cellName(line.id, 'reason')]?.trim()
    const report = {
      po_line_id: line.id,
      stage,
      report_date: day,
      cumulative_qty: units,
      ...(reason ? { correction_reason: reason } : {}),
    }
    const [last] = lastReportsOf(reports, line, stage)
    const existing = last?.report_date === day ? last : undefined
    const content = contentOf(report, existing)
    const key = keys.get(content) ?? freshKey()
    keys.set(content, key)
    await sendReport(report, existing, key)
  }

  /** Sends cell by cell until the server cannot be reached. */
  const sendCells = async () => {
    const refused: Cells = {}
    let saved = 0
    for (const [line, stage] of lines.flatMap((line) => wipStages.map((stage) => [line, stage] as const))) {
      const name = cellName(line.id, stage)
      const typed = cells[name]
      if (!typed) continue
      const units = readUnits(typed)
      if (units === null) {
        refused[name] = t('validation.not_number')
        continue
      }
      // With several factories each one has its own figure, but the sheet has one input.
      if (lastReportsOf(reports, line, stage).length > 1) {
        refused[name] = screenText('sheet_factories', { stage: stageLabel(stage) })
        continue
      }
      try {
        await sendCell(line, stage, units)
        saved += 1
        setCells(({ [name]: _, ...others }) => others)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        refused[name] = refusalText(error)
        if (isUnreachable(error)) break
      }
    }
    return { refused, saved }
  }

  const save = async () => {
    setBusy(true)
    const { refused, saved } = await sendCells()
    setFaults(refused)
    setBusy(false)
    const failed = Object.keys(refused).length
    setResult(screenText('sheet_done', { saved, failed }))
    if (saved === 0) return
    if (failed === 0) {
      setCells({})
      notify({ tone: 'success', text: screenText('sheet_saved', { count: saved }) })
    }
    await refresh()
  }

  const count = Object.keys(cells).filter((name) => cells[name] && !name.endsWith('reason')).length
  return { cells, faults, count, result, isBusy, change, save }
}

interface Source {
  lines: readonly LineProgress[]
  reports: readonly LastReport[]
  day: string
}

/** The last report of a stage from each factory. */
const lastReportsOf = (reports: readonly LastReport[], line: LineProgress, stage: WipStage) =>
  reports.filter((report) => report.po_line_id === line.id && report.stage === stage)
