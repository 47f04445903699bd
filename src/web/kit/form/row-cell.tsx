import Box from '@mui/material/Box'
import { useId } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { BareInput, useFieldError, useMayEdit, useRow } from './field'
import { alignOf } from './row-columns'

/** The input of a field in a row, labelled by column and position, with its error below; text for read-only fields. */
export function RowCell({ area, name, prefix, position }: RowCellProps) {
  const mayEdit = useMayEdit(area, name, prefix)
  const row = useRow(prefix)
  const error = useFieldError(prefix + name)
  const id = useId()
  const field = area.fields[name]
  if (!field) return null
  if (!mayEdit)
    return (
      <Box sx={{ px: 1, textAlign: alignOf(area, name), lineHeight: '36px' }}>
        <Cell area={area} name={name} record={row} />
      </Box>
    )
  return (
    <>
      <BareInput
        area={area}
        name={name}
        field={field}
        path={prefix + name}
        id={id}
        label={t('kit.rows.cell', { field: fieldLabel(area, name), position })}
        inLine
        invalid={Boolean(error)}
        {...(error ? { describedBy: `${id}-error` } : {})}
      />
      {error && (
        <Box id={`${id}-error`} role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 0.25 }}>
          {error}
        </Box>
      )}
    </>
  )
}

interface RowCellProps {
  area: Area
  name: string
  prefix: string
  /** One-based position of the row. */
  position: number
}
