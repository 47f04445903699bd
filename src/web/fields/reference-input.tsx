import type { CrudFilter, HttpError } from '@refinedev/core'
import { useAutocomplete } from '@refinedev/mui'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { register } from '#register'
import { isDate } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { Cover } from '#web/kit/record/cover.tsx'
import { session } from '#web/providers/session.ts'
import type { FieldContext, FilterInputProps, InputProps } from './field-kind'
import { type SearchOption, SearchSelect } from './search-select'
import { SeveralSelect } from './several-select'
import { mentionOf, mentionTitle, titleOf, useTitles } from './titles'

/**
 * Selects a record that meets the field's conditions. The value is cleared when the parent field (`within`) changes.
 */
export function ReferenceInput(props: InputProps) {
  const { field, name, record, value, onChange } = props
  const target = register.get(field.options.to ?? '')
  const within = field.options.within
  const owner = within ? record[within.of] : undefined
  const waitsForParent = within && (owner === null || owner === undefined)
  const [isSearching, setSearching] = useState(false)
  const search = useSearch(target, conditions(props), isSearching && !waitsForParent)
  const [selected, setSelected] = useState<SearchOption | null>(null)
  const mention = mentionOf(record, name)
  const isTitleKnown = value !== null && (selected?.value === String(value) || mention?.id === value)
  const titles = useTitles(target, isTitleKnown || typeof value !== 'number' ? [] : [value])
  const previous = useRef({ owner, value })

  // A record of the former parent does not fit the new one. A record that was set together with the parent, such as
  // from a draft, is kept.
  useEffect(() => {
    const isUnfit = previous.current.owner !== owner && previous.current.value === value
    previous.current = { owner, value }
    if (isUnfit) onChange(null)
  }, [owner, value, onChange])

  const label = mention?.id === value ? mentionTitle(mention) : (titles.get(String(value)) ?? `#${value}`)
  const chosen =
    value === null || value === undefined
      ? null
      : selected?.value === String(value)
        ? selected
        : { value: String(value), label, ...pictureOf(target, Number(value), label, 24) }
  return (
    <SearchSelect
      {...props}
      required={field.required}
      {...search}
      options={waitsForParent ? [] : search.options}
      chosen={chosen}
      onSearch={(typed) => {
        setSearching(true)
        search.onSearch(typed)
      }}
      empty={
        waitsForParent && within ? t('kit.form.choose_first', { field: fieldLabel(props.area, within.of) }) : undefined
      }
      onChoose={(option) => {
        setSelected(option)
        onChange(option ? Number(option.value) : null)
      }}
    />
  )
}

/** Selects records to filter by. */
export function ReferenceFilter({ id, field, label, values, onChange }: FilterInputProps) {
  const target = register.get(field.options.to ?? '')
  const search = useSearch(target, [], true)
  const [selected, setSelected] = useState<SearchOption[]>([])
  const titles = useTitles(
    target,
    values.filter((value) => !selected.some((option) => option.value === value)),
  )
  const chosen = values.map(
    (value) => selected.find((option) => option.value === value) ?? { value, label: titles.get(value) ?? `#${value}` },
  )
  return (
    <SeveralSelect
      {...search}
      id={id}
      label={label}
      chosen={chosen}
      onChange={(next) => {
        setSelected(next)
        onChange(next.map(({ value }) => value))
      }}
    />
  )
}

/** Searches the first twenty records that match the conditions and the typed text; requests nothing until enabled. */
const useSearch = (target: Area, filters: CrudFilter[], enabled: boolean) => {
  const [answeredFor, setAnsweredFor] = useState('')
  const { autocompleteProps, onSearch, query } = useAutocomplete<AnyRecord, HttpError>({
    resource: target.name,
    filters,
    onSearch: (q) => {
      setAnsweredFor(q)
      return q ? [{ field: 'q', operator: 'contains', value: q }] : []
    },
    debounce: 250,
    pagination: { currentPage: 1, pageSize: 20 },
    queryOptions: { enabled, staleTime: 30_000, placeholderData: keepPreviousData },
    errorNotification: false,
  })
  const { options, loading } = autocompleteProps
  return {
    options: options.map((record) => optionOf(target, record)),
    answered: query.isSuccess && !query.isPlaceholderData ? answeredFor : null,
    loading,
    onSearch,
  }
}

const optionOf = (target: Area, record: Record<string, unknown>): SearchOption => {
  const key = target.key?.find((name) => name !== target.title && target.fields[name]?.kind === 'text')
  const note = key ? record[key] : null
  const label = titleOf(target, record)
  return {
    value: String(record.id),
    label,
    ...(note ? { note: String(note) } : {}),
    ...pictureOf(target, Number(record.id), label),
  }
}

/** The logo of a record; undefined if its area has none. */
const pictureOf = (target: Area, id: number, name: string, size = 28) =>
  target.logos
    ? { picture: <Cover area={target} id={id} size={size} none={<span aria-hidden>{[...name][0]}</span>} /> }
    : {}

const validity = (
  validOn: FieldContext['field']['options']['validOn'],
  record: FieldContext['record'],
): CrudFilter[] => {
  const day = validOn && record[validOn.day]
  if (!validOn || typeof day !== 'string' || !isDate(day) || validOn.unless.some((name) => record[name])) return []
  return [
    { field: validOn.from, operator: 'lte', value: day },
    { field: validOn.to, operator: 'gte', value: day },
  ]
}

/** The filters of the selectable records: states, records offered to the role, and the parent record. */
const conditions = ({ field, record }: FieldContext): CrudFilter[] => {
  const { states, within, validOn, offered } = field.options
  const role = session()?.role
  const offeredValues = Object.entries((role && offered?.[role]) ?? {})
  return [
    ...(states ? [{ field: 'status', operator: 'in', value: states } as const] : []),
    ...offeredValues.map(([field, value]) => ({ field, operator: Array.isArray(value) ? 'in' : 'eq', value }) as const),
    ...(within ? [{ field: within.field, operator: 'eq', value: record[within.of] } as const] : []),
    ...validity(validOn, record),
  ]
}
