import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'
import { useHealth } from '#web/shell/health.ts'

/**
 * Fills the free space of a bar, and shows a note while demo accounts exist. The space is always reserved, so that
 * nothing moves when the answer arrives.
 */
export const DemoNote = () => (
  <Box sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: 'center', px: 1 }}>
    {useHealth().demo ? (
      <Box
        role="note"
        sx={({ palette }) => ({
          px: 1.25,
          py: 0.5,
          borderRadius: 1,
          fontSize: 12,
          lineHeight: '16px',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          backgroundColor: palette.tones.warning.tint,
          color: palette.tones.warning.text,
        })}
      >
        <Box component="span" sx={{ fontWeight: 600 }}>
          {t('shell.demo')}
        </Box>
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {' '}
          {t('shell.demo_help')}
        </Box>
      </Box>
    ) : null}
  </Box>
)
