import Box from '@mui/material/Box'
import type { Area } from '../../shared/area'
import { fieldLabel } from '../i18n'
import { Cell } from './cell'
import { fieldGrid, isWide } from './field-section'

/** Fields of a record with their labels, two beside each other where there is room. */
export function FactList({ area, record, fields }: Props) {
  return (
    <Box component="dl" sx={{ ...fieldGrid, m: 0 }}>
      {fields.map((name) => (
        <Box key={name} sx={isWide(area, name) ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
          <Box component="dt" sx={{ fontSize: 12, fontWeight: 500, lineHeight: '16px', color: 'text.secondary' }}>
            {fieldLabel(area, name)}
          </Box>
          <Box component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}>
            <Cell area={area} name={name} record={record} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  area: Area
  record: Readonly<Record<string, unknown>>
  fields: readonly string[]
}
