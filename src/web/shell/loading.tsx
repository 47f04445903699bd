import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'

/** A loading text, shown after a short delay. */
export const Loading = () => (
  <Box
    role="status"
    sx={{
      display: 'grid',
      placeItems: 'center',
      height: '100%',
      minHeight: 240,
      color: 'text.secondary',
      animation: 'appear 0.01s 0.3s both',
      '@keyframes appear': { from: { opacity: 0 } },
    }}
  >
    {t('shell.loading')}
  </Box>
)
