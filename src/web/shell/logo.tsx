import Box from '@mui/material/Box'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'

/** The portal's logo and name, linked to the start page. `wordsClass` lets a bar hide the name. */
export const Logo = ({ wordsClass, onChoose }: LogoProps) => (
  <Box
    component={Link}
    to="/"
    onClick={onChoose}
    aria-label={t('shell.home', { app: t('shell.app') })}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.25,
      minHeight: 44,
      color: 'inherit',
      textDecoration: 'none',
      fontWeight: 600,
      fontSize: 16,
      whiteSpace: 'nowrap',
      borderRadius: 1,
    }}
  >
    <Box component="img" src="/icon.svg" alt="" width={28} height={28} />
    <span className={wordsClass}>{t('shell.app')}</span>
  </Box>
)

interface LogoProps {
  wordsClass?: string
  /** Called when the link is followed, for example to close a drawer. */
  onChoose?: () => void
}
