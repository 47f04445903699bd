import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import ClickAwayListener from '@mui/material/ClickAwayListener'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Tooltip from '@mui/material/Tooltip'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { t, useLanguage } from '#web/i18n.ts'
import { menuIcons } from '#web/shell/nav/menu-icons.ts'
import { destinations, type MenuEntry, menuOf, useNavigationItems } from '#web/shell/nav/navigation.ts'
import { MarkedTitle } from './marked-text'
import { entriesWith } from './nav-search-match'
import { openEntry } from './nav-search-open'
import { useOptions } from './nav-search-options'

/** The search field over the whole toolbar; closed by Escape, a click elsewhere or a choice. */
export const OverToolbar = ({ over, onClose }: { over: DOMRect; onClose: (keepsFocus: boolean) => void }) => (
  <ClickAwayListener onClickAway={() => onClose(false)}>
    <Box
      role="search"
      aria-label={t('site.keys.search')}
      sx={{
        position: 'fixed',
        zIndex: 'modal',
        top: over.top,
        left: over.left,
        width: over.width,
        height: over.height,
        display: 'flex',
        alignItems: 'center',
        px: { xs: 1.5, md: 3 },
        color: 'text.primary',
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Field autoFocus onDone={() => onClose(false)} onLeave={() => onClose(true)}>
        <Tooltip title={t('site.search.close')}>
          <IconButton aria-label={t('site.search.close')} onClick={() => onClose(true)}>
            <CloseRounded />
          </IconButton>
        </Tooltip>
      </Field>
    </Box>
  </ClickAwayListener>
)

/** The search field that is always visible; its matches are closed by Escape, a click elsewhere or a choice. */
export const BasicField = () => {
  const box = useRef<HTMLDivElement>(null)
  useShortcut('/', () => box.current?.querySelector('input')?.focus(), { isFallback: true })
  return (
    <Box
      ref={box}
      role="search"
      aria-label={t('site.keys.search')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        height: 40,
        px: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        position: 'relative',
        '&:focus-within': { borderColor: 'secondary.main' },
      }}
    >
      <Field />
    </Box>
  )
}

interface FieldProps {
  autoFocus?: boolean
  /** Called after a choice. */
  onDone?: () => void
  /** Called on Escape when no matches are open. */
  onLeave?: () => void
  children?: React.ReactNode
}

const Field = ({ autoFocus = false, onDone, onLeave, children }: FieldProps) => {
  const { language } = useLanguage()
  const { items } = useNavigationItems()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [closed, setClosed] = useState(false)
  const entries = closed || !query.trim() ? [] : entriesWith(destinations(menuOf(language, items)), query, maxMatches)
  const leave = () => {
    setQuery('')
    onDone?.()
  }
  const options = useOptions(entries.length, query, (index) => {
    const entry = entries[index]
    if (!entry) return
    leave()
    openEntry(entry, navigate)
  })
  const isOpen = !closed && query.trim() !== ''
  return (
    <ClickAwayListener onClickAway={() => setClosed(true)}>
      <Box sx={{ position: 'relative', flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 }}>
        <SearchRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus={autoFocus}
          fullWidth
          value={query}
          placeholder={t('site.search.placeholder')}
          onChange={(event) => {
            setQuery(event.target.value)
            setClosed(false)
          }}
          onFocus={() => setClosed(false)}
          onKeyDown={(event) => {
            // During input-method composition, Escape only cancels the composition.
            if (event.key !== 'Escape' || isComposing(event)) return options.onKeyDown(event)
            event.stopPropagation()
            setQuery('')
            onLeave?.()
          }}
          inputProps={{
            ...options.input,
            'aria-expanded': isOpen,
            'aria-label': t('site.search.placeholder'),
            'aria-keyshortcuts': '/',
            maxLength: 100,
          }}
        />
        {children}
        {isOpen ? <Matches entries={entries} query={query} options={options} /> : null}
      </Box>
    </ClickAwayListener>
  )
}

const Matches = ({ entries, query, options }: MatchesProps) => (
  <Box
    sx={{
      position: 'absolute',
      top: 'calc(100% + 8px)',
      left: 0,
      zIndex: 'modal',
      width: '100%',
      minWidth: 'min(320px, 86vw)',
      maxWidth: 560,
      py: 0.5,
      backgroundColor: 'background.paper',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
    }}
  >
    <Box
      component="ul"
      {...options.list}
      aria-label={t('site.search.matches')}
      sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '70vh', overflowY: 'auto' }}
    >
      {entries.map((entry, index) => (
        <Match
          key={entry.id}
          entry={entry}
          query={query}
          isActive={index === options.active}
          {...options.option(index)}
        />
      ))}
    </Box>
    <Box role="status" sx={entries.length ? visuallyHidden : { px: 2, py: 1, color: 'text.secondary' }}>
      {entries.length ? t('site.search.count', { count: entries.length }) : t('site.search.none')}
    </Box>
  </Box>
)

interface MatchesProps {
  entries: MenuEntry[]
  query: string
  options: ReturnType<typeof useOptions>
}

const Match = ({ entry, query, isActive, ...option }: { entry: MenuEntry; query: string; isActive: boolean }) => {
  const Icon = entry.icon ? menuIcons[entry.icon] : undefined
  return (
    <Box
      component="li"
      {...option}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: { xs: 44, sm: 36 },
        px: 2,
        cursor: 'pointer',
        ...(isActive ? { backgroundColor: (theme) => theme.palette.surfaces.hover } : {}),
      }}
    >
      {Icon ? <Icon aria-hidden sx={{ color: 'text.secondary' }} /> : null}
      <MarkedTitle entry={entry} query={query} />
    </Box>
  )
}

/** Maximum number of matches (specification, section 9). */
const maxMatches = 10
