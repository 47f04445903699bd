import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useId } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { GarmentComponent } from '#shared/trade/composition.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'

/** A composition row in a form. Rows of a yarn have no component. */
export interface EditedRow {
  id?: number
  component?: GarmentComponent
  fibre_id: number | null
  /** The share as it was typed. */
  pct: string | null
  recycled?: boolean
  organic?: boolean
}

/** Edits a fibre and its share, in one line, on phones in two. */
export function CompositionRowEditor({
  area,
  path,
  row,
  stored,
  position,
  totalId,
  onChange,
  onRemove,
  onKeyDown,
}: Props) {
  const errorId = useId()
  const fibre = useFieldError(`${path}.fibre_id`)
  const pct = useFieldError(`${path}.pct`)
  useShownPath(`${path}.fibre_id`)
  useShownPath(`${path}.pct`)
  const wrong = [fibre, pct].filter((message) => message !== undefined)
  const messages = { fibre_id: fibre, pct }
  return (
    <Box role="group" data-row={path} aria-label={t('kit.rows.position', { position })} sx={rowColumns}>
      {(['fibre_id', 'pct'] as const).map((name) => {
        const field = area.fields[name]
        if (!field) return null
        const { Input } = fieldKinds[field.kind]
        return (
          <Box key={name} sx={{ gridArea: name, minWidth: 0 }} onKeyDown={onKeyDown}>
            <Input
              area={area}
              name={name}
              field={field}
              id={`${errorId}-${name}`}
              label={t('kit.rows.cell', { field: fieldLabel(area, name), position })}
              value={row[name]}
              record={stored}
              onChange={(value) => onChange({ ...row, [name]: value })}
              inLine
              invalid={Boolean(messages[name])}
              describedBy={
                [messages[name] ? errorId : '', name === 'pct' ? totalId : ''].filter(Boolean).join(' ') || undefined
              }
            />
          </Box>
        )
      })}
      <Box sx={{ gridArea: 'more', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {(['recycled', 'organic'] as const).map((name) => (
          <FormControlLabel
            key={name}
            label={fieldLabel(area, name)}
            slotProps={{ typography: { sx: { fontSize: 13 } } }}
            sx={{ mr: 0, minHeight: { xs: 44, sm: 36 } }}
            control={
              <Checkbox
                size="small"
                checked={row[name] === true}
                onChange={(event) => onChange({ ...row, [name]: event.target.checked })}
              />
            }
          />
        ))}
      </Box>
      <IconButton
        size="small"
        aria-label={t('kit.rows.remove', { position })}
        title={t('kit.rows.remove', { position })}
        onClick={onRemove}
        sx={{ gridArea: 'remove', width: { xs: 44, sm: 32 }, height: { xs: 44, sm: 32 } }}
      >
        <DeleteOutlineRounded fontSize="small" />
      </IconButton>
      {wrong.length > 0 && (
        <Box id={errorId} role="alert" sx={{ gridArea: 'wrong', fontSize: 12, color: 'error.main' }}>
          {wrong.join(' ')}
        </Box>
      )}
    </Box>
  )
}

interface Props {
  area: Area
  /** The path of the row in the form. */
  path: string
  row: EditedRow
  /** The row as it was loaded. */
  stored: Readonly<Record<string, unknown>>
  position: number
  /** Id of the element with the part's sum, as the description of the input. */
  totalId: string
  onChange: (row: EditedRow) => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Grid columns of rows and of their headings. */
export const rowColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: '112px minmax(0, 1fr) 44px', sm: 'minmax(160px, 320px) 112px auto 32px' },
  gridTemplateAreas: {
    xs: '"fibre_id fibre_id remove" "pct more more" "wrong wrong wrong"',
    sm: '"fibre_id pct more remove" "wrong wrong wrong wrong"',
  },
  columnGap: 1,
  rowGap: 0.5,
  alignItems: 'center',
  justifyContent: 'start',
} as const
