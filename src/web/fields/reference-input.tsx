import type { CrudFilter, HttpError } from '@refinedev/core'
import { useAutocomplete } from '@refinedev/mui'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { register } from '#areas/index.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { Cover } from '#web/kit/record/cover.tsx'
import { session } from '#web/providers/session.ts'
import type { FilterInputProps, InputProps, Place } from './field-kind'
import { type SearchOption, SearchSelect } from './search-select'
import { SeveralSelect } from './several-select'
import { mentionOf, mentionTitle, titleOf, useTitles } from './titles'

/** Chooses one record among those that the field's conditions allow, and lets it go when what it stands within changes. */
export function ReferenceInput(props: InputProps) {
  const { field, name, record, value, onChange } = props
  const target = register.get(field.options.to ?? '')
  const within = field.options.within
  const owner = within ? record[within.of] : undefined
  const waits = within && (owner === null || owner === undefined)
  const [isSought, setSought] = useState(false)
  const search = useSearch(target, conditions(props), isSought && !waits)
  const [taken, setTaken] = useState<SearchOption | null>(null)
  const beside = mentionOf(record, name)
  const known = value !== null && (taken?.value === String(value) || beside?.id === value)
  const titles = useTitles(target, known || typeof value !== 'number' ? [] : [value])
  const ownerBefore = useRef(owner)

  // What stood within the former owner does not stand within the new one.
  useEffect(() => {
    if (ownerBefore.current === owner) return
    ownerBefore.current = owner
    onChange(null)
  }, [owner, onChange])

  const label = beside?.id === value ? mentionTitle(beside) : (titles.get(String(value)) ?? `#${value}`)
  const chosen =
    value === null || value === undefined
      ? null
      : taken?.value === String(value)
        ? taken
        : { value: String(value), label, ...pictureOf(target, Number(value), label, 24) }
  return (
    <SearchSelect
      {...props}
      required={field.required}
      {...search}
      options={waits ? [] : search.options}
      chosen={chosen}
      onSearch={(typed) => {
        setSought(true)
        search.onSearch(typed)
      }}
      empty={waits && within ? t('kit.form.choose_first', { field: fieldLabel(props.area, within.of) }) : undefined}
      onChoose={(option) => {
        setTaken(option)
        onChange(option ? Number(option.value) : null)
      }}
    />
  )
}

/** Chooses several records to filter by. */
export function ReferenceFilter({ id, field, label, values, onChange }: FilterInputProps) {
  const target = register.get(field.options.to ?? '')
  const search = useSearch(target, [], true)
  const [taken, setTaken] = useState<SearchOption[]>([])
  const titles = useTitles(
    target,
    values.filter((value) => !taken.some((one) => one.value === value)),
  )
  const chosen = values.map(
    (value) => taken.find((one) => one.value === value) ?? { value, label: titles.get(value) ?? `#${value}` },
  )
  return (
    <SeveralSelect
      {...search}
      id={id}
      label={label}
      chosen={chosen}
      onChange={(next) => {
        setTaken(next)
        onChange(next.map(({ value }) => value))
      }}
    />
  )
}

/** Twenty records that fit the conditions and what was typed; nothing is asked until it is enabled. */
const useSearch = (target: Area, filters: CrudFilter[], enabled: boolean) => {
  const [asked, setAsked] = useState('')
  const { autocompleteProps, onSearch, query } = useAutocomplete<AnyRecord, HttpError>({
    resource: target.name,
    filters,
    onSearch: (q) => {
      setAsked(q)
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
    answered: query.isSuccess && !query.isPlaceholderData ? asked : null,
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

/** What a record looks like, where its area has logos. */
const pictureOf = (target: Area, id: number, name: string, size = 28) =>
  target.logos
    ? { picture: <Cover area={target} id={id} size={size} none={<span aria-hidden>{[...name][0]}</span>} /> }
    : {}

/** What always holds for the records to choose from: their states, and the record that they stand within. */
const conditions = ({ field, record }: Place): CrudFilter[] => {
  const { states, within, offered } = field.options
  const role = session()?.role
  const own = Object.entries((role && offered?.[role]) ?? {})
  return [
    ...(states ? [{ field: 'status', operator: 'in', value: states } as const] : []),
    ...own.map(([field, value]) => ({ field, operator: Array.isArray(value) ? 'in' : 'eq', value }) as const),
    ...(within ? [{ field: within.field, operator: 'eq', value: record[within.of] } as const] : []),
  ]
}
