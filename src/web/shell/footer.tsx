import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { pages } from '#areas/pages.ts'
import { t } from '#web/i18n.ts'
import { can } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import { footerHeight } from '#web/theme.ts'
import { useHealth } from './health'

/** The footer: company, version and help link. */
export const Footer = ({ width }: { width: number | 'none' }) => {
  const company = useSession()?.info.company
  const { version } = useHealth()
  const help = helpPages.find(mayOpen)
  return (
    <Box
      component="footer"
      data-place="footer"
      className="no-print"
      sx={{
        flexShrink: 0,
        height: footerHeight,
        boxSizing: 'border-box',
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: 'background.default',
        fontSize: 12,
      }}
    >
      <Box sx={{ ...inner, maxWidth: width }}>
        {company ? <Box sx={{ ...oneLine, fontWeight: 500 }}>{company}</Box> : null}
        <Box sx={{ ...oneLine, color: 'text.secondary' }}>
          {t('shell.app')} {version}
        </Box>
        <Box sx={{ flex: 1 }} />
        {help ? (
          <Link component={RouterLink} to={help} sx={helpLink}>
            {t('shell.footer.help')}
          </Link>
        ) : null}
      </Box>
    </Box>
  )
}

/** The help link leads to the first of these pages that exists and that the person may open. */
const helpPages = ['/help/office', '/pages/knowledge-base', '/help/admin', '/pages/label_design']
const mayOpen = (path: string) => pages.some((page) => page.path === path) && can(`page:${path}`, 'open')

const inner = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  height: '100%',
  boxSizing: 'border-box',
  mx: 'auto',
  px: { xs: 1.5, md: 3 },
}
/** On phones the link is large enough for touch, extending beyond the footer's edges. */
const helpLink = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minWidth: { xs: 44, md: 0 },
  minHeight: { xs: 44, md: 32 },
  color: 'text.secondary',
  whiteSpace: 'nowrap',
}
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 }
