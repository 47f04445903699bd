import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Field } from './field'

/**
 * Fields of a form under a title, in two columns from `md` on; long ones take the full width. Fields that a later step
 * requires (`needed`) are not marked optional.
 */
export function FieldSection({ area, title, help, fields, needed = [] }: FieldSectionProps) {
  return (
    <Section title={title} help={help}>
      <Box sx={fieldGrid}>
        {fields.map((name) => (
          <Box key={name} sx={isWide(area, name) ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
            <Field area={area} name={name} optional={needed.includes(name) ? false : undefined} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}

export interface FieldSectionProps {
  area: Area
  title: string
  help?: string
  fields: readonly string[]
  needed?: readonly string[]
}

/** One column on phones, two from `md`. */
export const fieldGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 3,
  rowGap: 2,
  alignItems: 'start',
} as const

/** Whether a field takes the full width. */
export const isWide = (area: Area, name: string) => {
  const field = area.fields[name]
  return Boolean(field && fieldKinds[field.kind].wide)
}
