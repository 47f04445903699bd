import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { SavedView } from '#shared/kit/saved-view.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { fieldLabel, t } from '#web/i18n.ts'
import { type Density, rowHeights } from '#web/kit/list/density.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { SavedViewForm } from './form'
import { SavedViewList } from './list'

/**
 * The saved views of a list, and its density and columns with their order. The first column links the record and cannot
 * be hidden.
 */
export function ViewMenu({ list, anchor, onClose }: Props) {
  const [edited, setEdited] = useState<SavedView | null | undefined>(undefined)
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t(list.hasColumns ? 'kit.view.title' : 'views.title'),
          sx: { width: 320, mt: 0.5, maxHeight: '80vh', display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      {edited === undefined ? (
        <>
          <SavedViewList list={list} onEdit={setEdited} onClose={onClose} />
          {list.hasColumns && <Columns list={list} />}
        </>
      ) : (
        <SavedViewForm list={list} view={edited} onBack={() => setEdited(undefined)} onClose={onClose} />
      )}
    </Popover>
  )
}

interface Props {
  list: AreaListState
  anchor: HTMLElement
  onClose: () => void
}

/** Density and columns; hidden on phones, where records are cards. */
function Columns({ list: { area, columns, initialColumns, density, change } }: { list: AreaListState }) {
  const hiddenColumns = selectableFields(area).filter((name) => !columns.includes(name))
  const setColumns = (next: string[]) => change({ columns: next })
  const swap = (index: number, otherIndex: number) => {
    const next = [...columns]
    ;[next[index], next[otherIndex]] = [columns[otherIndex] ?? '', columns[index] ?? '']
    setColumns(next)
  }
  return (
    <Box
      sx={{
        display: { xs: 'none', sm: 'flex' },
        flexDirection: 'column',
        minHeight: 0,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ p: 2, pb: 1 }}>
        <OptionRow
          id="list-density"
          label={t('kit.view.density')}
          options={(Object.keys(rowHeights) as Density[]).map((value) => ({
            value,
            label: t(`kit.view.densities.${value}`),
          }))}
          value={[density]}
          onChange={([next]) => change({ density: next as Density })}
        />
      </Box>
      <Box sx={{ overflow: 'auto', px: 2, flex: 1, display: 'flex', flexDirection: 'column' }}>
        {columns.map((name, index) => (
          <Box key={name} sx={{ display: 'flex', alignItems: 'center' }}>
            <Choice
              label={fieldLabel(area, name)}
              checked
              disabled={index === 0}
              onToggle={() => setColumns(columns.filter((other) => other !== name))}
            />
            <IconButton
              size="small"
              aria-label={t('kit.view.earlier', { column: fieldLabel(area, name) })}
              disabled={index < 2}
              onClick={() => swap(index, index - 1)}
            >
              <ArrowUpwardRounded sx={{ fontSize: 16 }} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('kit.view.later', { column: fieldLabel(area, name) })}
              disabled={index === 0 || index === columns.length - 1}
              onClick={() => swap(index, index + 1)}
            >
              <ArrowDownwardRounded sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        ))}
        {hiddenColumns.map((name) => (
          <Choice key={name} label={fieldLabel(area, name)} onToggle={() => setColumns([...columns, name])} />
        ))}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button size="small" onClick={() => setColumns([...initialColumns])}>
          {t('kit.view.reset')}
        </Button>
      </Box>
    </Box>
  )
}

function Choice({ label, checked = false, disabled, onToggle }: ChoiceProps) {
  return (
    <FormControlLabel
      sx={{ flex: '1 0 auto', mr: 0, minWidth: 0 }}
      slotProps={{ typography: { sx: { fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis' } } }}
      control={<Checkbox size="small" sx={{ p: 0.5, mr: 0.5 }} />}
      label={label}
      checked={checked}
      disabled={disabled}
      onChange={onToggle}
    />
  )
}
interface ChoiceProps {
  label: string
  checked?: boolean
  disabled?: boolean
  onToggle: () => void
}

const selectableFields = (area: Area): string[] => {
  const { mayRead } = fieldRights()
  return Object.entries(allFields(area))
    .filter(
      ([name, { kind, options }]) =>
        kind !== 'rows' && !options.filterOnly && name !== 'version' && mayRead(area, name),
    )
    .map(([name]) => name)
}
