import Box from '@mui/material/Box'
import { t } from '../i18n'
import { useDemo } from './health'

/** Says that this is a demo for as long as its accounts exist. */
export const DemoBanner = () =>
  useDemo() ? (
    <Box
      role="note"
      sx={({ palette }) => ({
        px: 2,
        py: 0.5,
        fontSize: 12,
        lineHeight: '16px',
        textAlign: 'center',
        backgroundColor: palette.tones.warning.tint,
        color: palette.tones.warning.text,
      })}
    >
      {t('shell.demo')}
    </Box>
  ) : null
