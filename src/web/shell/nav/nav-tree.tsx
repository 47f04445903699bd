import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { Badge, currentProps, currentStyles, EntryIcon, EntryTitle, linkProps } from './nav-parts'
import { isCurrent, type MenuEntry } from './navigation'

/** The menu as a tree of groups, collapsible entries, items, links and dividers. */
export const NavTree = ({ entries, onChoose }: { entries: MenuEntry[]; onChoose?: () => void }) =>
  entries.length ? (
    <Entries entries={entries} level={0} onChoose={onChoose} />
  ) : (
    <Box className="nav-words" sx={{ px: 1, color: 'text.secondary' }}>
      {t('shell.menu.nothing')}
    </Box>
  )

interface LevelProps {
  level: number
  onChoose: (() => void) | undefined
}

const Entries = ({ entries, labelledBy, ...level }: LevelProps & { entries: MenuEntry[]; labelledBy?: string }) => (
  <Box
    component="ul"
    aria-labelledby={labelledBy}
    sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2px' }}
  >
    {entries.map((entry) => (
      <li key={entry.id}>
        <Entry entry={entry} {...level} />
      </li>
    ))}
  </Box>
)

const Entry = (props: LevelProps & { entry: MenuEntry }) => {
  if (props.entry.type === 'divider') return <Box component="hr" sx={line} />
  if (props.entry.type === 'group') return <Group {...props} />
  return props.entry.children.length ? <Branch {...props} /> : <Leaf {...props} />
}

const Leaf = ({ entry, level, onChoose }: LevelProps & { entry: MenuEntry }) => {
  const { pathname } = useLocation()
  const current = currentProps(entry, pathname)
  const opensWindow = entry.target === '_blank'
  const link = linkProps(entry)
  return (
    <ButtonBase
      component={'to' in link ? Link : 'a'}
      {...link}
      aria-current={current}
      onClick={onChoose}
      sx={[row(level), current ? currentStyles : {}]}
    >
      <Content entry={entry}>
        {opensWindow ? (
          <OpenInNewRounded titleAccess={t('shell.menu.new_window')} sx={{ fontSize: 16, color: 'text.secondary' }} />
        ) : null}
      </Content>
    </ButtonBase>
  )
}

/** Opens automatically if it contains the current address; only the person closes it. */
const Branch = ({ entry, level, onChoose }: LevelProps & { entry: MenuEntry }) => {
  const { pathname } = useLocation()
  const containsCurrent = isCurrent(entry, pathname)
  const [open, setOpen] = useState(containsCurrent)
  const id = useId()
  useEffect(() => {
    if (containsCurrent) setOpen(true)
  }, [containsCurrent])
  return (
    <>
      <ButtonBase
        className={containsCurrent ? 'nav-holds' : undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        sx={row(level)}
      >
        <Content entry={entry}>
          <ExpandMoreRounded
            aria-hidden
            sx={{ color: 'text.secondary', transition: 'transform 150ms', transform: open ? 'rotate(180deg)' : 'none' }}
          />
        </Content>
      </ButtonBase>
      {open ? (
        <Box id={id} className="nav-below" sx={unfoldAnimation}>
          <Entries entries={entry.children} level={level + 1} onChoose={onChoose} />
        </Box>
      ) : null}
    </>
  )
}

/** A caption over entries that are not indented; a short line in the folded menu. */
const Group = ({ entry, level, onChoose }: LevelProps & { entry: MenuEntry }) => {
  const id = useId()
  return (
    <>
      <Box className="nav-group" sx={{ position: 'relative', pt: 2, pb: 0.75, px: '10px' }}>
        <Box
          id={id}
          className="nav-words"
          sx={{ fontSize: 12, lineHeight: '16px', fontWeight: 500, whiteSpace: 'nowrap', color: 'text.secondary' }}
        >
          <EntryTitle entry={entry} />
        </Box>
      </Box>
      <Entries entries={entry.children} level={level} onChoose={onChoose} labelledBy={id} />
    </>
  )
}

const Content = ({ entry, children }: { entry: MenuEntry; children?: ReactNode }) => (
  <>
    <EntryIcon entry={entry} />
    <Box component="span" className="nav-words" sx={{ flex: 1, minWidth: 0 }}>
      <EntryTitle entry={entry} />
    </Box>
    <Box component="span" className="nav-words" sx={{ display: 'flex', gap: 0.5, '&:empty': { display: 'none' } }}>
      <Badge badge={entry.badge} />
      {children}
    </Box>
  </>
)

const row = (level: number) => ({
  width: '100%',
  minHeight: { xs: 44, lg: level === 0 ? 40 : 36 },
  justifyContent: 'flex-start',
  textAlign: 'left',
  gap: 1.5,
  py: 0.5,
  pr: 1,
  // Aligned with the parent's text; at most 80 pixels including the menu's 12, as specified.
  pl: level === 0 ? '10px' : `${Math.min(26 + 16 * level, 68)}px`,
  borderRadius: 1,
  fontSize: 14,
  lineHeight: '20px',
  fontFamily: 'inherit',
  '&:hover': { backgroundColor: ({ palette }: Theme) => palette.surfaces.hover },
})

const unfoldAnimation = {
  pt: '2px',
  animation: 'unfold 150ms ease-out',
  '@keyframes unfold': { from: { opacity: 0, transform: 'translateY(-6px)' } },
}

const line = { border: 0, borderTop: 1, borderColor: 'divider', my: 1, mx: '10px' }
