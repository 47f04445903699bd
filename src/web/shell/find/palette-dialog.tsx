import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { register } from '#register'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { areaName, t, useLanguage } from '#web/i18n.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { menuIcons } from '#web/shell/nav/menu-icons.ts'
import { type Destination, destinations, menuOf, useNavigationItems } from '#web/shell/nav/navigation.ts'
import { useShortcuts } from '#web/shell/toolbar/shortcuts-store.ts'
import { Marked, MarkedTitle } from './marked-text'
import { entriesWith, placeOf } from './nav-search-match'
import { openEntry } from './nav-search-open'
import { useOptions } from './nav-search-options'
import { commandsFor } from './palette-commands'
import { isSearchable, type RecordHit, useRecordSearch } from './palette-records'

/** The command palette: one field to find pages, actions and records by keyboard. */
export const PaletteDialog = ({ open, onClose, onKeys }: PaletteDialogProps) => {
  const [query, setQuery] = useState('')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('site.palette.title')}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onClose()
      }}
      slotProps={{
        paper: { sx: { width: '100%', maxWidth: 640, m: 2, alignSelf: 'flex-start', mt: { xs: 2, sm: '12vh' } } },
        transition: { onExited: () => setQuery('') },
      }}
    >
      <Finder query={query} onQuery={setQuery} onClose={onClose} onKeys={onKeys} />
    </Dialog>
  )
}

interface PaletteDialogProps {
  open: boolean
  onClose: () => void
  /** Shows the keyboard shortcuts instead. */
  onKeys: () => void
}

/** A line of the palette. */
interface Choice {
  id: string
  content: ReactNode
  run: () => void
}

const Finder = ({ query, onQuery, onClose, onKeys }: FinderProps) => {
  const { sections, records } = useSections(query, onKeys)
  const choices = sections.flatMap((section) => section.choices)
  const options = useOptions(choices.length, query, (index) => {
    const choice = choices[index]
    if (!choice) return
    onClose()
    choice.run()
  })
  const isLate = useDelayed(records.isFetching)
  let index = -1
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, minHeight: 56 }}>
        <SearchRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={query}
          placeholder={t('site.palette.placeholder')}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={options.onKeyDown}
          inputProps={{ ...options.input, 'aria-label': t('site.palette.placeholder'), maxLength: 200 }}
          sx={{ fontSize: 16 }}
        />
      </Box>
      <Box sx={{ height: 2, borderTop: 1, borderColor: 'divider' }}>
        {isLate ? (
          <LinearProgress color="secondary" sx={{ height: 2 }} aria-label={t('site.palette.searching')} />
        ) : null}
      </Box>
      <Box
        {...options.list}
        aria-label={t('site.palette.title')}
        sx={{ overflowY: 'auto', maxHeight: '52vh', py: 0.5 }}
      >
        {sections.map(({ id, title, choices: lines }) => (
          <Box key={id} role="group" aria-label={title}>
            <Box aria-hidden sx={{ px: 2, pt: 1.25, pb: 0.5, fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>
              {title}
            </Box>
            {lines.map((choice) => {
              index += 1
              return (
                <Box
                  key={choice.id}
                  {...options.option(index)}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 1.5,
                    minHeight: { xs: 44, sm: 38 },
                    px: 2,
                    mx: 0.75,
                    borderRadius: 1,
                    cursor: 'pointer',
                    ...(index === options.active
                      ? { backgroundColor: (theme) => theme.palette.surfaces.chosen }
                      : { color: 'text.primary' }),
                  }}
                >
                  {choice.content}
                </Box>
              )
            })}
          </Box>
        ))}
      </Box>
      <Box role="status" sx={choices.length ? { px: 2 } : { px: 2, py: 2, color: 'text.secondary' }}>
        {choices.length === 0 && (!isSearchable(query) || records.isCurrent) ? t('site.search.none') : null}
        {records.isError ? t('site.palette.failed') : null}
      </Box>
      <Hints />
    </>
  )
}

interface FinderProps {
  query: string
  onQuery: (query: string) => void
  onClose: () => void
  onKeys: () => void
}

