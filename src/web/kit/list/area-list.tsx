import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mayMove, type Tone } from '#shared/kit/lifecycle.ts'
import { maxDepth } from '#shared/kit/list-query.ts'
import { areaName, format, hasText, loadAllAreas, t } from '#web/i18n.ts'
import { ImportButton } from '#web/kit/import/import-button.tsx'
import { inSentence, listTitle, worklistKey } from '#web/kit/page/list-labels.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { Draw } from '#web/loading/preloadable.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { can, fieldRights, mayImport } from '#web/providers/permission.ts'
import { useSession } from '#web/providers/session.ts'
import type { AreaColumn } from './grid-columns'
import { writeAddress } from './list-address'
import { ListBar } from './list-bar'
import { ListFooter } from './list-footer'
import { type Preset, statePresets } from './presets'
import { areaCards, areaGrid } from './rows'
import { type AreaListState, useAreaList } from './use-area-list'

// Loaded on demand, as the first render of a list does not show them.
const PortfolioNote = lazy(async () => {
  const [{ PortfolioNote }] = await Promise.all([import('./portfolio-note'), loadAllAreas()])
  return { default: PortfolioNote }
})
const SelectionBar = lazy(async () => {
  const [{ SelectionBar }] = await Promise.all([import('#web/kit/bulk/selection-bar.tsx'), loadAllAreas()])
  return { default: SelectionBar }
})
const RecordPreview = lazy(async () => {
  const [{ RecordPreview }] = await Promise.all([import('#web/kit/record/record-preview.tsx'), loadAllAreas()])
  return { default: RecordPreview }
})

/** The standard list screen of an area, which can be extended by presets, row marks and cells. */
export function AreaList({ area, columns, ...view }: AreaListProps) {
  return <ListView list={useAreaList(area, columns)} {...view} />
}

/** `AreaList` for screens that create the list state themselves. */
export function ListView({
  list,
  presets,
  rowMark,
  cellOverrides,
  card,
  headingOf,
  back,
  actions,
  chosen,
}: ListViewProps) {
  const { area } = list
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const rows = { list, rowMark, selectable: maySelect(list), edits: editsOf(area), headingOf }
  const box = useScrollPosition(list)
  const { selection, error } = list
  const isConfined = Boolean(useSession()?.data.portfolio)
  const bar = <ListBar list={list} presets={presets ?? statePresets(area)} />
  const isEmpty = !list.isLoading && list.records.length === 0
  const isTooDeep = list.address.page * list.address.size > maxDepth
  return (
    <Page
      title={listTitle(area)}
      back={back}
      facts={
        isConfined && (
          <Suspense>
            <PortfolioNote area={area} />
          </Suspense>
        )
      }
      actions={<ListActions area={area}>{actions}</ListActions>}
      fit={isPhone ? undefined : 'window'}
    >
      <Box
        ref={box}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minHeight: { sm: 400 },
          borderRadius: 1,
          overflow: { sm: 'hidden' },
          bgcolor: { sm: 'background.paper' },
        }}
      >
        {selection.rows.size > 0 || selection.all ? (
          <Suspense fallback={bar}>
            <SelectionBar list={list}>{chosen?.(list)}</SelectionBar>
          </Suspense>
        ) : (
          bar
        )}
        <Box sx={{ display: 'flex', flex: 1, minHeight: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
          {error && !isTooDeep ? (
            <FailedState error={error} onRetry={list.refetch} />
          ) : isEmpty || isTooDeep ? (
            <NoRecords list={list} />
          ) : (
            // The rows are loaded with the screen, except after a change of the window's width. The fallback's height
            // keeps the content below in place.
            <Suspense fallback={<Box sx={{ flex: 1, minHeight: { xs: '100svh', sm: 0 } }} />}>
              {isPhone ? (
                <Draw page={areaCards} with={{ ...rows, card }} />
              ) : (
                <Draw page={areaGrid} with={{ ...rows, density: list.density, cellOverrides }} />
              )}
            </Suspense>
          )}
          {list.address.preview && (
            <Suspense>
              <RecordPreview list={list} id={list.address.preview} />
            </Suspense>
          )}
        </Box>
        {(!error || isTooDeep) && <ListFooter list={list} />}
      </Box>
    </Page>
  )
}

export interface AreaListProps extends Omit<ListViewProps, 'list'> {
  area: Area
  /** Initial columns, else the declared ones. */
  columns?: readonly string[]
}

