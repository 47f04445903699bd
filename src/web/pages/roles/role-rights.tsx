import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { register } from '#register'
import { type Area, actions } from '#shared/kit/area.ts'
import { moveAction } from '#shared/kit/lifecycle.ts'
import { areaName, moveLabel, t } from '#web/i18n.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { can } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

/** The rights of the signed-in person's role in each area, from the policy. */
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
        // Focusable, because it scrolls on phones and must be reachable by keyboard.
        tabIndex={0}
        sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
      >
        <PlainTable sx={tableStyle}>
          <thead>
            <tr>
              <th scope="col">{t('site.roles.area')}</th>
              {actions.map((action) => (
                <th key={action} scope="col" className="granted">
                  {t(`site.roles.${action}`)}
                </th>
              ))}
              <th scope="col">{t('site.roles.moves')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((area) => (
              <Row key={area.name} area={area} />
            ))}
          </tbody>
        </PlainTable>
      </Box>
    </Frame>
  )
}

const Row = ({ area }: { area: Area }) => (
  <tr>
    <th scope="row">
      <Link component={RouterLink} to={area.path ?? '/'}>
        {areaName(area)}
      </Link>
    </th>
    {actions.map((action) => (
      <td key={action} className="granted">
        {can(area.name, action) ? (
          <CheckRounded titleAccess={t('kit.yes')} sx={{ verticalAlign: 'middle', color: 'success.main' }} />
        ) : (
          <Box component="span" role="img" aria-label={t('kit.no')} sx={{ color: 'text.secondary' }}>
            –
          </Box>
        )}
      </td>
    ))}
    <td className="moves">
      {Object.keys(area.lifecycle?.moves ?? {})
        .filter((move) => can(area.name, moveAction(move)))
        .map((move) => moveLabel(area, move))
        .join(t('kit.comma'))}
    </td>
  </tr>
)

const pagesOfAreas: readonly Area[] = register.areas.filter(({ path }) => path)

const tableStyle = {
  '& th, & td': { px: 2, py: 0.75 },
  '& th': { textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  '& .granted': { textAlign: 'center' },
  '& .moves': { minWidth: 220, color: 'text.secondary' },
} as const