const useSections = (query: string, onKeys: () => void) => {
  const { language } = useLanguage()
  const { items } = useNavigationItems()
  const navigate = useNavigate()
  const { shortcuts } = useShortcuts()
  const records = useRecordSearch(query, { each: 5, rest: 200 })
  const isAsking = query.trim() !== ''

  const entries = isAsking ? entriesWith(destinations(menuOf(language, items)), query, 8) : shortcuts
  const commands = commandsFor(language, navigate, onKeys)
  const matchingCommands = isAsking
    ? commands.filter(({ title }) => placeOf(title, query))
    : commands.slice(0, 1).concat(commands.slice(-4))
  const hits = isAsking && isSearchable(query) ? (records.data?.results ?? []) : []

  const pages = entries.map((entry) => ({
    id: `page-${entry.id}`,
    content: <PageLine entry={entry} query={query} />,
    run: () => openEntry(entry, navigate),
  }))
  const actions = matchingCommands.map(({ id, title, Icon, run }) => ({
    id,
    run,
    content: (
      <>
        <Icon aria-hidden sx={{ color: 'text.secondary' }} />
        <span>
          <Marked text={title} query={query} />
        </span>
      </>
    ),
  }))
  const searchEverything = { id: 'everything', content: t('site.palette.everything', { q: query.trim() }) }
  const sections = [
    { id: 'pages', title: t(isAsking ? 'site.palette.pages' : 'shell.shortcuts.label'), choices: pages },
    { id: 'actions', title: t('site.palette.actions'), choices: actions },
    ...kindsOf(hits, query).map((area) => ({
      id: area,
      title: areaName(area),
      choices: hits.filter((record) => record.area === area).map((record) => recordChoice(record, query, navigate)),
    })),
    {
      id: 'more',
      title: t('site.palette.more'),
      choices:
        hits.length > 0
          ? [{ ...searchEverything, run: () => navigate(`/pages/search/modern?q=${encodeURIComponent(query.trim())}`) }]
          : [],
    },
  ].filter(({ choices }) => choices.length > 0)
  return { sections: sections as { id: string; title: string; choices: Choice[] }[], records }
}

/** The areas of the results, those with a match in a name first. */
const kindsOf = (hits: readonly RecordHit[], query: string) => {
  const named = hits.filter(({ title }) => placeOf(title, query))
  return [...new Set([...named, ...hits].map(({ area }) => area))]
}

const recordChoice = (record: RecordHit, query: string, navigate: (path: string) => unknown): Choice => ({
  id: `${record.area}-${record.id}`,
  content: <RecordLine record={record} query={query} />,
  run: () => navigate(record.path),
})

const PageLine = ({ entry, query }: { entry: Destination; query: string }) => {
  const Icon = entry.icon ? menuIcons[entry.icon] : undefined
  return (
    <>
      {Icon ? <Icon aria-hidden sx={{ color: 'text.secondary' }} /> : null}
      <MarkedTitle entry={entry} query={query} />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, fontSize: 12, color: 'text.secondary' }}>
        {entry.within}
      </Box>
    </>
  )
}

const RecordLine = ({ record: { area, title, subtitle, status }, query }: { record: RecordHit; query: string }) => (
  <>
    <Box component="span" sx={{ flexShrink: 0, maxWidth: '60%', ...oneLine }}>
      <Marked text={title} query={query} />
    </Box>
    <Box component="span" sx={{ flex: 1, minWidth: 0, fontSize: 12, color: 'text.secondary', ...oneLine }}>
      {subtitle ? <Marked text={subtitle} query={query} /> : null}
    </Box>
    {status ? <StatusChip area={register.get(area)} status={status} /> : null}
  </>
)

const Hints = () => (
  <Box
    aria-hidden
    sx={{
      display: { xs: 'none', sm: 'flex' },
      gap: 2,
      px: 2,
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
      fontSize: 12,
      color: 'text.secondary',
    }}
  >
    <span>↑ ↓ {t('site.palette.move')}</span>
    <span>↵ {t('site.palette.choose')}</span>
    <span>Esc {t('site.palette.close')}</span>
  </Box>
)

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
