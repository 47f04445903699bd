import AddRounded from '@mui/icons-material/AddRounded'
import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded'
import SwapVertRounded from '@mui/icons-material/SwapVertRounded'
import ViewColumnRounded from '@mui/icons-material/ViewColumnRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Filter } from '#shared/kit/filter.ts'
import { loadAllAreas, t } from '#web/i18n.ts'
import { Afterwards } from '#web/loading/afterwards.tsx'
import { MountOnce } from '#web/loading/mount-once.tsx'
import { ExportButton } from './export-button'
import { FilterBar, SearchBox } from './filter-bar'
import { FilterChip, UnknownChip } from './filter-chips'
import { PresetRow } from './preset-row'
import { otherFilters, type Preset, readablePresets } from './presets'
import type { AreaListState } from './use-area-list'

const FilterEditor = lazy(() => import('./filter-editor').then((module) => ({ default: module.FilterEditor })))
const SortMenu = lazy(() => import('./sort-menu').then((module) => ({ default: module.SortMenu })))
// If it fails to load, the list works without it.
const SavedViewChip = lazy(() =>
  import('#web/kit/views/chip.tsx').then(
    (module) => ({ default: module.SavedViewChip }),
    () => ({ default: () => null }),
  ),
)
const ViewMenu = lazy(async () => {
  const [module] = await Promise.all([import('#web/kit/views/menu.tsx'), loadAllAreas()])
  return { default: module.ViewMenu }
})

/** The bar above a list: search, presets, filters, sort order, columns and views, export. */
export function ListBar({ list, presets: all, hasViews = list.hasColumns, tools }: Props) {
  const { area, address, change, hasColumns } = list
  const presets = readablePresets(area, all)
  const [openPopup, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const filtersOutsidePreset = otherFilters(presets, address.filters)
  const apply = (next: Filter, previous: Filter | null) => {
    const remaining = address.filters.filter(
      (filter) => filter !== previous && !(filter.field === next.field && filter.op === next.op),
    )
    change({ filters: [...remaining, next] })
    close()
  }
  return (
    // The reserved height keeps the list below in place: one line, with presets two or three on narrow screens.
    <FilterBar room={presets.length > 0 ? { xs: 164, sm: 128, md: 52 } : { xs: 60, sm: 52 }}>
      <Afterwards>
        <SearchBox value={address.q} onChange={(q) => change({ q })} />
        <MountOnce when={!list.isLoading && hasViews}>
          <SavedViewChip list={list} onOpen={(anchor) => setOpen({ what: 'view', anchor })} />
        </MountOnce>
        <Box
          sx={{
            display: 'flex',
            gap: 0.75,
            alignItems: 'center',
            flex: { xs: '1 0 100%', md: 1 },
            order: { xs: 3, md: 0 },
            minWidth: 0,
            overflowX: 'auto',
            scrollbarWidth: 'none',
            p: '3px',
            m: '-3px',
            '&:empty': { display: 'none' },
          }}
        >
          {presets.length > 0 && <PresetRow list={list} presets={presets} />}
          {address.unknown?.map((condition) => (
            <UnknownChip key={condition} condition={condition} onRemove={() => change({ unknown: [] })} />
          ))}
          {filtersOutsidePreset.map((filter) => (
            <FilterChip
              key={filter.field + filter.op}
              area={area}
              filter={filter}
              onEdit={(anchor) => setOpen({ what: 'filter', anchor, filter })}
              onRemove={() => change({ filters: address.filters.filter((other) => other !== filter) })}
            />
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 0.5, flexShrink: 0, order: { xs: 4, md: 0 } }}>
          <Button
            size="small"
            startIcon={<AddRounded />}
            aria-haspopup="dialog"
            onClick={(event) => setOpen({ what: 'filter', anchor: event.currentTarget, filter: null })}
          >
            {t('kit.filter.add')}
          </Button>
          {(address.filters.length > 0 || address.q) && (
            <Button size="small" onClick={() => change({ filters: [], q: '' })}>
              {t('kit.filter.clear')}
            </Button>
          )}
        </Box>
        <Box sx={{ display: 'flex', ml: 'auto' }}>
          <Tool
            label={t('kit.sort.title')}
            onClick={(anchor) => setOpen({ what: 'sort', anchor })}
            isOn={address.sort.length > 0}
          >
            <SwapVertRounded />
          </Tool>
          {hasViews && (
            <Tool
              label={t(hasColumns ? 'kit.view.title' : 'views.title')}
              onClick={(anchor) => setOpen({ what: 'view', anchor })}
            >
              {hasColumns ? <ViewColumnRounded /> : <BookmarkBorderRounded />}
            </Tool>
          )}
          {tools}
          {hasColumns && <ExportButton list={list} />}
        </Box>
        <Suspense>
          {openPopup?.what === 'filter' && (
            <FilterEditor
              area={area}
              filter={openPopup.filter}
              anchor={openPopup.anchor}
              onApply={(next) => apply(next, openPopup.filter)}
              onClose={close}
            />
          )}
          {openPopup?.what === 'sort' && (
            <SortMenu
              area={area}
              sort={address.sort}
              anchor={openPopup.anchor}
              onChange={(sort) => change({ sort })}
              onClose={close}
            />
          )}
          {openPopup?.what === 'view' && <ViewMenu list={list} anchor={openPopup.anchor} onClose={close} />}
        </Suspense>
      </Afterwards>
    </FilterBar>
  )
}

interface Props {
  list: AreaListState
  presets: readonly Preset[]
  hasViews?: boolean
  /** Further buttons, after those for sort order and views. */
  tools?: ReactNode
}

type Open =
  | { what: 'filter'; anchor: HTMLElement; filter: Filter | null }
  | { what: 'sort' | 'view'; anchor: HTMLElement }

function Tool({ label, onClick, isOn, children }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        onClick={(event) => onClick(event.currentTarget)}
        color={isOn ? 'secondary' : 'default'}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}
interface ToolProps {
  label: string
  onClick: (anchor: HTMLElement) => void
  isOn?: boolean
  children: ReactNode
}
