import Box from '@mui/material/Box'
import type { Area } from '../../shared/area'
import { fieldLabel } from '../i18n'
import { Cell } from './cell'
import { isWide } from './field-section'

/** Fields of a record with their labels, as many beside each other as there is room for. */
export function FactList({ area, record, fields }: Props) {
  return (
    <Box component="dl" sx={factGrid}>
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

const factGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(208px, 1fr))' },
  columnGap: 3,
  rowGap: 2,
  m: 0,
} as const
