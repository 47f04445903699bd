import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { register } from '#register'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { FieldContext } from '#web/fields/field-kind.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { mentionOf } from '#web/fields/titles.ts'
import { can } from '#web/providers/permission.ts'
import { StatusChip } from './status-chip'

type Values = Readonly<Record<string, unknown>>

/** The value of a field as text. `currency` is the document's, for rows without a currency of their own. */
export const formatValue = (area: Area, name: string, record: Values, currency?: string | null): string => {
  const field = allFields(area)[name]
  if (!field) return ''
  const context: FieldContext = { area, name, field, record, ...(currency === undefined ? {} : { currency }) }
  return fieldKinds[field.kind].format(record[name], context)
}

/** The value of a field: states as chips, references as links, empty values as a dash. */
export function Cell({ area, name, record, currency }: CellProps) {
  const field = allFields(area)[name]
  const value = record[name]
  if (name === 'status' && typeof value === 'string') return <StatusChip area={area} status={value} />
  const text = formatValue(area, name, record, currency)
  if (!field || text === '')
    return (
      <Box component="span" sx={{ color: 'text.disabled' }}>
        –
      </Box>
    )
  const target = field.kind === 'reference' ? register.get(field.options.to ?? '') : null
  if (target?.path && mentionOf(record, name) && can(target.name, 'read'))
    return (
      <Link component={RouterLink} to={`${target.path}/${value}`} underline="always" sx={linkStyle}>
        {text}
      </Link>
    )
  if (field.kind === 'long_text') return <Box sx={{ whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>{text}</Box>
  return <span className={fieldKinds[field.kind].align === 'right' ? 'tabular' : undefined}>{text}</span>
}

/** Links have the weight of the facts around them, and an underline. */
const linkStyle = {
  color: 'text.primary',
  textDecorationColor: 'divider',
  textUnderlineOffset: '3px',
  '&:hover': { textDecorationColor: 'currentcolor' },
} as const

export interface CellProps {
  area: Area
  name: string
  record: Values
  currency?: string | null
}
