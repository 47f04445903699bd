import SearchRounded from '@mui/icons-material/SearchRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Popover from '@mui/material/Popover'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { MarkedTitle } from '#web/shell/find/marked-text.tsx'
import { entriesWith } from '#web/shell/find/nav-search-match.ts'
import { openEntry } from '#web/shell/find/nav-search-open.ts'
import { menuIcons } from '#web/shell/nav/menu-icons.ts'
import type { Destination } from '#web/shell/nav/navigation.ts'
import { toggleShortcut, useShortcuts } from './shortcuts-store'

/**
 * The menu under the star: the shortcuts, or the entries that match what is typed, each with a star to add or remove
 * it.
 */
export const ShortcutsMenu = ({ anchor, side, onClose }: ShortcutsMenuProps) => {
  const { shortcuts, all } = useShortcuts()
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const shownEntries = query.trim() ? entriesWith(all, query) : shortcuts
  const shortcutIds = new Set(shortcuts.map(({ id }) => id))

  const go = (entry: Destination) => {
    onClose()
    openEntry(entry, navigate)
  }
  // Arrow keys move from the field through the rows and back; the star of a row is one Tab away.
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = (document.activeElement as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-row]')
    const next = rows[(row ? rows.indexOf(row) : step > 0 ? -1 : rows.length) + step]
    event.preventDefault()
    event.stopPropagation()
    ;(next ?? input.current)?.focus()
  }

  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={
        side === 'bottom' ? { vertical: 'bottom', horizontal: 'left' } : { vertical: 'top', horizontal: 'right' }
      }
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('shell.shortcuts.open'), onKeyDown: moveFocus, sx: { width: 340 } },
        transition: { onEntering: () => input.current?.focus(), onExited: () => setQuery('') },
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <SearchRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          fullWidth
          type="search"
          inputRef={input}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={t('site.shortcuts.search')}
          inputProps={{ 'aria-label': t('site.shortcuts.search'), maxLength: 100 }}
        />
      </Box>
      <Box
        component="ul"
        ref={list}
        aria-label={query.trim() ? t('site.search.matches') : t('shell.shortcuts.label')}
        sx={{ listStyle: 'none', m: 0, p: 0, py: 0.5, maxHeight: 'min(420px, 60vh)', overflowY: 'auto' }}
      >
        {shownEntries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            query={query}
            isShortcut={shortcutIds.has(entry.id)}
            onGo={() => go(entry)}
          />
        ))}
      </Box>
      {shownEntries.length === 0 ? (
        <Box role="status" sx={{ px: 2, pb: 1.5, color: 'text.secondary' }}>
          {query.trim() ? t('site.search.none') : t('site.shortcuts.empty')}
        </Box>
      ) : null}
    </Popover>
  )
}

interface ShortcutsMenuProps {
  anchor: HTMLElement | null
  side: 'bottom' | 'right'
  onClose: () => void
}

const Row = ({ entry, query, isShortcut, onGo }: RowProps) => {
  const Icon = entry.icon ? menuIcons[entry.icon] : undefined
  const name = t(isShortcut ? 'site.shortcuts.remove' : 'site.shortcuts.add', { title: entry.title })
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
      <ButtonBase
        data-row
        onClick={onGo}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          gap: 1.5,
          px: 2,
          minHeight: { xs: 44, sm: 40 },
          font: 'inherit',
          textAlign: 'left',
          '&:hover': { backgroundColor: (theme) => theme.palette.surfaces.hover },
        }}
      >
        {Icon ? <Icon aria-hidden sx={{ color: 'text.secondary' }} /> : null}
        <MarkedTitle entry={entry} query={query} />
      </ButtonBase>
      <IconButton
        aria-label={name}
        onClick={() => void toggleShortcut(entry.id)}
        sx={{ width: 36, height: 36, color: isShortcut ? 'warning.main' : 'text.secondary' }}
      >
        {isShortcut ? <StarRounded /> : <StarBorderRounded />}
      </IconButton>
    </Box>
  )
}

interface RowProps {
  entry: Destination
  query: string
  isShortcut: boolean
  onGo: () => void
}
