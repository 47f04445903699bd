import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useKeptOffline } from '#web/hooks/use-kept-offline.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { isUnreachable } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { confirmDialog } from '#web/shell/messages/messages.ts'
import { useSavesOffline } from '#web/shell/messages/saves-offline.ts'
import { qaActivities as area } from '../area'
import { Checklist } from './inspect/checklist'
import { Conflict } from './inspect/conflict'
import { DefectPicker } from './inspect/defect-picker'
import { addUnit } from './inspect/entries'
import { Finish } from './inspect/finish'
import { FoundDefects } from './inspect/found-defects'
import { PieceMeasures } from './inspect/piece-measures'
import { Cartons, ResultSoFar } from './inspect/sample-facts'
import { SendingState } from './inspect/sending-state'
import { Signatures } from './inspect/signatures'
import { useInspection } from './inspect/use-inspection'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** An inspection on a phone, online or offline: cartons, defects by tapping, photos, and the result so far. */
export function Page() {
  useLanguage()
  useSavesOffline()
  useKeptOffline(`${area.path}`)
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const path = `${area.path}/${id}`
  const onCompleted = useCallback(() => {
    void refresh()
    if (!isLeft()) navigate(path)
  }, [refresh, navigate, isLeft, path])
  const inspection = useInspection(id, onCompleted)
  const { sheet, work, sending, theirs, error, change } = inspection
  const discard = async () => {
    if (
      !(await confirmDialog({
        title: screenText('inspect.discard_sure'),
        confirm: screenText('inspect.discard'),
        danger: true,
      }))
    )
      return
    await inspection.discard()
    navigate(path)
  }
  const title = sheet
    ? `${formatValue(area, 'type', sheet.record)} · ${sheet.record.activity_no}`
    : screenText('inspect.title')

  return (
    <Frame title={title} back={{ to: path, label: screenText('inspect.back') }} fit="form">
      {!sheet || !work ? (
        isUnreachable(error) ? (
          <EmptyState title={screenText('inspect.not_here')} />
        ) : error ? (
          <FailedState error={error} onRetry={() => location.reload()} />
        ) : (
          <Box role="status" aria-label={screenText('inspect.loading')} sx={{ minHeight: 240 }} />
        )
      ) : sheet.record.status !== 'in_progress' && sending === 'sent' ? (
        <EmptyState title={screenText('inspect.not_started')} />
      ) : (
        <>
          <SendingState sending={sending} error={error} onSend={() => void inspection.send()}>
            <ResultSoFar sheet={sheet} work={work} />
          </SendingState>
          {theirs && sending === 'conflict' && (
            <Conflict record={theirs} work={work} codes={sheet.codes} onKeep={(how) => void inspection.resolve(how)} />
          )}
          {sending === 'over' && (
            <Button variant="outlined" color="error" onClick={() => void discard()} sx={{ alignSelf: 'start' }}>
              {screenText('inspect.discard')}
            </Button>
          )}
          <Cartons sheet={sheet} work={work} onChange={change} />
          <DefectPicker
            codes={sheet.codes}
            onAdd={({ id, default_severity: severity }) => change((now) => addUnit(now, { id, severity }, freshKey()))}
          />
          <FoundDefects sheet={sheet} work={work} onChange={change} />
          <Checklist sheet={sheet} work={work} onChange={change} />
          <PieceMeasures sheet={sheet} work={work} onChange={change} />
          <Signatures work={work} onChange={change} />
          <Finish record={sheet.record} work={work} onChange={change} />
        </>
      )}
    </Frame>
  )
}
