import type { ComponentType } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { Operator } from '#shared/kit/filter.ts'

/** The field of a value, and its record, whose other fields contain currencies and titles of references. */
export interface FieldContext {
  area: Area | string
  name: string
  field: Field
  record: Readonly<Record<string, unknown>>
  /** Currency of the document, for records without one; null if it is shown elsewhere and must not be repeated. */
  currency?: string | null
}

/** Props of every input. The visible label is outside and refers to `id`; `label` is the name if there is none. */
export interface InputProps extends FieldContext {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  label: string
  labelId?: string
  invalid?: boolean
  describedBy?: string
  /** Whether the input is in a table, where a row of option buttons would wrap. */
  inLine?: boolean
  /** Placeholder of inputs that search. */
  placeholder?: string
}

/** Props of the value part of a filter. Values are texts as in the list's address. */
export interface FilterInputProps extends FieldContext {
  id: string
  op: Operator
  values: string[]
  onChange: (values: string[]) => void
  label: string
}

/** How the values of a field kind are shown, entered and filtered. */
export interface FieldKind {
  Input: ComponentType<InputProps>
  /** The value as text in one line; empty for empty values. */
  format: (value: unknown, context: FieldContext) => string
  /** The value input of a filter; absent if fields of this kind cannot be filtered. */
  FilterInput?: ComponentType<FilterInputProps>
  /** The operators of filters, the default one first. */
  operators: readonly Operator[]
  /** A filter value as text for its chip; absent for references, whose titles are fetched. */
  formatFilter?: (value: string, context: FieldContext) => string
  align: 'left' | 'right'
  /** Column width in pixels. */
  width: number
  /** Whether inputs take the full width of a form. */
  wide?: boolean
}

/** Attributes that bind a plain input element to its label and help. */
export const inputAttributes = ({ label, labelId, invalid, describedBy }: InputProps) => ({
  ...(labelId ? {} : { 'aria-label': label }),
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})
