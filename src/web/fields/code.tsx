import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/kit/text.ts'
import { language, useLanguage } from '#web/i18n.ts'
import { SearchSelect, SeveralSelect } from './choosers'
import type { FieldKind, FilterInputProps, InputProps } from './field-kind'
import type { SearchOption } from './search-select'

/**
 * The base of country and currency: values are standard codes, selected by search. The table of names is loaded with an
 * input; cells use the names of the browser (`Intl.DisplayNames`).
 */
export const codeKind = {
  Input: CodeInput,
  FilterInput: CodeFilter,
  operators: ['_in', '_nin', '_null', '_nnull'],
  align: 'left',
} as const satisfies Partial<FieldKind>

/** A country's name, or a currency's code, as is usual in the trade. */
export const codeLabel = (kind: string, code: unknown): string =>
  typeof code !== 'string' || kind === 'currency' || !/^[A-Z]{2}$/.test(code)
    ? String(code ?? '')
    : (regionNames(language()).of(code) ?? code)

function CodeInput(props: InputProps) {
  const { value, onChange, field } = props
  return (
    <SearchSelect
      {...props}
      required={field.required}
      options={useOptions(field.kind)}
      chosen={typeof value === 'string' && value ? { value, label: codeLabel(field.kind, value) } : null}
      onChoose={(option) => onChange(option?.value ?? null)}
    />
  )
}

function CodeFilter({ id, label, field, values, onChange }: FilterInputProps) {
  return (
    <SeveralSelect
      id={id}
      label={label}
      options={useOptions(field.kind)}
      chosen={values.map((value) => ({ value, label: codeLabel(field.kind, value) }))}
      onChange={(next) => onChange(next.map(({ value }) => value))}
    />
  )
}

const useOptions = (kind: string): SearchOption[] => {
  const { language: currentLanguage } = useLanguage()
  const { data } = useQuery({
    queryKey: ['standard', kind, currentLanguage],
    queryFn: () => loadOptions(kind, currentLanguage),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

const loadOptions = async (kind: string, inLanguage: Language): Promise<SearchOption[]> => {
  if (kind === 'currency') {
    const { currencyOptions } = await import('#shared/standards/currency-names.ts')
    return currencyOptions(inLanguage).map(({ code, name }) => ({ value: code, label: code, note: name }))
  }
  const { countryOptions } = await import('#shared/standards/country-names.ts')
  return countryOptions(inLanguage).map(({ code, name }) => ({ value: code, label: name, note: code }))
}

const displayNames = new Map<Language, Intl.DisplayNames>()
const regionNames = (inLanguage: Language): Intl.DisplayNames => {
  const names =
    displayNames.get(inLanguage) ?? new Intl.DisplayNames(inLanguage === 'zh' ? 'zh-Hans' : 'en', { type: 'region' })
  displayNames.set(inLanguage, names)
  return names
}
