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
import { readListPreferences } from '#web/kit/list/preferences.ts'
import { addressIn, listRequest } from '#web/kit/list/use-area-list.ts'
import { rememberedList, rememberedPlace, rememberList, rememberPlace } from '#web/kit/page/list-memory.ts'

/**
 * Buttons to the previous and next record of the list that the person came from, in its order and with its filters, and
 * the record's position in it. Renders nothing if the record is not in that list. Keys: Alt with Page Up and Page Down,
 * K and J.
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

/** The target of a step, and its page of the list. */
interface Step {
  record: AnyRecord
  page: number
}

const useSteps = (area: Area) => {
  const id = Number(useParams().id)
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  // The list state at the time when this record was opened, since the next record's page overwrites it.
  const [{ search, opened }] = useState(() => ({
    search: rememberedList(area),
    opened: Number((state as { page?: number } | null)?.page),
  }))
  const listState = useMemo(
    () => addressIn(area, new URLSearchParams(search ?? ''), readListPreferences(listName(area)).size),
    [area, search],
  )
  // A step to another page passes its number in the navigation state (`opened`). `shift` follows records that have
  // moved to an adjacent page since.
  const [shift, setShift] = useState(0)
  const page = (opened || listState.page) + shift
  const currentPage = usePageOf(area, { ...listState, page }, search !== null && !area.single)
  const listedIndex = currentPage.records.findIndex((record) => record.id === id)
  const remembered = rememberedPlace(area)
  // When a move removed the record from the list, the next record is now at its former index.
  const index = listedIndex >= 0 ? listedIndex : remembered?.id === id ? remembered.index : -1
  const isInList = index >= 0 && currentPage.total !== undefined
  const total = currentPage.total ?? 0
  const nextIndex = listedIndex >= 0 ? index + 1 : index
  const hasMore = page * listState.size < total && (page + 1) * listState.size <= maxDepth
  const previousPage = usePageOf(
    area,
    { ...listState, page: page - 1 },
    isInList && (listedIndex <= 0 || index === 0) && page > 1,
  )
  const nextPage = usePageOf(
    area,
    { ...listState, page: page + 1 },
    isInList && (listedIndex < 0 || nextIndex >= currentPage.records.length) && hasMore,
  )
  const pagesMoved =
    listedIndex >= 0 ? 0 : includesRecord(nextPage.records, id) ? 1 : includesRecord(previousPage.records, id) ? -1 : 0
  // When records were added or removed before this one, it is on an adjacent page.
  useEffect(() => setShift((pages) => pages + pagesMoved), [pagesMoved])
  useEffect(() => {
    if (listedIndex < 0) return
    rememberPlace(area, { id, index: listedIndex })
    if (page !== listState.page) rememberPage(area, listState, page)
  }, [area, id, listedIndex, page, listState])

  const steps: Record<Direction, Step | undefined> = {
    previous: index > 0 ? stepTo(currentPage.records[index - 1], page) : stepTo(previousPage.records.at(-1), page - 1),
    next:
      nextIndex < currentPage.records.length
        ? stepTo(currentPage.records[nextIndex], page)
        : stepTo(nextPage.records[0], page + 1),
  }
  const go = (direction: Direction) => {
    const step = isInList ? steps[direction] : undefined
    // A step requested before the neighbours are loaded is made as soon as they are.
    pendingStep =
      !step && [currentPage, previousPage, nextPage].some(({ isLoading }) => isLoading) ? { pathname, direction } : null
    if (!step) return
    const form = pathname.endsWith('/edit') ? '/edit' : ''
    // The link back leads to the new page. Not from a form, as its guard may cancel the navigation.
    if (!form) rememberPage(area, listState, step.page)
    // The record is replaced in the browser's history, so that the back button leads to the list.
    navigate(`${area.path}/${step.record.id}${form}`, { replace: true, state: { page: step.page } })
  }
  useEffect(() => {
    if (pendingStep?.pathname === pathname && isInList && steps[pendingStep.direction]) go(pendingStep.direction)
  })
  return {
    previous: steps.previous?.record,
    next: steps.next?.record,
    position: listedIndex >= 0 ? (page - 1) * listState.size + listedIndex + 1 : null,
    total: isInList ? total : undefined,
    go,
  }
}

/** A step that was requested before its target was loaded. */
let pendingStep: { pathname: string; direction: Direction } | null = null

const rememberPage = (area: Area, { preview: _, ...list }: ListAddress, page: number) =>
  rememberList(area, writeAddress({ ...list, page }, readListPreferences(listName(area)).size).toString())

const includesRecord = (records: readonly AnyRecord[], id: number) => records.some((record) => record.id === id)

const stepTo = (record: AnyRecord | undefined, page: number): Step | undefined => record && { record, page }

const usePageOf = (area: Area, address: ListAddress, isEnabled: boolean) => {
  const { query, result } = useList<AnyRecord, HttpError>({
    ...listRequest(area, address),
    queryOptions: { enabled: isEnabled, retry: 1, placeholderData: undefined },
  })
  return {
    records: isEnabled ? result.data : [],
    total: query.data ? result.total : undefined,
    isLoading: isEnabled && query.isLoading,
  }
}
