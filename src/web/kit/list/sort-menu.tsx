import AddRounded from '@mui/icons-material/AddRounded'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { Sort } from '#shared/kit/filter.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { fieldRights } from '#web/providers/permission.ts'

/** Edits the sort order of a list: up to four fields, the most significant first. */
export function SortMenu({ area, sort, anchor, onChange, onClose }: Props) {
  const fields = sortableFields(area)
  const unused = fields.filter((name) => !sort.some(({ field }) => field === name))
  const replace = (index: number, next: Sort) =>
    onChange(sort.map((item, position) => (position === index ? next : item)))
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('kit.sort.title'), sx: { p: 2, width: 340, mt: 0.5 } } }}
    >
      <Stack spacing={1}>
        {sort.length === 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('kit.sort.usual')}</Box>}
        {sort.map(({ field, desc }, index) => (
          <Box key={field} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
            <NativeSelect
              fullWidth
              value={field}
              onChange={(event) => replace(index, { field: event.target.value, desc })}
              input={<OutlinedInput size="small" />}
              inputProps={{ 'aria-label': t('kit.sort.by', { position: index + 1 }) }}
            >
              {[field, ...unused].map((name) => (
                <option key={name} value={name}>
                  {fieldLabel(area, name)}
                </option>
              ))}
            </NativeSelect>
            <IconButton
              aria-label={desc ? t('kit.sort.descending') : t('kit.sort.ascending')}
              title={desc ? t('kit.sort.descending') : t('kit.sort.ascending')}
              onClick={() => replace(index, { field, desc: !desc })}
            >
              {desc ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
            </IconButton>
            <IconButton
              aria-label={t('kit.sort.remove', { field: fieldLabel(area, field) })}
              onClick={() => onChange(sort.filter((_, position) => position !== index))}
            >
              <CloseRounded />
            </IconButton>
          </Box>
        ))}
        {sort.length < 4 && unused[0] && (
          <Button
            size="small"
            startIcon={<AddRounded />}
            sx={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...sort, { field: unused[0] ?? '', desc: false }])}
          >
            {t('kit.sort.add')}
          </Button>
        )}
      </Stack>
    </Popover>
  )
}

interface Props {
  area: Area
  sort: readonly Sort[]
  anchor: HTMLElement
  onChange: (sort: Sort[]) => void
  onClose: () => void
}

const sortableFields = (area: Area): string[] => {
  const { mayRead } = fieldRights()
  return Object.entries(allFields(area))
    .filter(([name, field]) => field.options.sort && name !== 'id' && mayRead(area, name))
    .map(([name]) => name)
}
