import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useGetIdentity } from '@refinedev/core'
import { lazy, useState } from 'react'
import { t } from '#web/i18n.ts'
import { MountOnce } from '#web/loading/mount-once.tsx'
import type { Person } from '#web/providers/session.ts'
import { UserPhoto } from './user-photo'

/** The signed-in person with their menu. */
export const UserMenu = () => {
  const { data: person } = useGetIdentity<Person>()
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
        <UserPhoto person={person} size={32} />
        <Box sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 220 }}>
          <Box sx={{ fontSize: 14, lineHeight: '18px', fontWeight: 500, ...oneLine }}>{name}</Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', ...oneLine }}>
            {info.company ?? t(`pages.roles.${person.role}`)}
          </Box>
        </Box>
        <ExpandMoreRounded aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }} />
      </ButtonBase>
      <MountOnce when={anchor !== null}>
        <UserMenuList person={person} anchor={anchor} onClose={() => setAnchor(null)} />
      </MountOnce>
    </>
  )
}

const UserMenuList = lazy(async () => ({ default: (await import('./user-menu-list')).UserMenuList }))

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
