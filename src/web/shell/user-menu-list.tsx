import LogoutRounded from '@mui/icons-material/LogoutRounded'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from 'react-router'
import { t } from '../i18n'
import type { Session } from '../providers/session'

/** What opens under the person's name. */
export const UserMenuList = ({ person, anchor, onClose }: UserMenuListProps) => {
  const navigate = useNavigate()
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <Box component="li" role="presentation" sx={{ px: 2, py: 1, minWidth: 200 }}>
        <Box sx={{ fontWeight: 500 }}>{person.name}</Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{person.info.email}</Box>
      </Box>
      <MenuItem onClick={() => navigate('/logout')}>
        <ListItemIcon>
          <LogoutRounded />
        </ListItemIcon>
        {t('shell.user.sign_out')}
      </MenuItem>
    </Menu>
  )
}

export interface UserMenuListProps {
  person: Session
  anchor: HTMLElement | null
  onClose: () => void
}
