import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { LineProgress } from '#shared/trade/production.ts'
import { format, t } from '#web/i18n.ts'
import { useTypedSearch } from '#web/kit/list/use-typed-search.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { daysToReport, inOrderOfWork, marksOf, useBoard } from './data'
import { reachedText, StageBar } from './stage-bar'
import { articleName, colourName, screenText } from './texts'

/** The first step of a report: chooses the line, the next due first. */
export function PickLine({ area }: { area: Area }) {
  const [q, setQ] = useState('')
  const { input, typed, setTyped } = useTypedSearch(
    q,
    useCallback((next: string) => setQ(next), []),
  )
  const { data, error, refetch } = useBoard({ ...daysToReport(), q, supplier: '', overdue: 'with' })
  const lines = inOrderOfWork(data?.lines ?? [])
  return (
    <Page title={screenText('pick')} back={{ to: listAddress(area), label: listTitle(area) }} fit="form">
      <OutlinedInput
        type="search"
        fullWidth
        inputRef={input}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={screenText('find')}
        inputProps={{ 'aria-label': screenText('find'), enterKeyHint: 'search' }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded />
          </InputAdornment>
        }
        sx={{ minHeight: 44 }}
      />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box role="status" aria-label={t('kit.list.loading')} sx={{ minHeight: 240 }} />
      ) : lines.length === 0 ? (
        <EmptyState title={screenText(q ? 'none_found' : 'none')} text={screenText('none_help')} />
      ) : (
        <Box
          component="ul"
          aria-label={screenText('lines')}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' },
            gap: 1,
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {lines.slice(0, maxShown).map((line) => (
            <li key={line.id}>
              <Choice line={line} />
            </li>
          ))}
        </Box>
      )}
      {lines.length > maxShown && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('more', { count: maxShown })}</Box>
      )}
    </Page>
  )
}

function Choice({ line }: { line: LineProgress }) {
  const [mark] = marksOf(line)
  return (
    <ButtonBase
      component={Link}
      to={`?line=${line.id}`}
      sx={({ palette }) => ({
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyContent: 'stretch',
        alignContent: 'start',
        textAlign: 'left',
        gap: 0.75,
        width: '100%',
        height: '100%',
        p: 1.5,
        borderRadius: 1,
        fontSize: 14,
        bgcolor: 'background.paper',
        '&:hover': { bgcolor: palette.surfaces.hover },
        '&:focus-visible': { outline: `2px solid ${palette.focus}`, outlineOffset: 1 },
      })}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Box sx={{ flex: 1, fontWeight: 600 }}>{line.line_title}</Box>
        <Box className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {format.date(line.ex_factory_date)}
        </Box>
      </Box>
      <Box>
        {line.article_no} {articleName(line)}
        {colourName(line) ? ` · ${colourName(line)}` : ''}
      </Box>
      <StageBar line={line} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box className="tabular" sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }}>
          {reachedText(line)}
        </Box>
        {mark && <ToneChip tone={mark.tone}>{mark.text}</ToneChip>}
      </Box>
    </ButtonBase>
  )
}

/** The maximum number of lines offered. */
const maxShown = 60
