import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import type { LineToReport } from '#shared/trade/cutting-gate.ts'
import type { LastReport } from '#shared/trade/production.ts'
import { date as dateKind } from '#web/fields/date.tsx'
import { fieldLabel, t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { wipReports } from '../../area'
import { lastReportDay } from '../../rules'
import { daysToReport, inOrderOfWork, useBoard, useProgress } from '../data'
import { screenText } from '../texts'
import { SheetTable } from './table'
import { useSheetSave } from './use-sheet-save'

/** Reports on many lines in a table: a row per line, a column per stage; accepts pasted spreadsheet cells. */
export function Sheet({ area }: { area: Area }) {
  const board = useBoard({ ...daysToReport(), q: '', supplier: '', overdue: 'with' })
  const lines = inOrderOfWork(board.data?.lines ?? [])
  const progress = useProgress(lines.slice(0, mostRows).map(({ id }) => id))
  const error = board.error ?? progress.error
  const retry = () => void (board.error ? board.refetch() : progress.refetch())
  return (
    <Page title={screenText('many')} back={{ to: listAddress(area), label: listTitle(area) }}>
      {board.data && lines.length === 0 ? (
        <EmptyState title={screenText('none')} text={screenText('none_help')} />
      ) : progress.data && board.data ? (
        // Keeps typed values when a later refetch fails.
        <>
          {lines.length > mostRows && (
            <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
              {screenText('sheet_first', { count: mostRows })}
            </Box>
          )}
          <SheetForm area={area} lines={progress.data.lines} reports={progress.data.reports} />
        </>
      ) : error ? (
        <FailedState error={error} onRetry={retry} />
      ) : (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 240 }} />
      )}
    </Page>
  )
}

function SheetForm({ area, lines, reports }: FormProps) {
  const [day, setDay] = useState(() => today())
  const { cells, faults, count, result, isBusy, change, save } = useSheetSave({ lines, reports, day })
  const dateId = useId()
  useUnsavedGuard(count > 0)
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
          {isBusy ? t('kit.form.saving') : (result ?? (count > 0 ? screenText('to_save', { count }) : ''))}
        </Box>
        <Button variant="contained" disabled={isBusy || count === 0} onClick={() => void save()}>
          {screenText('save')}
        </Button>
      </Box>
      <SheetTable lines={lines} cells={cells} faults={faults} onChange={change} />
    </>
  )
}

interface FormProps {
  area: Area
  lines: readonly LineToReport[]
  /** The last report of each line, stage and factory. */
  reports: readonly LastReport[]
}

const mostRows = 100