interface ListViewProps {
  list: AreaListState
  /** By default one preset per state. */
  presets?: readonly Preset[]
  /** The tone of the mark at a row's left edge, which shows a problem. Must be a stable function. */
  rowMark?: (record: AnyRecord) => Tone | null
  /** Overrides of column definitions by field. Must be a stable object. */
  cellOverrides?: Readonly<Record<string, Partial<AreaColumn>>>
  /** The content of a card on phones. */
  card?: (record: AnyRecord) => ReactNode
  /** The group of a record; a heading is shown where it changes. Must be a stable function. */
  headingOf?: (record: AnyRecord) => string
  /** The parent list, for lists that are not in the menu. */
  back?: { to: string; label: string }
  /** Actions in addition to creating and importing. */
  actions?: ReactNode
  /** Actions on selected records in addition to bulk edit and moves. */
  chosen?: (list: AreaListState) => ReactNode
}

/** The buttons of a list's head: import, and `New` as its only filled button. */
export function ListActions({ area, children }: { area: Area; children?: ReactNode }) {
  return (
    <>
      {children}
      {mayImport(area) && <ImportButton area={area} />}
      {!area.worklist && !area.partOf && (
        <CanAccess resource={area.name} action="create">
          <Button variant="contained" component={Link} to={`${area.path}/new`} startIcon={<AddRounded />}>
            {t('kit.list.new', { name: inSentence(areaName(area, true)) })}
          </Button>
        </CanAccess>
      )}
    </>
  )
}

/**
 * The empty state of a list: without matches a button to clear the filters, else what the list is for and the first
 * step.
 */
export function NoRecords({ list }: { list: AreaListState }) {
  const { area, address, change, total } = list
  if (total > 0 || address.page > 1) return <PastTheEnd list={list} />
  const isNarrowed = address.q !== '' || address.filters.length > 0
  if (isNarrowed)
    return (
      <EmptyState title={t('kit.states.nothing_matches')} text={t('kit.states.nothing_matches_help')}>
        <Button variant="outlined" onClick={() => change({ q: '', filters: [] })}>
          {t('kit.filter.clear')}
        </Button>
      </EmptyState>
    )
  if (area.worklist)
    return <EmptyState title={t(worklistKey(area, 'empty'))} text={t(worklistKey(area, 'empty_help'))} />
  const help = `areas.${area.name}.help`
  return (
    <EmptyState
      title={t('kit.states.nothing_yet', { name: inSentence(areaName(area)) })}
      text={hasText(help) ? t(help) : undefined}
    >
      {!area.partOf && (
        <CanAccess resource={area.name} action="create">
          <Button variant="outlined" component={Link} to={`${area.path}/new`}>
            {t('kit.list.new', { name: inSentence(areaName(area, true)) })}
          </Button>
        </CanAccess>
      )}
    </EmptyState>
  )
}

/** The state of a page beyond the last one, with a button to the last page that can be shown. */
function PastTheEnd({ list: { address, change, total } }: { list: AreaListState }) {
  const last = Math.max(1, Math.min(Math.ceil(total / address.size), Math.floor(maxDepth / address.size)))
  const isDeep = total > last * address.size
  return (
    <EmptyState
      title={t(isDeep ? 'kit.states.too_deep' : 'kit.states.past_the_end')}
      text={isDeep ? t('kit.states.too_deep_help', { max: format.number(maxDepth) }) : undefined}
    >
      <Button variant="outlined" onClick={() => change({ page: last })}>
        {last === 1 ? t('kit.states.first_page') : t('kit.states.last_page', { page: format.number(last) })}
      </Button>
    </EmptyState>
  )
}

/** Restores the scroll position once the list is rendered. */
const useScrollPosition = ({ area, address, records }: AreaListState) => {
  const box = useRef<HTMLElement>(null)
  const search = String(writeAddress({ ...address, preview: undefined }))
  const isEmpty = records.length === 0
  useEffect(() => {
    if (isEmpty || !box.current) return
    const unmounted = new AbortController()
    const { current } = box
    void import('./scroll-position').then(({ keepScrollPosition }) =>
      keepScrollPosition(area, search, current, unmounted.signal),
    )
    return () => unmounted.abort()
  }, [area, search, isEmpty])
  return box
}

/** Fields that the person can edit in the list itself. */
const editsOf = (area: Area): readonly string[] =>
  can(area.name, 'edit')
    ? (area.worklist?.edits ?? area.edits ?? []).filter((name) => fieldRights().mayWrite(area, name))
    : []

/** Whether the person has any action on selected records. */
const maySelect = ({ area }: AreaListState): boolean =>
  Object.keys(area.lifecycle?.moves ?? {}).some((move) => mayMove(can, area, move, {}) !== 'role') ||
  (area.worklist ? mayImport(area) : can(area.name, 'edit'))
