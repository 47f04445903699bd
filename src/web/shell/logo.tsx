import Box from '@mui/material/Box'
import { t } from '../i18n'

/** The portal's mark and name; `wordsClass` lets a bar hide the name. */
export const Logo = ({ wordsClass }: { wordsClass?: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontWeight: 600, fontSize: 16, whiteSpace: 'nowrap' }}>
    <Box component="img" src="/icon.svg" alt="" width={28} height={28} />
    <span className={wordsClass}>{t('shell.app')}</span>
  </Box>
)
