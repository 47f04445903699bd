import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { t } from '#web/i18n.ts'

interface RefusalDialogProps {
  title: string
  missing: Record<string, string[]>
  onClose: () => void
}

/** Explains why no file was made: what is missing, by the titles of the lines. */
export function RefusalDialog({ title, missing, onClose }: RefusalDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, fontSize: 14 }}>
          {Object.entries(missing).map(([line, texts]) => (
            <Box key={line} sx={{ '& + &': { mt: 1.5 } }}>
              <Box component="dt" className="tabular" sx={{ fontWeight: 500 }}>
                {line}
              </Box>
              {texts.map((text) => (
                <Box component="dd" key={text} sx={{ m: 0, color: 'text.secondary' }}>
                  {text}
                </Box>
              ))}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('kit.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
