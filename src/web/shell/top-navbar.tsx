import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popper from '@mui/material/Popper'
import type { Theme } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n.ts'
import { toolbarHeight } from '#web/theme.ts'
import { Logo } from './logo'
import { Badge, currentProps, currentStyles, EntryIcon, EntryTitle, linkProps, useMenuEntries } from './nav/nav-parts'
import { isCurrent, type MenuEntry } from './nav/navigation'

/** Milliseconds that the pointer must rest before a menu opens or closes (specification, section 9). */
export const hoverDelay = 150

/**
 * The horizontal menu. Entries with children open on hover, on click and by keyboard; entries that do not fit are under
 * `More`.
 */
export const TopNavbar = ({ width, hasLogo }: TopNavbarProps) => {
  const entries = useMenuEntries()
  const { row, fits } = useFit(entries.length)
  const hiddenEntries = entries.slice(fits)
  return (
    <Box
      data-place="navbar"
      className="no-print"
      sx={{
        position: 'relative',
        zIndex: 20,
        flexShrink: 0,
        height: toolbarHeight,
        boxSizing: 'border-box',
        backgroundColor: 'surfaces.menu',
        color: 'text.primary',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, height: '100%', mx: 'auto', px: 3, maxWidth: width }}>
        {hasLogo ? <Logo /> : null}
        <Box
          component="nav"
          aria-label={t('shell.menu.label')}
          sx={{ flex: 1, minWidth: 0, ml: hasLogo ? 0 : '-10px' }}
        >
          <Box component="ul" ref={row} onKeyDown={moveWithin('ArrowLeft', 'ArrowRight')} sx={bar}>
            {entries.map((entry, index) => (
              <Box component="li" key={entry.id} sx={index < fits ? {} : onlyMeasured}>
                {index < fits ? <Entry entry={entry} level={0} /> : <Ghost entry={entry} />}
              </Box>
            ))}
            {hiddenEntries.length ? (
              <Box component="li" sx={{ position: 'absolute', right: 0 }}>
                <Opener entries={hiddenEntries} level={0} holds={false} name={t('shell.menu.more')}>
                  <MoreHorizRounded aria-hidden sx={{ color: 'text.secondary' }} />
                  {t('shell.menu.more')}
                </Opener>
              </Box>
            ) : null}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

export interface TopNavbarProps {
  width: number | 'none'
  hasLogo: boolean
}

const Entry = ({ entry, level }: { entry: MenuEntry; level: number }) => {
  const { pathname } = useLocation()
  if (entry.type === 'divider') return <Box component="hr" sx={level === 0 ? verticalDivider : horizontalDivider} />
  if (!entry.children.length) return <Item entry={entry} level={level} pathname={pathname} />
  return (
    <Opener entries={entry.children} level={level} holds={isCurrent(entry, pathname)}>
      {level === 0 ? null : <EntryIcon entry={entry} />}
      <Title entry={entry} level={level} />
    </Opener>
  )
}

const Item = ({ entry, level, pathname }: { entry: MenuEntry; level: number; pathname: string }) => {
  const current = currentProps(entry, pathname)
  const link = linkProps(entry)
  return (
    <ButtonBase
      component={'to' in link ? Link : 'a'}
      {...link}
      data-menu-entry
      aria-current={current}
      sx={[entryStyle(level), current ? chosenAt(level) : {}]}
    >
      {level === 0 ? null : <EntryIcon entry={entry} />}
      <Title entry={entry} level={level} />
    </ButtonBase>
  )
}

/** In the bar titles are in one language; in menus below there is room for both. */
const Title = ({ entry, level }: { entry: MenuEntry; level: number }) => (
  <>
    <Box component="span" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
      {level === 0 ? entry.title : <EntryTitle entry={entry} />}
    </Box>
    <Badge badge={entry.badge} />
  </>
)

/** Measures an entry that does not fit, to detect when it does. */
const Ghost = ({ entry }: { entry: MenuEntry }) => (
  <Box component="span" aria-hidden sx={{ ...entryStyle(0), display: 'inline-flex' }}>
    <Title entry={entry} level={0} />
    {entry.children.length ? <ExpandMoreRounded /> : null}
  </Box>
)

/** A button that opens a menu below it, or beside it inside another menu. */
const Opener = ({ entries, level, holds, name, children }: OpenerProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const id = useId()
  const setOpenAfterDelay = (next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), hoverDelay)
  }
  const setOpenNow = (next: boolean) => {
    clearTimeout(timer.current)
    setOpen(next)
  }
  /** Opens synchronously, so that the next key press goes to the menu. */
  const openAndEnter = () => {
    flushSync(() => setOpenNow(true))
    first(list.current)?.focus({ preventScroll: true })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [pathname])
  const keys = (event: KeyboardEvent) => {
    const inList = list.current?.contains(event.target as Node) ?? false
    const opens = level === 0 ? ['ArrowDown'] : ['ArrowRight']
    if (!inList && [...opens, 'Enter', ' '].includes(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      if (open && !opens.includes(event.key)) setOpenNow(false)
      else openAndEnter()
    } else if (open && (event.key === 'Escape' || (inList && level > 0 && event.key === 'ArrowLeft'))) {
      event.preventDefault()
      event.stopPropagation()
      setOpenNow(false)
      button.current?.focus()
    }
  }
  return (
    <Box
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpenAfterDelay(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpenAfterDelay(false)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpenNow(false)}
      onKeyDown={keys}
    >
      <ButtonBase
        ref={button}
        data-menu-entry
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        // A click must not close what hovering has just opened.
        onClick={({ nativeEvent }) => setOpenNow((nativeEvent as PointerEvent).pointerType === 'mouse' || !open)}
        sx={[entryStyle(level), holds ? chosenAt(level) : {}]}
      >
        {children}
        <ExpandMoreRounded
          aria-hidden
          sx={{ color: 'text.secondary', transform: level === 0 ? 'none' : 'rotate(-90deg)' }}
        />
      </ButtonBase>
      <Popper
        open={open}
        anchorEl={button.current}
        disablePortal
        placement={level === 0 ? 'bottom-start' : 'right-start'}
        popperOptions={{ strategy: 'fixed' }}
        sx={{ zIndex: 'modal' }}
      >
        <Box component="ul" id={id} ref={list} onKeyDown={moveWithin('ArrowUp', 'ArrowDown')} sx={sheet}>
          {flattened(entries).map(({ entry, caption }) => (
            <li key={entry.id}>
              {caption ? (
                <Box sx={{ px: 1.25, pt: 1, pb: 0.5, fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
                  <EntryTitle entry={entry} />
                </Box>
              ) : (
                <Entry entry={entry} level={level + 1} />
              )}
            </li>
          ))}
        </Box>
      </Popper>
    </Box>
  )
}

interface OpenerProps {
  entries: MenuEntry[]
  level: number
  /** Whether the current page is below this entry. */
  holds: boolean
  name?: string
  children: ReactNode
}

/** Inside a menu, a group becomes a caption over its entries. */
const flattened = (entries: MenuEntry[]): { entry: MenuEntry; caption?: boolean }[] =>
  entries.flatMap((entry) =>
    entry.type === 'group' ? [{ entry, caption: true }, ...flattened(entry.children)] : [{ entry }],
  )

/** Arrow keys move through the entries of one menu in a circle; Home and End move to its ends. */
const moveWithin =
  (back: string, on: string) =>
  (event: KeyboardEvent<HTMLUListElement>): void => {
    const entries = entriesOf(event.currentTarget)
    const index = entries.indexOf(
      (event.target as HTMLElement).closest<HTMLElement>('[data-menu-entry]') as HTMLElement,
    )
    const next = { [back]: index - 1, [on]: index + 1, Home: 0, End: -1 }[event.key]
    if (index < 0 || next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    entries.at(next % entries.length)?.focus()
  }

/** The entries of this menu, without those of menus that are open inside it. */
const entriesOf = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>('[data-menu-entry]')].filter((entry) => entry.closest('ul') === list)

const first = (list: HTMLElement | null) => (list ? entriesOf(list)[0] : undefined)

/** The number of entries that fit beside `More`; measured again when the width or the titles change. */
const useFit = (count: number) => {
  const row = useRef<HTMLUListElement>(null)
  const [fits, setFits] = useState(count)
  useLayoutEffect(() => {
    const measure = () => {
      const room = row.current?.clientWidth ?? 0
      let end = -gap
      const ends = [...(row.current?.children ?? [])].slice(0, count).map((item) => {
        end += gap + (item as HTMLElement).offsetWidth
        return end
      })
      setFits(end <= room ? count : ends.filter((end) => end <= room - moreWidth).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [row.current, ...(row.current?.children ?? [])]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [count])
  return { row, fits: Math.min(fits, count) }
}

/** Width of `More` and spacing between entries, in pixels. */
const moreWidth = 104
const gap = 4

const bar = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  height: 40,
  listStyle: 'none',
  m: 0,
  p: 0,
}

const onlyMeasured = { position: 'absolute', left: 0, visibility: 'hidden' }

const entryStyle = (level: number) => ({
  width: level === 0 ? 'auto' : '100%',
  minHeight: level === 0 ? 40 : 36,
  justifyContent: 'flex-start',
  alignItems: 'center',
  textAlign: 'left',
  gap: level === 0 ? 0.75 : 1.25,
  px: 1.25,
  borderRadius: 1,
  fontSize: 14,
  lineHeight: '20px',
  fontFamily: 'inherit',
  whiteSpace: 'nowrap',
  '&:hover, &[aria-expanded=true]': { backgroundColor: ({ palette }: Theme) => palette.surfaces.hover },
})

const chosenAt = (level: number) => ({
  ...currentStyles,
  ...(level === 0 ? { boxShadow: ({ palette }: Theme) => `inset 0 -3px ${palette.secondary.main}` } : {}),
})

const sheet = {
  listStyle: 'none',
  m: 0,
  p: 0.75,
  minWidth: 220,
  maxHeight: 'calc(100dvh - 96px)',
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'background.paper',
  color: 'text.primary',
}

const verticalDivider = { border: 0, borderLeft: 1, borderColor: 'divider', height: 24, mx: 0.5 }
const horizontalDivider = { border: 0, borderTop: 1, borderColor: 'divider', my: 0.75, mx: 1 }
