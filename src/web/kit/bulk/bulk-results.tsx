import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { register } from '#register'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { useTitles } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { errorLines, fieldMessages } from '#web/kit/form/error-lines.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import type { BulkChange } from './bulk'
import { recordsNow, sendBulk, undoable, undoBulk } from './bulk-run'

/** The results of a bulk change. Failed records stay selected and can be retried; the others can be undone. */
export function BulkResults({ area, change, results, onClose }: Props) {
  const [shown, setShown] = useState(results)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const refresh = useRefresh()
  const titleId = useId()
  const failed = shown.filter(({ ok }) => !ok)
  const titles = useTitles(
    area,
    failed.map(({ id }) => id),
  )
  const changed = undoable(shown).length
  const succeeded = shown.length - failed.length
  const failureText = t('editing.bulk.failed', { count: failed.length })
  const runBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    await work().catch(setError)
    setBusy(false)
  }
  const failedNow = () =>
    recordsNow(
      area,
      failed.map(({ id }) => id),
    )
  const retry = () =>
    runBusy(async () => {
      // The retry is sent with the current versions, else records that changed meanwhile would fail again.
      const rows = (await failedNow()).map(({ id, version }) => ({ id, version }))
      const retried = change && (await sendBulk(area, change, { rows }))
      setShown(shown.map((result) => retried?.find(({ id }) => id === result.id) ?? result))
      await refresh()
    })
  // Failed records stay selected, so that people need not search for them. If they cannot be fetched, the dialog closes
  // without a selection.
  const leave = async () => {
    const stillFailed = failed.length > 0 ? await failedNow().catch(notifyFailure) : []
    onClose(stillFailed ?? [])
  }
  const close = () => runBusy(leave)
  const undo = () =>
    runBusy(async () => {
      if (await undoBulk(area, shown, refresh)) await leave()
    })
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {succeeded > 0 ? t('editing.bulk.done', { count: succeeded }) : failureText}
      </DialogTitle>
      <DialogContent>
        <Problems error={error} />
        {failed.length > 0 && (
          <>
            {succeeded > 0 && <Box sx={{ mb: 1, fontWeight: 500 }}>{failureText}</Box>}
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}>
              {failed.map((result) => (
                <Box component="li" key={result.id} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
                  <Box sx={{ fontWeight: 500 }}>{titles.get(String(result.id)) ?? `#${result.id}`}</Box>
                  {reasonsOf(area, result).map((reason) => (
                    <Box key={reason} sx={{ fontSize: 13, color: 'error.main' }}>
                      {reason}
                    </Box>
                  ))}
                </Box>
              ))}
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
        {changed > 0 && (
          <Button onClick={undo} disabled={isBusy} sx={{ mr: 'auto' }}>
            {t('editing.bulk.undo_some', { count: changed })}
          </Button>
        )}
        {change && failed.length > 0 && (
          <Button onClick={retry} disabled={isBusy}>
            {isBusy ? t('kit.working') : t('editing.bulk.retry', { count: failed.length })}
          </Button>
        )}
        <Button variant="contained" onClick={close} disabled={isBusy} autoFocus>
          {t('kit.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Why a record was not changed: the errors of its fields, else the general message. */
const reasonsOf = (area: Area, { message, errors }: BulkResult): string[] => {
  const byField = errorLines(area, register, fieldMessages(errors))
  return byField.length > 0 || !message ? byField : [message]
}

interface Props {
  area: Area
  /** The change to retry; absent if each record had its own values. */
  change?: BulkChange
  results: readonly BulkResult[]
  /** Called with the current versions of the failed records. */
  onClose: (failed: AnyRecord[]) => void
}
