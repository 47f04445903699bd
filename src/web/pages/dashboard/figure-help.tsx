import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { t } from '#web/i18n.ts'

/** The meaning of a figure. A quiet one is seen while the pointer or the focus is in its line (`.figure`). */
export const FigureHelp = ({ name, title, isQuiet = false }: FigureHelpProps) => (
  <Tooltip title={t(`site.dashboard.tiles.${name}.help`)} enterTouchDelay={0} leaveTouchDelay={8000}>
    <IconButton
      size="small"
      aria-label={t('site.dashboard.meaning', { name: title })}
      sx={{ ...(isQuiet ? {} : { m: { xs: -1.75, sm: -0.5 }, mr: { sm: -0.75 } }), ...target, ...(isQuiet && quiet) }}
    >
      <HelpOutlineRounded sx={{ fontSize: 16 }} />
    </IconButton>
  </Tooltip>
)

interface FigureHelpProps {
  name: string
  title: string
  isQuiet?: boolean
}

/** Touch target of 44 px on phones. */
const target = { p: { xs: 1.75, sm: 0.5 } }
const quiet = {
  '@media (hover: hover)': {
    // Between title and number, which are one link.
    position: 'absolute',
    right: 64,
    opacity: 0,
    '.figure:hover &, .figure:focus-within &': { opacity: 1 },
  },
}
