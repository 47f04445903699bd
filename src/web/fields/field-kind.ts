import type { ComponentType } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { Operator } from '#shared/kit/filter.ts'

/** The field of a value, and the record around it (its other fields hold currencies and titles of references). */
export interface FieldContext {
  area: Area | string
  name: string
  field: Field
  record: Readonly<Record<string, unknown>>
  /** Currency of the document, when the record has none of its own; `null`: shown elsewhere, do not repeat it. */
  currency?: string | null
}

/** Props of every input. The label is outside and bound by `id`; `label` names the input when no label is visible. */
export interface InputProps extends FieldContext {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  label: string
  labelId?: string
  invalid?: boolean
  describedBy?: string
  /** In a table, where option buttons would wrap into a tall column. */
  inLine?: boolean
  /** Placeholder, when the input is part of a search. */
  placeholder?: string
}

/** The value part of a filter being made. Values are texts as the address carries them. */
export interface FilterInputProps extends FieldContext {
  id: string
  op: Operator
  values: string[]
  onChange: (values: string[]) => void
  label: string
}

/** Everything that screens need to know about a kind of field. */
export interface FieldKind {
  Input: ComponentType<InputProps>
  /** The value as a person reads it, in one line. */
  format: (value: unknown, context: FieldContext) => string
  /** Absent: not filtered by. */
  FilterInput?: ComponentType<FilterInputProps>
  /** Comparisons offered, the usual one first. */
  operators: readonly Operator[]
  /** One filter value as text for its chip; absent when titles have to be fetched. */
  formatFilter?: (value: string, context: FieldContext) => string
  align: 'left' | 'right'
  /** Column width in pixels. */
  width: number
  /** Takes the whole width of a form. */
  wide?: boolean
}

/** Attributes that bind a plain input element to its label and help. */
export const inputAttributes = ({ label, labelId, invalid, describedBy }: InputProps) => ({
  ...(labelId ? {} : { 'aria-label': label }),
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})
