import { useQuery } from '@tanstack/react-query'
import { language } from '../i18n'
import type { FieldKind, FilterInputProps, InputProps } from './field-kind'
import { type SearchOption, SearchSelect } from './search-select'
import { SeveralSelect } from './several-select'

/**
 * A kind whose values are codes of a standard. The table of names is loaded when an input is drawn; cells ask the
 * browser, which knows the names already. A currency is read by its code, a country by its name.
 */
export const codeKind = ({ type, width, useOptions }: Standard): FieldKind => {
  const written = (code: string) => (type === 'currency' ? code : nameOf(type, code))

  const useChoices = () => {
    const { key, load } = useOptions()
    const { data } = useQuery({ queryKey: ['standard', type, key], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
    return (data ?? []).map(
      ({ code, name }): SearchOption =>
        type === 'currency' ? { value: code, label: code, note: name } : { value: code, label: name, note: code },
    )
  }
  const optionOf = (code: string): SearchOption => ({ value: code, label: written(code) })

  function CodeInput(props: InputProps) {
    const { value, onChange, field } = props
    return (
      <SearchSelect
        {...props}
        required={field.required}
        options={useChoices()}
        chosen={typeof value === 'string' && value ? optionOf(value) : null}
        onChoose={(option) => onChange(option?.value ?? null)}
      />
    )
  }

  function CodeFilter({ id, label, values, onChange }: FilterInputProps) {
    return (
      <SeveralSelect
        id={id}
        label={label}
        options={useChoices()}
        chosen={values.map(optionOf)}
        onChange={(next) => onChange(next.map(({ value }) => value))}
      />
    )
  }

  return {
    Input: CodeInput,
    format: (value) => (typeof value === 'string' && value ? written(value) : ''),
    FilterInput: CodeFilter,
    operators: ['_in', '_nin', '_null', '_nnull'],
    formatFilter: written,
    align: 'left',
    width,
  }
}

interface Standard {
  type: 'region' | 'currency'
  width: number
  useOptions: () => { key: string; load: () => Promise<{ code: string; name: string }[]> }
}

const names = new Map<string, Intl.DisplayNames>()
const nameOf = (type: Standard['type'], code: string): string => {
  if (!/^[A-Z]{2,3}$/.test(code)) return code
  const key = `${type} ${language()}`
  const known = names.get(key) ?? new Intl.DisplayNames(language() === 'zh' ? 'zh-Hans' : 'en', { type })
  names.set(key, known)
  return known.of(code) ?? code
}
