import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Link as RouterLink } from 'react-router'
import { areas } from '#areas/index.ts'
import { type Area, actions } from '#shared/kit/area.ts'
import { moveAction } from '#shared/kit/lifecycle.ts'
import { areaName, moveLabel, t } from '#web/i18n.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { can } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

/** What the role of the person signed in may do, area by area, as the policy has it. */
export const RoleRights = ({ group }: { group: 'admin' | 'staff' }) => {
  const title = t(`site.roles.${group}`)
  usePageTitle(title)
  const role = t(`pages.roles.${useSession()?.role}`)
  const open = pagesOfAreas.filter(({ name }) => can(name, 'read'))
  return (
    <Frame title={title} facts={t('site.roles.yours', { role })}>
      <Box sx={{ maxWidth: '72ch' }}>{t(`site.roles.${group}_help`)}</Box>
      <Box
        role="region"
        aria-label={title}
        // What is wider than a phone is scrolled to, by keys too.
        tabIndex={0}
        sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
      >
        <Table size="small" aria-label={title}>
          <TableHead>
            <TableRow>
              <TableCell>{t('site.roles.area')}</TableCell>
              {actions.map((action) => (
                <TableCell key={action} align="center" sx={{ whiteSpace: 'nowrap' }}>
                  {t(`site.roles.${action}`)}
                </TableCell>
              ))}
              <TableCell sx={{ minWidth: 220 }}>{t('site.roles.moves')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {open.map((area) => (
              <Row key={area.name} area={area} />
            ))}
          </TableBody>
        </Table>
      </Box>
    </Frame>
  )
}

const Row = ({ area }: { area: Area }) => (
  <TableRow>
    <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
      <Link component={RouterLink} to={area.path ?? '/'}>
        {areaName(area)}
      </Link>
    </TableCell>
    {actions.map((action) => (
      <TableCell key={action} align="center">
        {can(area.name, action) ? (
          <CheckRounded titleAccess={t('kit.yes')} sx={{ verticalAlign: 'middle', color: 'success.main' }} />
        ) : (
          <Box component="span" role="img" aria-label={t('kit.no')} sx={{ color: 'text.secondary' }}>
            –
          </Box>
        )}
      </TableCell>
    ))}
    <TableCell sx={{ fontSize: 13, color: 'text.secondary' }}>
      {Object.keys(area.lifecycle?.moves ?? {})
        .filter((move) => can(area.name, moveAction(move)))
        .map((move) => moveLabel(area, move))
        .join(t('kit.comma'))}
    </TableCell>
  </TableRow>
)

const pagesOfAreas: readonly Area[] = areas.filter((area: Area) => area.path)
