import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { areaName, format, t } from '../i18n'
import { freshKey } from '../providers/key'
import { can } from '../providers/permission'
import { type BulkChange, type BulkResult, bulkMoves, countOf, targetOf } from './bulk'
import { moveText } from './move-text'
import type { AreaListState } from './use-area-list'
import { useRefresh } from './use-refresh'

const MoveDialog = lazy(() => import('./move-dialog').then((module) => ({ default: module.MoveDialog })))
const BulkEdit = lazy(() => import('./bulk-edit').then((module) => ({ default: module.BulkEdit })))
const BulkResults = lazy(() => import('./bulk-results').then((module) => ({ default: module.BulkResults })))

/** Stands in place of the filter bar while records are chosen: how many, and what fits all of them. */
export function SelectionBar({ list, children }: { list: AreaListState; children?: ReactNode }) {
  const { area, selection, total } = list
  const [open, setOpen] = useState<{ move: string | null; key: string } | null>(null)
  const [done, setDone] = useState<{ change: BulkChange; results: BulkResult[] } | null>(null)
  const refresh = useRefresh()
  const target = targetOf(list)
  const count = countOf(target)
  const moves = bulkMoves(list)
  const send = async (change: BulkChange, key: string) => {
    const { runBulk } = await import('./bulk-run')
    const results = await runBulk(area, change, target, key, refresh)
    setOpen(null)
    if (results) setDone({ change, results })
    else selection.clear()
  }
  return (
    <Box
      role="region"
      aria-label={t('editing.bulk.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        minHeight: 52,
        bgcolor: ({ palette }) => palette.surfaces.chosen,
      }}
    >
      <Tooltip title={t('editing.bulk.clear')}>
        <IconButton size="small" aria-label={t('editing.bulk.clear')} onClick={selection.clear}>
          <CloseRounded />
        </IconButton>
      </Tooltip>
      <Box component="span" sx={{ fontWeight: 600 }} aria-live="polite">
        {t('editing.bulk.selected', { count, number: format.number(count) })}
      </Box>
      {!selection.all && total > count && (
        <Button size="small" onClick={() => selection.setAll(true)}>
          {t('editing.bulk.select_all', { count: total, number: format.number(total) })}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {children}
      {can(area.name, 'edit') && (
        <Button size="small" variant="outlined" onClick={() => setOpen({ move: null, key: freshKey() })}>
          {t('editing.bulk.edit')}
        </Button>
      )}
      {moves.map((move) => (
        <Button
          key={move}
          size="small"
          variant="outlined"
          color={area.lifecycle?.moves[move]?.danger ? 'error' : 'primary'}
          onClick={() => setOpen({ move, key: freshKey() })}
        >
          {moveText(area, move)}
        </Button>
      ))}
      <Suspense>
        {open?.move && (
          <MoveDialog
            area={area}
            move={open.move}
            subject={t('editing.bulk.subject', { count, number: format.number(count), area: areaName(area) })}
            onAgree={(asked) => send({ move: open.move ?? '', asked }, open.key)}
            onClose={() => setOpen(null)}
          />
        )}
        {open && !open.move && (
          <BulkEdit
            area={area}
            count={count}
            onAgree={(change) => send(change, open.key)}
            onClose={() => setOpen(null)}
          />
        )}
        {done && (
          <BulkResults
            area={area}
            change={done.change}
            results={done.results}
            onClose={(failed) => {
              setDone(null)
              selection.set(failed)
            }}
          />
        )}
      </Suspense>
    </Box>
  )
}
