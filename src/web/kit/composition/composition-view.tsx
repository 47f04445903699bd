import Box from '@mui/material/Box'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { garmentComponents } from '#shared/trade/composition.ts'
import { compositionRowsOf, type StoredCompositionRow } from '#shared/trade/composition-rows.ts'
import { compositionText, qualifiedName } from '#shared/trade/composition-text.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, language, t } from '#web/i18n.ts'

/** A record's composition in the wording of labels, one line per part; parts are named if the area has several kinds. */
export function CompositionView({ area, name, record }: Props) {
  const lines = compositionLines(area, name, record)
  if (lines.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('composition.none')}</Box>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {lines.map(({ component, label, text }) => (
        <li key={component}>{label ? t('composition.of_part', { component: label, text }) : text}</li>
      ))}
    </Box>
  )
}

interface Props {
  /** The area with the rows field `name`. */
  area: Area
  name: string
  record: Readonly<Record<string, unknown>>
}

/** The composition of a record by part, in the reader's language. A yarn is one part without a label. */
export const compositionLines = (
  area: Area,
  name: string,
  record: Props['record'],
): { component: string; label: string; text: string }[] => {
  const child = register.get(area.fields[name]?.options.to ?? '')
  const rows = compositionRowsOf(record, name)
  const nameOf = (_: number, row: StoredCompositionRow) =>
    qualifiedName(mentionTitle(mentionOf(row as unknown as Props['record'], 'fibre_id')), row, language())
  return garmentComponents.flatMap((component) => {
    const partRows = rows.filter((row) => row.component === component)
    if (partRows.length === 0) return []
    const label = child.fields.component ? choiceLabel(child, 'component', component) : ''
    return [{ component, label, text: compositionText(partRows, nameOf, language()) }]
  })
}
