import type { ComponentType } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import type { Operator } from '#shared/kit/filter.ts'

/** Where a value stands: its field, and the record around it (siblings carry currencies and titles of references). */
export interface Place {
  area: Area | string
  name: string
  field: Field
  record: Readonly<Record<string, unknown>>
  /** Currency of the document, where the record has none of its own; `null`: said elsewhere, do not repeat it. */
  currency?: string | null
}

/** What every input takes. The label stands outside, bound by `id`; `label` names the input where none is visible. */
export interface InputProps extends Place {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  label: string
  labelId?: string
  invalid?: boolean
  describedBy?: string
  /** In a table, where a row of options would become a tower of them. */
  inLine?: boolean
  /** What an empty input stands for, where it is searched in. */
  placeholder?: string
}

/** The value part of a filter being made. Values are texts as the address carries them. */
export interface FilterInputProps extends Place {
  id: string
  op: Operator
  values: string[]
  onChange: (values: string[]) => void
  label: string
}

/** All that the screens know about a kind of field. */
export interface FieldKind {
  Input: ComponentType<InputProps>
  /** The value as a person reads it, in one line. */
  format: (value: unknown, place: Place) => string
  /** Absent: not filtered by. */
  FilterInput?: ComponentType<FilterInputProps>
  /** Comparisons offered, the usual one first. */
  operators: readonly Operator[]
  /** One filter value as its chip says it; absent where titles have to be fetched. */
  formatFilter?: (value: string, place: Place) => string
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
