import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { t } from '#web/i18n.ts'
import { setSingleKeys, useSingleKeys } from './keys-help-setting'

/** The dialog with all keyboard shortcuts, by the part of the portal where they work. */
export const KeysHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const id = useId()
  const on = useSingleKeys()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        {t('site.keys.title')}
        <Tooltip title={t('site.keys.close')}>
          <IconButton aria-label={t('site.keys.close')} onClick={onClose} edge="end">
            <CloseRounded />
          </IconButton>
        </Tooltip>
      </DialogTitle>
      <DialogContent>
        {sections.map(({ name, keys }) => (
          <Box component="section" key={name} sx={{ mb: 2 }}>
            <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 14, fontWeight: 600 }}>
              {t(`site.keys.${name}`)}
            </Box>
            <Box component="dl" sx={{ m: 0 }}>
              {keys.map(({ what, press }) => (
                <Box key={what} sx={{ display: 'flex', alignItems: 'center', minHeight: 32, gap: 2 }}>
                  <Box component="dt" sx={{ flex: 1 }}>
                    {t(`site.keys.${what}`)}
                  </Box>
                  <Box component="dd" sx={{ m: 0, display: 'flex', gap: 0.5 }}>
                    {press.map((key) => (
                      <Key key={key}>{key === 'mod' ? mod : key}</Key>
                    ))}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        <FormControlLabel
          control={<Switch checked={on} color="secondary" onChange={(_, next) => setSingleKeys(next)} />}
          label={t('site.keys.single')}
        />
      </DialogContent>
    </Dialog>
  )
}

const Key = ({ children }: { children: string }) => (
  <Box
    component="kbd"
    sx={{
      minWidth: 26,
      px: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: '6px',
      fontFamily: 'inherit',
      fontSize: 12,
      fontWeight: 500,
      lineHeight: '24px',
      textAlign: 'center',
      backgroundColor: (theme) => theme.palette.surfaces.hover,
    }}
  >
    {children}
  </Box>
)

const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const sections = [
  {
    name: 'everywhere',
    keys: [
      { what: 'palette', press: ['mod', 'K'] },
      { what: 'search', press: ['/'] },
      { what: 'help', press: ['?'] },
      { what: 'leave', press: ['Esc'] },
    ],
  },
  {
    name: 'lists',
    keys: [
      { what: 'list_search', press: ['/'] },
      { what: 'cells', press: ['←', '↑', '↓', '→'] },
      { what: 'open_row', press: ['Enter'] },
      { what: 'preview', press: ['Space'] },
      { what: 'select_row', press: ['Shift', 'Space'] },
    ],
  },
  {
    name: 'records',
    keys: [
      { what: 'previous_record', press: ['Alt', 'Page ↑'] },
      { what: 'next_record', press: ['Alt', 'Page ↓'] },
      { what: 'step_record', press: ['K', 'J'] },
    ],
  },
  {
    name: 'forms',
    keys: [
      { what: 'save', press: ['mod', 'S'] },
      { what: 'calendar', press: ['Alt', '↓'] },
    ],
  },
]
