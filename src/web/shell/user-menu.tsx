import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { lazy, useState } from 'react'
import { t } from '../i18n'
import { useSession } from '../providers/session'
import { Later } from './later'

/** Who is signed in, and the way out. */
export const UserMenu = () => {
  const person = useSession()
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
      <Later wanted={anchor !== null}>
        <UserMenuList person={person} anchor={anchor} onClose={() => setAnchor(null)} />
      </Later>
    </>
  )
}

const UserMenuList = lazy(async () => ({ default: (await import('./user-menu-list')).UserMenuList }))

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

const initials = (first: string, last: string) =>
  /\p{Script=Han}/u.test(last) ? last.slice(0, 1) : (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
