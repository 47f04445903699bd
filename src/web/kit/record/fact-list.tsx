import Box from '@mui/material/Box'
import { register } from '#register'
import { type Area, isInternal } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { isWide } from '#web/kit/form/field-section.tsx'
import { Cell, formatValue } from '#web/kit/page/cell.tsx'
import { Named } from './cover'
import { isUnbroken } from './fact'

/** Labelled values of a record, in as many columns as fit. */
export function FactList({ area, record, fields }: Props) {
  return (
    <Box component="dl" sx={factGrid}>
      {fields.map((name) => (
        <Box key={name} data-internal={isInternal(area, name) || undefined} sx={gridColumnOf(area, name, record)}>
          <Box component="dt" sx={{ fontSize: 12, fontWeight: 500, lineHeight: '16px', color: 'text.secondary' }}>
            {fieldLabel(area, name)}
          </Box>
          <Box component="dd" sx={{ m: 0, mt: 0.25, overflowWrap: 'anywhere' }}>
            {logoOf(area, name, record) ?? <Cell area={area} name={name} record={record} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/**
 * Long texts take the full width; on phones also values with a word, such as an e-mail address, longer than half of it.
 */
const gridColumnOf = (area: Area, name: string, record: Props['record']) => {
  if (isWide(area, name)) return { gridColumn: '1 / -1' }
  return {
    minWidth: 0,
    ...(isUnbroken(formatValue(area, name, record)) && { gridColumn: { xs: '1 / -1', sm: 'auto' } }),
  }
}

/** The value of a reference with its record's logo; null for areas without logos. */
const logoOf = (area: Area, name: string, record: Props['record']) => {
  const targetName = area.fields[name]?.options.to
  const target = targetName ? register.get(targetName) : null
  const id = record[name]
  return target?.logos && typeof id === 'number' ? (
    <Named area={target} id={id} name={formatValue(area, name, record)}>
      <Cell area={area} name={name} record={record} />
    </Named>
  ) : null
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
