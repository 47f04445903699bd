import Box from '@mui/material/Box'
import { t } from '../i18n'

/** The portal's mark and name. */
export const Logo = () => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontWeight: 600, fontSize: 16 }}>
    <Box component="img" src="/icon.svg" alt="" width={28} height={28} />
    {t('shell.app')}
  </Box>
)
