import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { register } from '#register'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { Filter } from '#shared/kit/filter.ts'
import { useTitles } from '#web/fields/titles.ts'
import { format, t } from '#web/i18n.ts'
import { filterText } from './filter-text'

/** A filter of the list in words; a click edits it, the cross removes it. */
export function FilterChip({ area, filter, onEdit, onRemove }: FilterChipProps) {
  const field = allFields(area)[filter.field]
  const target = field?.kind === 'reference' ? register.find(field.options.to ?? '') : undefined
  const titles = useTitles(target, target ? filter.values : [])
  const text = filterText(area, filter, titles)
  return (
    <Box
      sx={({ palette }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        flexShrink: 0,
        height: { xs: 44, sm: 30 },
        borderRadius: 1,
        fontSize: 13,
        bgcolor: palette.tones.neutral.tint,
        color: palette.tones.neutral.text,
      })}
    >
      <ButtonBase
        data-printed
        onClick={(event) => onEdit(event.currentTarget)}
        title={text}
        sx={{ height: '100%', pl: 1.25, pr: 0.5, borderRadius: 1, maxWidth: 320 }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {text}
        </Box>
      </ButtonBase>
      <ButtonBase
        aria-label={t('kit.filter.remove', { filter: text })}
        onClick={onRemove}
        sx={{ width: { xs: 44, sm: 26 }, height: '100%', borderRadius: 1 }}
      >
        <CloseRounded sx={{ fontSize: 16 }} />
      </ButtonBase>
    </Box>
  )
}

interface FilterChipProps {
  area: Area
  filter: Filter
  onEdit: (anchor: HTMLElement) => void
  onRemove: () => void
}

/** A condition of the address that the list does not know and therefore ignores. */
export function UnknownChip({ condition, onRemove }: { condition: string; onRemove: () => void }) {
  const text = t('kit.filter.unknown', { condition })
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        flexShrink: 0,
        height: { xs: 44, sm: 30 },
        pl: 1.25,
        borderRadius: 1,
        fontSize: 13,
        bgcolor: palette.tones.warning.tint,
        color: palette.tones.warning.text,
      })}
    >
      <Box component="span" sx={{ maxWidth: 360, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {text}
      </Box>
      <ButtonBase
        aria-label={t('kit.filter.remove_unknown', { condition })}
        onClick={onRemove}
        sx={{ width: { xs: 44, sm: 26 }, height: '100%', borderRadius: 1 }}
      >
        <CloseRounded sx={{ fontSize: 16 }} />
      </ButtonBase>
    </Box>
  )
}

/** A preset that can be toggled, with the number of records that it shows. */
export function PresetChip({ label, count, active, onToggle }: PresetChipProps) {
  return (
    <ButtonBase
      aria-pressed={active}
      onClick={onToggle}
      sx={({ palette }) => ({
        flexShrink: 0,
        height: { xs: 44, sm: 30 },
        pl: 1.25,
        pr: 1,
        fontSize: 13,
        borderRadius: 1,
        border: 1,
        borderColor: active ? palette.focus : palette.divider,
        bgcolor: active ? palette.surfaces.chosen : 'transparent',
        fontWeight: active ? 500 : 400,
        whiteSpace: 'nowrap',
        '&:hover': { bgcolor: active ? palette.surfaces.chosen : palette.surfaces.hover },
      })}
    >
      {label}{' '}
      <Box component="span" className="tabular" sx={countStyle}>
        {count === undefined ? '' : format.number(count)}
      </Box>
    </ButtonBase>
  )
}

/** Counts are loaded after the list: room for three digits is reserved, so that no chip moves. */
const countStyle = {
  display: 'inline-block',
  // Tabular figures are slightly wider than the default zero that defines `ch`.
  minWidth: '3.25ch',
  ml: 0.5,
  fontSize: 12,
  textAlign: 'start',
  color: 'text.secondary',
} as const

interface PresetChipProps {
  label: string
  count?: number
  active: boolean
  onToggle: () => void
}
