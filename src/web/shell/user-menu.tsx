import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../i18n'
import { useSession } from '../providers/session'

/** Who is signed in, and the way out. */
export const UserMenu = () => {
  const person = useSession()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!person) return null
  const { name, info } = person
  return (
    <>
      <ButtonBase
        aria-label={t('shell.user.menu', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 1.25, minHeight: 44, pl: 1, pr: 0.5, borderRadius: 1, textAlign: 'left', fontFamily: 'inherit' }}
      >
        <Avatar sx={{ width: 32, height: 32, fontSize: 13, fontWeight: 600, bgcolor: '#192d3e', color: '#FFFFFF' }}>
          {initials(info.first_name, info.last_name)}
        </Avatar>
        <Box sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: 220 }}>
          <Box sx={{ fontSize: 14, lineHeight: '18px', fontWeight: 500, ...oneLine }}>{name}</Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', ...oneLine }}>
            {info.company ?? t(`pages.roles.${person.role}`)}
          </Box>
        </Box>
        <ExpandMoreRounded aria-hidden sx={{ color: 'text.secondary' }} />
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box component="li" role="presentation" sx={{ px: 2, py: 1, minWidth: 200 }}>
          <Box sx={{ fontWeight: 500 }}>{name}</Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{info.email}</Box>
        </Box>
        <MenuItem onClick={() => navigate('/logout')}>
          <ListItemIcon>
            <LogoutRounded />
          </ListItemIcon>
          {t('shell.user.sign_out')}
        </MenuItem>
      </Menu>
    </>
  )
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

const initials = (first: string, last: string) =>
  /\p{Script=Han}/u.test(last) ? last.slice(0, 1) : (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
