import Box from '@mui/material/Box'
import { register } from '#areas/index.ts'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { RecordContext, ReportedChange } from '#shared/kit/merge.ts'
import type { Values } from '#shared/kit/schema.ts'
import { mentionOf, mentionTitle, useTitles } from '#web/fields/titles.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { inSentence } from '#web/kit/page/list-labels.ts'

/** Changes in words of the reader: `PO line 10 · M · Quantity: 120 → 96`. */
export function ChangeList({ changes, currency }: { changes: readonly ReportedChange[]; currency?: unknown }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 13, '& > li': { py: 0.25, overflowWrap: 'anywhere' } }}>
      {changes.map(({ context: place, field, before, after, followers }) => (
        <li key={`${keyOf(place)}${field ?? ''}`}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <PathName place={place} field={field} />
            {t('kit.colon')}
          </Box>
          {field === null ? (
            t(after ? 'editing.merge.row_new' : 'editing.merge.row_gone')
          ) : (
            <>
              <Box component="del" sx={{ color: 'text.secondary' }}>
                <ValueText area={place.area} name={field} record={before} currency={currency} />
              </Box>
              {' → '}
              <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 500 }}>
                <ValueText area={place.area} name={field} record={after} currency={currency} />
              </Box>
              {followers > 0 && ` ${t('editing.merge.with_rows', { count: followers })}`}
            </>
          )}
        </li>
      ))}
    </Box>
  )
}

/** Where something stands in a document: the rows that lead to it, then the field. */
export function PathName({ place, field }: { place: RecordContext; field: string | null }) {
  return (
    <>
      {placesOf(place).map((one) => (
        <span key={keyOf(one)}>
          <RowName place={one} />
          {(field || one !== place) && ' · '}
        </span>
      ))}
      {field && fieldLabel(place.area, field)}
    </>
  )
}

/** The value of a field in words; titles of references that do not stand beside them are fetched. */
export function ValueText({ area, name, record, currency }: WrittenProps) {
  const field = allFields(area)[name]
  const value = record?.[name]
  const isForeign = field?.kind === 'reference' && value && record && !mentionOf(record, name)
  const titles = useTitles(
    isForeign ? register.find(field.options.to ?? '') : undefined,
    isForeign ? [Number(value)] : [],
  )
  if (isForeign) return titles.get(String(value)) ?? `#${value}`
  const money = typeof record?.currency === 'string' ? undefined : typeof currency === 'string' ? currency : undefined
  return (record && formatValue(area, name, record, money)) || t('kit.history.empty')
}

interface WrittenProps {
  area: Area
  name: string
  record: Values | undefined
  currency?: unknown
}

/** Tells places of one document apart. */
export const keyOf = ({ area, record, parent }: RecordContext): string =>
  `${parent ? keyOf(parent) : ''}${area.name} ${record.id ?? JSON.stringify(record)} `

/** The rows that lead to a place, the document itself left out. */
const placesOf = (place: RecordContext): RecordContext[] => (place.parent ? [...placesOf(place.parent), place] : [])

function RowName({ place: { area, record } }: { place: RecordContext }) {
  const [by = ''] = (area.key ?? []).filter((name) => area.fields[name]?.kind === 'reference')
  const own = record[area.title]
  const mention = mentionOf(record, by)
  const target = register.find(area.fields[by]?.options.to ?? '')
  const id = record[by]
  const titles = useTitles(!mention && target && typeof id === 'number' ? target : undefined, [String(id)])
  const named = by ? mentionTitle(mention) || titles.get(String(id)) : own ? String(own) : undefined
  if (named) return by ? named : t('editing.merge.row_place', { area: areaName(area, true), name: named })
  return t('editing.merge.new_row', { area: inSentence(areaName(area, true)) })
}
