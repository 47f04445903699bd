import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Shortcuts } from '#web/shell/toolbar/shortcuts.tsx'
import { EdgeButton } from './edge-button'

/** Width of the strip in pixels. */
const stripWidth = 56

/** Layout 3: the shortcuts in a strip at the left, which can be hidden; on narrow screens a tab opens it. */
export const SidePanel = ({ isWide }: { isWide: boolean }) => {
  const [open, setOpen] = useState(isWide)
  if (isWide && open) return <Strip onClose={() => setOpen(false)} />
  return (
    <>
      <EdgeButton name={t('shell.panel.open')} side="left" top={144} onClick={() => setOpen(true)}>
        <ChevronRightRounded />
      </EdgeButton>
      {isWide ? null : (
        <Drawer open={open} onClose={() => setOpen(false)}>
          <Strip onClose={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  )
}

const Strip = ({ onClose }: { onClose: () => void }) => (
  <Box
    data-place="navbar"
    className="no-print"
    sx={{
      flexShrink: 0,
      width: stripWidth,
      boxSizing: 'border-box',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 1,
      height: '100%',
      maxHeight: '100dvh',
      position: 'sticky',
      top: 0,
      py: 1.5,
      backgroundColor: 'surfaces.menu',
      borderRight: 1,
      borderColor: 'divider',
    }}
  >
    <Shortcuts direction="column" />
    <Tooltip title={t('shell.panel.close')} placement="right">
      <IconButton
        aria-label={t('shell.panel.close')}
        onClick={onClose}
        sx={{ border: 1, borderColor: 'divider', borderRadius: '50%', width: 36, height: 36 }}
      >
        <ChevronLeftRounded />
      </IconButton>
    </Tooltip>
  </Box>
)
