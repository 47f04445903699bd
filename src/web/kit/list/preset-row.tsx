import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useRef, useState } from 'react'
import { format, t } from '#web/i18n.ts'
import { PresetChip } from './filter-chips'
import { activePreset, otherFilters, type Preset, withPreset } from './presets'
import type { AreaListState } from './use-area-list'
import { usePresetCounts } from './use-preset-counts'

/** The presets of a list with their counts; presets that do not fit in the row are in a menu at its end. */
export function PresetRow({ list, presets }: { list: AreaListState; presets: readonly Preset[] }) {
  const { address, change } = list
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const counts = usePresetCounts(list, presets)
  const { row, fitting } = useFitting(
    presets.length,
    JSON.stringify([presets, [...counts], address.filters, address.q]),
  )
  const active = activePreset(presets, address.filters)
  const overflowing = presets.slice(fitting.count)
  const labelOf = (preset: Preset) => countedLabel(preset, counts.get(preset.name))
  const choose = (preset: Preset) => {
    const { filters } = address
    change({ filters: preset === active ? otherFilters(presets, filters) : withPreset(presets, filters, preset) })
  }
  return (
    <Box
      ref={row}
      sx={{ display: 'flex', gap: 0.75, minWidth: { xs: 0, md: 96 }, flex: { xs: 'none', md: '0 1 auto' } }}
    >
      <Box
        sx={{ display: 'flex', gap: 0.75, overflow: { md: 'hidden' }, p: '3px', m: '-3px' }}
        style={fitting.width === null ? undefined : { width: fitting.width, flexShrink: 0 }}
      >
        {presets.map((preset, index) => (
          <Box key={preset.name} sx={{ flexShrink: 0, visibility: index < fitting.count ? 'visible' : 'hidden' }}>
            <PresetChip
              label={preset.label}
              count={counts.get(preset.name)}
              active={preset === active}
              onToggle={() => choose(preset)}
            />
          </Box>
        ))}
      </Box>
      {overflowing.length > 0 && (
        <ButtonBase
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={({ palette }) => {
            const isOn = active !== undefined && overflowing.includes(active)
            return {
              flexShrink: 0,
              height: 30,
              pl: 1.25,
              pr: 0.5,
              fontSize: 13,
              borderRadius: 1,
              border: 1,
              borderColor: isOn ? palette.focus : palette.divider,
              bgcolor: isOn ? palette.surfaces.chosen : 'transparent',
              '&:hover': { bgcolor: palette.surfaces.hover },
            }
          }}
        >
          {active && overflowing.includes(active) ? labelOf(active) : t('kit.list.more_presets')}
          <ExpandMoreRounded sx={{ fontSize: 18 }} />
        </ButtonBase>
      )}
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {overflowing.map((preset) => (
          <MenuItem
            key={preset.name}
            selected={preset === active}
            onClick={() => {
              setAnchor(null)
              choose(preset)
            }}
          >
            {labelOf(preset)}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}

const countedLabel = ({ label }: Preset, count: number | undefined) =>
  count === undefined ? label : `${label} ${format.number(count)}`

/** How many children of a row fit, and their width; measured again when the row or its `content` changes. */
const useFitting = (presetCount: number, content: string) => {
  const row = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState<{ count: number; width: number | null }>({ count: presetCount, width: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has new widths
  useEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const isScrolled = getComputedStyle(element).flexShrink === '0'
      const ends = endsOf(Array.from(element.firstElementChild?.children ?? []))
      const available = element.parentElement === null || isScrolled ? Number.POSITIVE_INFINITY : roomOf(element)
      if ((ends.at(-1) ?? 0) <= available) return setFitting({ count: presetCount, width: null })
      const menuWidth = Math.max(estimatedMenuWidth, (element.children[1]?.clientWidth ?? 0) + gap)
      const count = ends.filter((end) => end <= available - menuWidth).length
      setFitting({ count, width: (ends[count - 1] ?? 0) + 2 * focusRing })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element.parentElement ?? element)
    measure()
    return () => observer.disconnect()
  }, [presetCount, content])
  return { row, fitting }
}

const gap = 6
/** Padding around the chips, so that the outline of a focused chip is not clipped. */
const focusRing = 3
/** Estimated width of the menu's button until it is rendered. */
const estimatedMenuWidth = 120

/** The end position of each child, from the start of the row. */
const endsOf = (children: readonly Element[]): number[] => {
  let end = -gap
  return children.map(({ clientWidth }) => {
    end += clientWidth + gap
    return end
  })
}

/** The width that the row's siblings leave. */
const roomOf = (row: HTMLElement): number => {
  const siblings = Array.from(row.parentElement?.children ?? []).filter((child) => child !== row)
  const used = siblings.reduce((sum, child) => sum + child.getBoundingClientRect().width + gap, 0)
  return (row.parentElement?.clientWidth ?? 0) - used - 2 * focusRing
}
