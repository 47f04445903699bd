import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { register } from '#register'
import { type Area, allFields, rowsOf } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { type AreaListState, defaultColumns } from '#web/kit/list/use-area-list.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { previewOf } from '#web/previews.ts'
import { HttpError } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { RecordActions } from './area-show'
import { FactList } from './fact-list'
import type { OpenRecord } from './record-actions'
import { RowsTable } from './rows-table'
import { useRecord } from './use-record'

/**
 * A preview of a record next to its list: from `md` on a panel that shows the focused row, on smaller screens a
 * full-screen dialog. Escape closes it and returns the focus to the row.
 */
export function RecordPreview({ list, id }: { list: AreaListState; id: number }) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const { change } = list
  useFollow(panel, id, (next) => change({ preview: next }))
  const close = () => {
    rowOf(panel.current, id)?.focus()
    change({ preview: undefined })
  }
  const content = <Content list={list} id={id} titleId={titleId} onClose={close} />
  if (!isWide)
    return (
      <Dialog open fullScreen onClose={close} aria-labelledby={titleId}>
        {content}
      </Dialog>
    )
  return (
    <Box
      component="aside"
      ref={panel}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isBelowDialog(event.target)) close()
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flexShrink: 0,
        width: { md: 368, lg: 432 },
        minHeight: 0,
        borderLeft: 1,
        borderColor: 'divider',
      }}
    >
      {content}
    </Box>
  )
}

function Content({ list, id, titleId, onClose }: ContentProps) {
  const { area, records } = list
  // The id is debounced, so that holding an arrow key does not request every record on the way.
  const requestedId = useDebounced(id, followDelay)
  const { record: loadedRecord, error, refetch } = useRecord(area, requestedId)
  const record = loadedRecord?.id === id ? loadedRecord : undefined
  const listedRecord = records.find((candidate) => candidate.id === id)
  const index = listedRecord ? records.indexOf(listedRecord) : -1
  const showsSkeleton = useDelayed(!record && !error)
  const shownRecord = record ?? listedRecord
  const title = shownRecord ? titleOf(area, shownRecord) : ''
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          px: 1,
          minHeight: { xs: 56, md: 44 },
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Neighbour list={list} index={index - 1} name="previous">
          <ChevronLeftRounded />
        </Neighbour>
        <Neighbour list={list} index={index < 0 ? -1 : index + 1} name="next">
          <ChevronRightRounded />
        </Neighbour>
        <Box sx={{ flex: 1 }} />
        <Button size="small" component={Link} to={`${area.path}/${id}`} sx={{ minHeight: { xs: 44, md: 30 } }}>
          {t('editing.preview.open')}
        </Button>
        <IconButton
          size="small"
          aria-label={t('editing.preview.close')}
          title={t('editing.preview.close')}
          onClick={onClose}
          sx={{ p: { xs: 1.25, md: 0.625 } }}
        >
          <CloseRounded />
        </IconButton>
      </Box>
      <Box
        role="group"
        aria-labelledby={titleId}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="h2" id={titleId} sx={{ m: 0, fontSize: 16, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {title || t('editing.preview.loading')}
          </Box>
          {shownRecord?.status && <StatusChip area={area} status={shownRecord.status} />}
          {shownRecord?.archived_at && <ToneChip tone="neutral">{t('kit.show.archived')}</ToneChip>}
        </Box>
        {error instanceof HttpError && error.statusCode === 404 ? (
          <EmptyState title={t('kit.states.gone')} text={t('kit.states.gone_help')} />
        ) : error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : record ? (
          <Body area={area} record={record} />
        ) : (
          showsSkeleton && <Skeleton variant="rounded" height={240} />
        )}
      </Box>
    </>
  )
}

/** A button to the previous or next record. It stays mounted when the record changes, so that it keeps the focus. */
function Neighbour({ list: { area, records, change }, index, name, children }: NeighbourProps) {
  const neighbour = records[index]
  const label = neighbour
    ? t(`editing.step.${name}`, { title: titleOf(area, neighbour) })
    : t(`editing.step.${name}_none`)
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      disabled={!neighbour}
      onClick={() => neighbour && change({ preview: neighbour.id })}
      sx={{ p: { xs: 1.25, md: 0.625 } }}
    >
      {children}
    </IconButton>
  )
}

