import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { register } from '../../areas'
import type { Area } from '../../shared/area'
import { fieldLabel, t } from '../i18n'
import { useDebounced } from '../kit/use-debounced'
import { api } from '../providers/http'
import { SearchSelect, SeveralSelect } from './choosers'
import type { FieldKind, FilterInputProps, InputProps, Place } from './field-kind'
import type { SearchOption } from './search-select'
import { mentionOf, mentionTitle, titleOf, useTitles } from './titles'

/** A record of another area, found by typing. */
export const reference: FieldKind = {
  Input: ReferenceInput,
  format: (value, { record, name }) =>
    mentionTitle(mentionOf(record, name)) || (value === null || value === undefined ? '' : `#${value}`),
  FilterInput: ReferenceFilter,
  operators: ['_in', '_nin', '_null', '_nnull'],
  align: 'left',
  width: 176,
}

function ReferenceInput(props: InputProps) {
  const { field, name, record, value, onChange } = props
  const target = register.get(field.options.to ?? '')
  const within = field.options.within
  const owner = within ? record[within.of] : undefined
  const [typed, setTyped] = useState<string | null>(null)
  const { options, loading } = useSearch(target, typed, conditions(props))
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

  const chosen =
    value === null || value === undefined
      ? null
      : taken?.value === String(value)
        ? taken
        : {
            value: String(value),
            label: beside?.id === value ? mentionTitle(beside) : (titles.get(String(value)) ?? `#${value}`),
          }
  const waits = within && (owner === null || owner === undefined)
  return (
    <SearchSelect
      {...props}
      required={field.required}
      options={waits ? [] : options}
      chosen={chosen}
      loading={loading}
      onSearch={setTyped}
      empty={waits && within ? t('kit.form.choose_first', { field: fieldLabel(props.area, within.of) }) : undefined}
      onChoose={(option) => {
        setTaken(option)
        onChange(option ? Number(option.value) : null)
      }}
    />
  )
}

function ReferenceFilter({ id, field, label, values, onChange }: FilterInputProps) {
  const target = register.get(field.options.to ?? '')
  const [typed, setTyped] = useState<string | null>('')
  const { options, loading } = useSearch(target, typed, [])
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
      id={id}
      label={label}
      options={options}
      loading={loading}
      chosen={chosen}
      onSearch={setTyped}
      onChange={(next) => {
        setTaken(next)
        onChange(next.map(({ value }) => value))
      }}
    />
  )
}

/** Twenty records that fit what was typed; nothing is asked before the person comes to the input. */
const useSearch = (target: Area, typed: string | null, params: [string, string][]) => {
  const q = useDebounced(typed, typed ? 250 : 0)
  const { data, isFetching } = useQuery({
    queryKey: ['search', target.name, q, params],
    queryFn: ({ signal }) =>
      api<Record<string, unknown>[]>('GET', target.name, {
        params: [...(q ? [['q', q] as [string, string]] : []), ...params, ['_start', '0'], ['_end', '20']],
        signal,
      }),
    enabled: q !== null,
    staleTime: 30_000,
    placeholderData: (before) => before,
  })
  return { options: (data ?? []).map((record) => optionOf(target, record)), loading: isFetching }
}

const optionOf = (target: Area, record: Record<string, unknown>): SearchOption => {
  const key = target.key?.find((name) => name !== target.title && target.fields[name]?.kind === 'text')
  const note = key ? record[key] : null
  return { value: String(record.id), label: titleOf(target, record), ...(note ? { note: String(note) } : {}) }
}

const conditions = ({ field, record }: Place): [string, string][] => {
  const { states, within } = field.options
  const owner = within ? record[within.of] : null
  return [
    ...(states ? [['status_in', states.join(',')] as [string, string]] : []),
    ...(within && owner ? [[within.field, String(owner)] as [string, string]] : []),
  ]
}
