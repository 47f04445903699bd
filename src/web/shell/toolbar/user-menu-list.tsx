import AccountCircleRounded from '@mui/icons-material/AccountCircleRounded'
import AppsRounded from '@mui/icons-material/AppsRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useCan } from '#web/providers/can-access.tsx'
import type { Person } from '#web/providers/session.ts'

/** The menu of the signed-in person: account and actions. */
export const UserMenuList = ({ person, anchor, onClose }: UserMenuListProps) => {
  const navigate = useNavigate()
  const hasProfile = useCan(`page:${profile}`, 'open')
  const go = (path: string) => {
    onClose()
    navigate(path)
  }
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 0.5, minWidth: 220 }}>
        <Box sx={{ fontWeight: 500 }}>{person.name}</Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{person.info.email}</Box>
      </Box>
      <MenuList autoFocusItem aria-label={t('shell.user.menu', { name: person.name })}>
        {hasProfile ? (
          <MenuItem onClick={() => go(profile)}>
            <ListItemIcon>
              <AccountCircleRounded />
            </ListItemIcon>
            {t('shell.user.profile')}
          </MenuItem>
        ) : null}
        <MenuItem onClick={() => go('/pages/all')}>
          <ListItemIcon>
            <AppsRounded />
          </ListItemIcon>
          {t('shell.user.all_pages')}
        </MenuItem>
        <MenuItem onClick={() => go('/logout')}>
          <ListItemIcon>
            <LogoutRounded />
          </ListItemIcon>
          {t('shell.user.sign_out')}
        </MenuItem>
      </MenuList>
    </Popover>
  )
}

export interface UserMenuListProps {
  person: Person
  anchor: HTMLElement | null
  onClose: () => void
}

const profile = '/pages/profile'
