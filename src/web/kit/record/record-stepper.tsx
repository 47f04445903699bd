import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type HttpError, useList } from '@refinedev/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { maxDepth } from '#shared/kit/list-query.ts'
import { listName } from '#shared/kit/worklist.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { format, t } from '#web/i18n.ts'
import { type ListAddress, writeAddress } from '#web/kit/list/list-address.ts'
import { readList } from '#web/kit/list/preferences.ts'
import { addressIn, listRequest } from '#web/kit/list/use-area-list.ts'
import { rememberedList, rememberedPlace, rememberList, rememberPlace } from '#web/kit/page/list-memory.ts'

/**
 * Links to the previous and next record of the list that the person came from, with its filters and order, and the
 * total. Nothing when the record is not in that list. Keys: Alt with Page up and Page down, K and J.
 */
export function RecordStepper({ area }: { area: Area }) {
  const { previous, next, position, total, go } = useSteps(area)
  useShortcut('alt+pageup', () => go('previous'))
  useShortcut('alt+pagedown', () => go('next'))
  useShortcut('k', () => go('previous'))
  useShortcut('j', () => go('next'))
  if (total === undefined) return null
  return (
    <Box
      role="group"
      aria-label={t('editing.step.title')}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: 13, color: 'text.secondary' }}
    >
      <StepButton keys="Alt+PageUp K" record={previous} area={area} name="previous" onClick={() => go('previous')}>
        <ChevronLeftRounded fontSize="small" />
      </StepButton>
      <span className="tabular">
        {position === null
          ? t('editing.step.left', { total: format.number(total) })
          : t('editing.step.at', { position: format.number(position), total: format.number(total) })}
      </span>
      <StepButton keys="Alt+PageDown J" record={next} area={area} name="next" onClick={() => go('next')}>
        <ChevronRightRounded fontSize="small" />
      </StepButton>
    </Box>
  )
}

function StepButton({ area, record, name, keys, onClick, children }: StepButtonProps) {
  const label = record ? t(`editing.step.${name}`, { title: titleOf(area, record) }) : t(`editing.step.${name}_none`)
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={!record}
      onClick={onClick}
      sx={{ p: { xs: 1.625, sm: 0.375 } }}
    >
      {children}
    </IconButton>
  )
}
interface StepButtonProps {
  area: Area
  record: AnyRecord | undefined
  name: Direction
  keys: string
  onClick: () => void
  children: ReactNode
}

type Direction = 'previous' | 'next'

/** A neighbour, and its page of the list. */
interface Step {
  record: AnyRecord
  page: number
}

const useSteps = (area: Area) => {
  const id = Number(useParams().id)
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  // As it was when this record was opened: the next page stores its own.
  const [{ search, opened }] = useState(() => ({
    search: rememberedList(area),
    opened: Number((state as { page?: number } | null)?.page),
  }))
  const listState = useMemo(
    () => addressIn(area, new URLSearchParams(search ?? ''), readList(listName(area)).size),
    [area, search],
  )
  // A step across a page border carries the new page number.
  const [shift, setShift] = useState(0)
  const page = (opened || listState.page) + shift
  const here = usePageOf(area, { ...listState, page }, search !== null && !area.single)
  const listedIndex = here.records.findIndex((record) => record.id === id)
  const remembered = rememberedPlace(area)
  // A record that a move took out of the list still has its neighbours: what followed has moved up into its place.
  const index = listedIndex >= 0 ? listedIndex : remembered?.id === id ? remembered.index : -1
  const isOf = index >= 0 && here.total !== undefined
  const total = here.total ?? 0
  const after = listedIndex >= 0 ? index + 1 : index
  const hasMore = page * listState.size < total && (page + 1) * listState.size <= maxDepth
  const before = usePageOf(
    area,
    { ...listState, page: page - 1 },
    isOf && (listedIndex <= 0 || index === 0) && page > 1,
  )
  const beyond = usePageOf(
    area,
    { ...listState, page: page + 1 },
    isOf && (listedIndex < 0 || after >= here.records.length) && hasMore,
  )
  const moved = listedIndex >= 0 ? 0 : has(beyond.records, id) ? 1 : has(before.records, id) ? -1 : 0
  // Records were added or removed before it, so it is on an adjacent page.
  useEffect(() => setShift((pages) => pages + moved), [moved])
  useEffect(() => {
    if (listedIndex < 0) return
    rememberPlace(area, { id, index: listedIndex })
    if (page !== listState.page) rememberPage(area, listState, page)
  }, [area, id, listedIndex, page, listState])

  const steps: Record<Direction, Step | undefined> = {
    previous: index > 0 ? stepTo(here.records[index - 1], page) : stepTo(before.records.at(-1), page - 1),
    next: after < here.records.length ? stepTo(here.records[after], page) : stepTo(beyond.records[0], page + 1),
  }
  const go = (direction: Direction) => {
    const step = isOf ? steps[direction] : undefined
    // A key pressed before the answer arrives is kept.
    early = !step && [here, before, beyond].some(({ isComing }) => isComing) ? { pathname, direction } : null
    if (!step) return
    const form = pathname.endsWith('/edit') ? '/edit' : ''
    // Remembers the new page for the way back; a form may still cancel leaving.
    if (!form) rememberPage(area, listState, step.page)
    // Replaces this record in the history: the way back leads to the list.
    navigate(`${area.path}/${step.record.id}${form}`, { replace: true, state: { page: step.page } })
  }
  useEffect(() => {
    if (early?.pathname === pathname && isOf && steps[early.direction]) go(early.direction)
  })
  return {
    previous: steps.previous?.record,
    next: steps.next?.record,
    position: listedIndex >= 0 ? (page - 1) * listState.size + listedIndex + 1 : null,
    total: isOf ? total : undefined,
    go,
  }
}

/** A step that was requested before its target was known. */
let early: { pathname: string; direction: Direction } | null = null

const rememberPage = (area: Area, { preview: _, ...list }: ListAddress, page: number) =>
  rememberList(area, writeAddress({ ...list, page }, readList(listName(area)).size).toString())

const has = (records: readonly AnyRecord[], id: number) => records.some((record) => record.id === id)

const stepTo = (record: AnyRecord | undefined, page: number): Step | undefined => record && { record, page }

const usePageOf = (area: Area, address: ListAddress, isWanted: boolean) => {
  const { query, result } = useList<AnyRecord, HttpError>({
    ...listRequest(area, address),
    queryOptions: { enabled: isWanted, retry: 1, placeholderData: undefined },
  })
  return {
    records: isWanted ? result.data : [],
    total: query.data ? result.total : undefined,
    isComing: isWanted && query.isLoading,
  }
}
