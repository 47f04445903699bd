import Box from '@mui/material/Box'
import { register } from '#register'
import { type Area, allFields } from '#shared/kit/area.ts'
import type { RecordContext, ReportedChange } from '#shared/kit/merge.ts'
import type { Values } from '#shared/kit/schema.ts'
import { mentionOf, mentionTitle, useTitles } from '#web/fields/titles.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { inSentence } from '#web/kit/page/list-labels.ts'

/** A list of changes in the reader's language: `PO line 10 · M · Quantity: 120 → 96`. */
export function ChangeList({ changes, currency }: { changes: readonly ReportedChange[]; currency?: unknown }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 13, '& > li': { py: 0.25, overflowWrap: 'anywhere' } }}>
      {changes.map(({ context, field, before, after, followers }) => (
        <li key={`${keyOf(context)}${field ?? ''}`}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <PathName context={context} field={field} />
            {t('kit.colon')}
          </Box>
          {field === null ? (
            t(after ? 'editing.merge.row_new' : 'editing.merge.row_gone')
          ) : (
            <>
              <Box component="del" sx={{ color: 'text.secondary' }}>
                <ValueText area={context.area} name={field} record={before} currency={currency} />
              </Box>
              {' → '}
              <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 500 }}>
                <ValueText area={context.area} name={field} record={after} currency={currency} />
              </Box>
              {followers > 0 && ` ${t('editing.merge.with_rows', { count: followers })}`}
            </>
          )}
        </li>
      ))}
    </Box>
  )
}

/** The path of a field in a document: the names of its rows, then the field's label. */
export function PathName({ context, field }: { context: RecordContext; field: string | null }) {
  return (
    <>
      {placesOf(context).map((step) => (
        <span key={keyOf(step)}>
          <RowName context={step} />
          {(field || step !== context) && ' · '}
        </span>
      ))}
      {field && fieldLabel(context.area, field)}
    </>
  )
}

/** The value of a field as text. Titles of references are fetched if the record does not contain them. */
export function ValueText({ area, name, record, currency }: WrittenProps) {
  const field = allFields(area)[name]
  const value = record?.[name]
  const isForeign = field?.kind === 'reference' && value && record && !mentionOf(record, name)
  const titles = useTitles(
    isForeign ? register.find(field.options.to ?? '') : undefined,
    isForeign ? [Number(value)] : [],
  )
  if (isForeign) return titles.get(String(value)) ?? `#${value}`
  const rowCurrency =
    typeof record?.currency === 'string' ? undefined : typeof currency === 'string' ? currency : undefined
  return (record && formatValue(area, name, record, rowCurrency)) || t('kit.history.empty')
}

interface WrittenProps {
  area: Area
  name: string
  record: Values | undefined
  currency?: unknown
}

/** A unique key of a record within the document. */
export const keyOf = ({ area, record, parent }: RecordContext): string =>
  `${parent ? keyOf(parent) : ''}${area.name} ${record.id ?? JSON.stringify(record)} `

/** The rows that lead to this one, from the outermost, without the document itself. */
const placesOf = (context: RecordContext): RecordContext[] =>
  context.parent ? [...placesOf(context.parent), context] : []

function RowName({ context: { area, record } }: { context: RecordContext }) {
  const [keyReference = ''] = (area.key ?? []).filter((name) => area.fields[name]?.kind === 'reference')
  const title = record[area.title]
  const mention = mentionOf(record, keyReference)
  const target = register.find(area.fields[keyReference]?.options.to ?? '')
  const id = record[keyReference]
  const titles = useTitles(!mention && target && typeof id === 'number' ? target : undefined, [String(id)])
  const named = keyReference ? mentionTitle(mention) || titles.get(String(id)) : title ? String(title) : undefined
  if (named) return keyReference ? named : t('editing.merge.row_place', { area: areaName(area, true), name: named })
  return t('editing.merge.new_row', { area: inSentence(areaName(area, true)) })
}
