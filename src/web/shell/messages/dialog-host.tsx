import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useRef } from 'react'
import { t } from '#web/i18n.ts'
import { useQuestion } from './messages'

/** Renders the dialogs of `confirmDialog`. The text stays while the dialog closes. */
export const DialogHost = () => {
  const open = useQuestion()
  const last = useRef(open)
  if (open) last.current = open
  const question = last.current
  if (!question) return null
  const isText = typeof question.body === 'string'
  return (
    <Dialog
      open={open !== null}
      onClose={() => question.answer(false)}
      aria-labelledby="question"
      maxWidth="xs"
      fullWidth
      slotProps={{ paper: { role: question.danger ? 'alertdialog' : 'dialog' } }}
    >
      <DialogTitle id="question">{question.title}</DialogTitle>
      {question.body ? (
        <DialogContent>{isText ? <DialogContentText>{question.body}</DialogContentText> : question.body}</DialogContent>
      ) : null}
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={() => question.answer(false)} autoFocus={question.danger === true}>
          {question.cancel ?? t('shell.dialog.cancel')}
        </Button>
        <Button
          variant="contained"
          color={question.danger ? 'error' : 'primary'}
          onClick={() => question.answer(true)}
          autoFocus={!question.danger}
        >
          {question.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
