import LogoutRounded from '@mui/icons-material/LogoutRounded'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import { useNavigate } from 'react-router'
import { t } from '../i18n'
import type { Session } from '../providers/session'

/** What opens under the person's name: who it is, and what they may do about it. */
export const UserMenuList = ({ person, anchor, onClose }: UserMenuListProps) => {
  const navigate = useNavigate()
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
        <MenuItem onClick={() => navigate('/logout')}>
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
  person: Session
  anchor: HTMLElement | null
  onClose: () => void
}
