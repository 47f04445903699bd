import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { numberFormsFor } from '#shared/delimited/column-forms.ts'
import {
  type DateForm,
  dateFormNames,
  type NumberForm,
  numberFormNames,
  readDate,
  readInteger,
  readNumber,
} from '#shared/delimited/forms.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'
import type { FileColumn, ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { format, t } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { pathLabel, placeOf } from './field-paths'

/** A field in the mapping: its column or fixed value, sample values, and how they are read. */
export function ColumnRow({ area, record, field, settings, errors, onChange }: Props) {
  const id = useId()
  const { path } = field
  const target = placeOf(area, path)
  if (!target) return null
  const source = settings.mapping[path]
  const column = source && 'column' in source ? record.columns[source.column] : undefined
  const suggestion = record.suggestions.find(({ field: suggestedPath }) => suggestedPath === path)
  const label = pathLabel(area, path)
  const set = (next: ImportSettings['mapping'][string] | null) => {
    const { [path]: _, ...otherMappings } = settings.mapping
    onChange({ ...settings, mapping: next ? { ...otherMappings, [path]: next } : otherMappings })
  }
  const choose = (value: string) => {
    if (value === '') set(null)
    else if (value === 'value') set({ value: target.field.kind === 'flag' ? false : '' })
    else set({ column: Number(value) })
  }
  const { Input } = fieldKinds[target.field.kind]
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      sx={{
        ...rowGrid,
        borderTop: 1,
        borderColor: 'divider',
        py: 1,
        alignItems: 'start',
        '& .MuiOutlinedInput-root': { minHeight: { xs: 44, sm: 36 } },
      }}
    >
      <Box sx={{ minWidth: 0, pt: { md: 1 } }}>
        <Box component="label" id={`${id}-label`} htmlFor={`${id}-source`} sx={{ fontSize: 13, fontWeight: 500 }}>
          {label}
        </Box>
        {(field.key || field.needed) && (
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
            {t(field.key ? 'import.page.key_field' : 'import.page.needed_field')}
          </Box>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <NativeSelect
          fullWidth
          value={source ? ('column' in source ? String(source.column) : 'value') : ''}
          onChange={(event) => choose(event.target.value)}
          error={errors.length > 0}
          sx={{ '& .MuiNativeSelect-icon': { right: 8 } }}
          input={<OutlinedInput size="small" />}
          inputProps={{ id: `${id}-source`, 'aria-describedby': errors.length > 0 ? `${id}-error` : undefined }}
        >
          <option value="">{t('import.page.not_in_file')}</option>
          {!field.key && <option value="value">{t('import.page.one_value')}</option>}
          <optgroup label={t('import.page.columns_of_file')}>
            {headings(record).map(({ at, label: heading }) => (
              <option key={at} value={at}>
                {heading}
              </option>
            ))}
          </optgroup>
        </NativeSelect>
        {!source && suggestion && !isUsed(settings, suggestion.column) && (
          <Button size="small" onClick={() => set({ column: suggestion.column })} sx={{ mt: 0.5 }}>
            {t('import.page.perhaps', { column: record.columns[suggestion.column]?.heading ?? '' })}
          </Button>
        )}
        {errors.length > 0 && (
          <Box id={`${id}-error`} sx={{ fontSize: 12, mt: 0.5, color: 'error.main' }}>
            {errors.join(' ')}
          </Box>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {source && 'value' in source && (
          <Input
            area={target.area}
            name={target.name}
            field={target.field}
            record={{}}
            id={`${id}-value`}
            label={t('import.page.value_for_all', { field: label })}
            value={source.value === '' ? null : source.value}
            onChange={(value) => set({ value: value ?? '' })}
          />
        )}
        {column && source && 'column' in source && (
          <Reading
            id={id}
            label={label}
            field={target.field}
            at={source.column}
            column={column}
            suggestion={suggestion?.column === source.column ? suggestion : undefined}
            settings={settings}
            onChange={onChange}
          />
        )}
      </Box>
    </Box>
  )
}

const isUsed = ({ mapping }: ImportSettings, column: number) =>
  Object.values(mapping).some((source) => 'column' in source && source.column === column)

const headings = ({ columns }: ImportRecord) =>
  columns.map(({ heading }, index) => ({ at: index, label: heading || t('import.page.column_no', { no: index + 1 }) }))

interface Props {
  area: Area
  record: ImportRecord
  field: ImportRecord['fields'][number]
  settings: ImportSettings
  errors: readonly string[]
  onChange: (settings: ImportSettings) => void
}

/** The grid of field, column and reading: three columns from `md` on, one on smaller screens. */
export const rowGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 4fr) minmax(0, 5fr)' },
  columnGap: 2,
  rowGap: 0.5,
} as const

const isNumber = (field: Parameters<typeof isDecimal>[0]) => field.kind === 'integer' || isDecimal(field)

/** The first values of a column; dates and numbers as they are read in the selected format. */
function Reading({ id, label, field, at, column, suggestion, settings, onChange }: ReadingProps) {
  const kind = field.kind === 'date' ? 'date' : isNumber(field) ? 'number' : null
  const fits = kind === 'date' ? column.date_forms : kind === 'number' ? numberFormsFor(field, column) : []
  const chosen = kind === 'date' ? settings.date_forms[at] : kind === 'number' ? settings.number_forms[at] : undefined
  const form = chosen ?? (fits[0] && !fits[0].ambiguous ? fits[0].form : undefined)
  const all = kind === 'date' ? dateFormNames : numberFormNames
  const offered = fits.length > 0 ? fits.map((fit) => fit.form) : all
  const texts = kind === 'date' ? 'import.forms' : 'import.numbers'
  return (
    <>
      {kind && (
        <NativeSelect
          fullWidth
          value={form ?? ''}
          error={form === undefined}
          sx={{ '& .MuiNativeSelect-icon': { right: 8 } }}
          input={<OutlinedInput size="small" />}
          inputProps={{ id: `${id}-form`, 'aria-label': t('import.page.form_of', { field: label }) }}
          onChange={(event) =>
            onChange(
              kind === 'date'
                ? { ...settings, date_forms: { ...settings.date_forms, [at]: event.target.value as DateForm } }
                : { ...settings, number_forms: { ...settings.number_forms, [at]: event.target.value as NumberForm } },
            )
          }
        >
          {form === undefined && <option value="">{t('import.page.choose_form')}</option>}
          {offered.map((form) => (
            <option key={form} value={form}>
              {t(`${texts}.${form}`)}
            </option>
          ))}
        </NativeSelect>
      )}
      <Box sx={{ fontSize: 13, color: 'text.secondary', py: 1, overflowWrap: 'anywhere' }}>
        {suggestion && suggestion.how === 'similar' && (
          <Box component="span" sx={{ mr: 1 }}>
            <ToneChip tone="warning">{t('import.page.unsure')}</ToneChip>
          </Box>
        )}
        {column.filled === 0
          ? t('import.page.column_empty')
          : column.samples
              .slice(0, 3)
              .map((sample) => readAs(sample, field, form))
              .join(' · ')}
      </Box>
    </>
  )
}

interface ReadingProps {
  id: string
  label: string
  field: Field
  at: number
  column: FileColumn
  suggestion: ImportRecord['suggestions'][number] | undefined
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

const readAs = (sample: string, field: Field, form: DateForm | NumberForm | undefined) => {
  const isDate = field.kind === 'date'
  if (!form || (!isDate && !isNumber(field))) return sample
  const readText = isDate
    ? readDate(sample, form as DateForm)
    : field.kind === 'integer'
      ? readInteger(sample, form as NumberForm)
      : readNumber(sample, form as NumberForm)
  const shownValue =
    readText === null ? t('import.page.not_read') : isDate ? format.date(String(readText)) : format.number(readText)
  return shownValue === sample ? sample : `${sample} → ${shownValue}`
}