interface ContentProps {
  list: AreaListState
  id: number
  titleId: string
  onClose: () => void
}
interface NeighbourProps {
  list: AreaListState
  index: number
  name: 'previous' | 'next'
  children: ReactNode
}

function Body({ area, record }: { area: Area; record: OpenRecord }) {
  const AreaPreview = previewOf(area)
  if (!AreaPreview) return <StandardPreview area={area} record={record} />
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
      <AreaPreview key={record.id} area={area} record={record} />
    </Suspense>
  )
}

/** Actions, facts and the first rows of a record. */
function StandardPreview({ area, record }: { area: Area; record: OpenRecord }) {
  const { mayRead } = fieldRights()
  const fields = defaultColumns(area)
    .filter((name) => ![area.title, 'status', 'currency'].includes(name) && name in allFields(area))
    .filter((name) => formatValue(area, name, record) !== '')
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
        <RecordActions area={area} record={record} />
      </Box>
      <PreviewFacts area={area} record={record} fields={fields} />
      {rowsOf(area)
        .filter(([name]) => mayRead(area, name))
        .map(([name]) => (
          <PreviewRows key={name} area={area} name={name} record={record} />
        ))}
    </>
  )
}

/** A fact list in two columns, for the narrow panel. */
export function PreviewFacts({ area, record, fields }: { area: Area; record: OpenRecord; fields: readonly string[] }) {
  return (
    <Box
      sx={{ fontSize: 13, '& > dl': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 2, rowGap: 1.5 } }}
    >
      <FactList area={area} record={record} fields={fields} />
    </Box>
  )
}

function PreviewRows({ area, name, record }: { area: Area; name: string; record: OpenRecord }) {
  const child = register.get(area.fields[name]?.options.to ?? '')
  const rows = Array.isArray(record[name]) ? record[name] : []
  if (rows.length === 0) return null
  const columns = defaultColumns(child)
    .filter((column) => column !== child.partOf?.by)
    .slice(0, 3)
  return (
    <Box component="section">
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 13, fontWeight: 600 }}>
        {fieldLabel(area, name)}
      </Box>
      <RowsTable area={area} name={name} record={{ ...record, [name]: rows.slice(0, shownRows) }} columns={columns} />
      <MoreRows count={rows.length - shownRows} />
    </Box>
  )
}

/** The number of rows that the preview leaves out. */
export function MoreRows({ count }: { count: number }) {
  if (count <= 0) return null
  return <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>{t('editing.preview.more_rows', { count })}</Box>
}

/** Maximum number of rows in a preview. */
export const shownRows = 6
/** Milliseconds that a row must keep the focus before its record is requested. */
const followDelay = 150

/** Calls `follow` with the id of the grid row that gets the focus. */
const useFollow = (panel: { current: HTMLElement | null }, id: number, follow: (id: number) => void) => {
  const latest = useRef({ id, follow })
  latest.current = { id, follow }
  useEffect(() => {
    const container = panel.current?.parentElement
    const followFocus = (target: EventTarget | null) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"][data-id]') : null
      const focused = Number(row?.dataset.id)
      if (row && container?.contains(row) && focused !== latest.current.id) latest.current.follow(focused)
    }
    const onFocus = ({ target }: FocusEvent) => followFocus(target)
    // The focus may have moved while the preview was being loaded.
    followFocus(document.activeElement)
    container?.addEventListener('focusin', onFocus)
    return () => container?.removeEventListener('focusin', onFocus)
  }, [panel])
}

/** The first cell of a row, without the check box, in the grid next to the panel. */
const rowOf = (panel: HTMLElement | null, id: number) =>
  panel?.parentElement?.querySelector<HTMLElement>(
    `[role="row"][data-id="${id}"] :is([role="rowheader"], [role="gridcell"]):not([data-field="__check__"])`,
  )

const isBelowDialog = (target: EventTarget) => target instanceof Element && target.closest('[role="dialog"]') !== null
