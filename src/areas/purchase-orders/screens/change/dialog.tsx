import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import { useAsksBeforeUnload } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { ChangedMeanwhile } from '#web/kit/inline/changed-meanwhile.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { confirmDialog } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../../area'
import type { OpenOrder } from '../open-order'
import { proposeLabel } from '../order-steps'
import { screenText } from '../texts'
import { ReasonAndComment, SameDay } from './dialog-parts'
import { ChangeItems } from './items'
import { LineChanges } from './line-changes'
import { type ChangeDraft, useChangeDraft } from './use-change-draft'
import { useChangeSubmit } from './use-change-submit'

/**
 * A change request for an order by either side, line by line; only values that differ are sent. A supplier that has not
 * acknowledged the order answers it here: without changes, the order is acknowledged.
 */
export function ChangeDialog({ order, move, startAt, drop, onClose }: Props) {
  const titleId = useId()
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const draft = useChangeDraft({ order, move, startAt, drop })
  const submit = useChangeSubmit(order, draft, onClose)
  const { lines, items, faults, isAnswer, obstacle } = draft
  const { busy, overtaken } = submit
  useAsksBeforeUnload(draft.isDirty)
  const close = async () => {
    const agreed =
      !(draft.isDirty || submit.isDirty) ||
      (await confirmDialog({
        title: t('kit.form.leave_title'),
        body: t('kit.form.leave_body'),
        confirm: t('kit.form.leave'),
        cancel: t('kit.form.stay'),
      }))
    if (agreed) onClose()
  }
  return (
    <Dialog
      open
      onClose={() => void (busy || close())}
      fullScreen={isSmall}
      fullWidth
      maxWidth="lg"
      aria-labelledby={titleId}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit.submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>{titleText(order, move, draft)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Problems error={draft.refusal} />
          {overtaken && <ChangedMeanwhile area={purchaseOrders} before={overtaken} after={order} />}
          <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>{helpText(move, draft)}</Box>
          {lines.length > 1 && <SameDay lines={lines} onChange={draft.change} />}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
            {lines.map((line) => (
              <LineChanges
                key={line.id}
                line={line}
                typed={draft.typed}
                faults={faults}
                count={items.filter(({ po_line_id }) => po_line_id === line.id).length}
                unchanged={isAnswer ? screenText('answer.as_ordered') : undefined}
                isOpen={draft.isOpen(line)}
                onToggle={() => draft.toggle(line.id)}
                onChange={draft.change}
                onReset={() => void draft.reset(line)}
              />
            ))}
          </Box>
          <ReasonAndComment submit={submit} />
          <Box role="status" sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}>
            {items.length > 0 ? (
              <ChangeItems order={order} items={items} />
            ) : (
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
                {obstacle ?? screenText('answer.all_as_ordered')}
              </Box>
            )}
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => void close()} disabled={busy}>
            {t('kit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={obstacle !== null || faults.size > 0 || busy}>
            {busy ? t('kit.working') : submitText(draft)}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

interface Props {
  order: OpenOrder
  move: string
  /** The id of the line to open first. */
  startAt?: number
  /** The id of the line to drop; the other lines are hidden. */
  drop?: number
  onClose: () => void
}

const titleText = ({ po_no }: OpenOrder, move: string, { isAnswer, dropped }: ChangeDraft) => {
  if (isAnswer) return screenText('answer.title', { po_no })
  if (dropped) return screenText('drop.title', { line: dropped.line_no, po_no })
  return [moveText(purchaseOrders, move), po_no].join(t('kit.colon'))
}

const helpText = (move: string, { isAnswer, dropped }: ChangeDraft) => {
  if (dropped) return screenText(move === 'revise' ? 'drop.help_revise' : 'drop.help_request')
  return screenText(isAnswer ? 'answer.help' : 'change.help')
}

const submitText = ({ move, items, dropped }: ChangeDraft) => {
  if (move === 'propose_change') return proposeLabel(items)
  return dropped ? screenText('drop.confirm') : moveText(purchaseOrders, move)
}
