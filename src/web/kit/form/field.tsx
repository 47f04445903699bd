import Box from '@mui/material/Box'
import { type FieldError, get, useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { type Area, isSettled } from '#shared/kit/area.ts'
import type { Field as FieldDeclaration } from '#shared/kit/fields.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { fieldHint, fieldLabel, t } from '#web/i18n.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { FieldFrame } from './field-frame'
import { useFormScope, useShownPath } from './form-scope'

/**
 * A field of an area in a form: its input with label, help and error, or plain text when the person may not change it.
 * `prefix` is the path of its row (`lines.0.`). `optional` overrides the declaration, for fields that a later step
 * requires.
 */
export function Field({ area, name, prefix = '', optional }: FieldProps) {
  const mayEdit = useMayEdit(area, name, prefix)
  const row = useRow(prefix)
  const field = area.fields[name]
  if (!field) return null
  if (mayEdit)
    return (
      <FieldInput
        area={area}
        name={name}
        field={field}
        path={prefix + name}
        label={fieldLabel(area, name)}
        hint={fieldHint(area, name)}
        optional={optional}
      />
    )
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontSize: 12, fontWeight: 500, lineHeight: '16px', mb: 0.5, color: 'text.secondary' }}>
        {fieldLabel(area, name)}
      </Box>
      <Box sx={{ minHeight: 36, display: 'flex', alignItems: 'center' }}>
        <Cell area={area} name={name} record={row} />
      </Box>
    </Box>
  )
}

interface FieldProps {
  area: Area
  name: string
  prefix?: string
  optional?: boolean
}

/** An input bound to a path of the form, with label, help and error. */
export function FieldInput({ label, hint, optional, ...props }: FieldInputProps) {
  const { field: declared, path } = props
  const error = useFieldError(path)
  const isOptional = optional ?? (!declared.required && declared.kind !== 'flag')
  // Only the hint describes the expected format.
  const shown = hint && error === t('validation.pattern') ? `${error}\n${hint}` : error
  return (
    <FieldFrame label={label} optional={isOptional} hint={hint} error={shown}>
      {(binding) => <BareInput {...props} {...binding} label={label} invalid={Boolean(error)} />}
    </FieldFrame>
  )
}

/** The input of a field without its frame, for tables, where the column heading is the label. */
export function BareInput({ area, name, field, path, ...binding }: BareInputProps) {
  const { field: bound } = useController({ name: path })
  useShownPath(path)
  const prefix = path.slice(0, path.length - name.length)
  const row = useRow(prefix)
  const { within, validOn } = field.options
  const documentFields = validOn ? [validOn.day, ...validOn.unless] : []
  const [owner, rowCurrency, document, ...documentValues] = useWatch({
    name: [within ? prefix + within.of : path, `${prefix}currency`, 'currency', ...documentFields],
  }) as unknown[]
  const documentValuesByName = Object.fromEntries(documentFields.map((name, index) => [name, documentValues[index]]))
  const { Input } = fieldKinds[field.kind]
  return (
    <Input
      {...binding}
      area={area}
      name={name}
      field={field}
      value={bound.value}
      onChange={bound.onChange}
      onBlur={bound.onBlur}
      record={{
        ...documentValuesByName,
        ...row,
        ...(within ? { [within.of]: owner } : {}),
        currency: rowCurrency ?? undefined,
      }}
      currency={typeof document === 'string' ? document : undefined}
    />
  )
}

interface BareInputProps {
  area: Area
  name: string
  field: FieldDeclaration
  path: string
  id: string
  label: string
  labelId?: string
  describedBy?: string
  invalid?: boolean
  inLine?: boolean
}
interface FieldInputProps {
  area: Area
  name: string
  field: FieldDeclaration
  path: string
  label: string
  hint?: string
  optional?: boolean
}

/** Whether the field is editable: by the record's rights, or in a new row by the person's rights in its area. */
export const useMayEdit = (area: Area, name: string, prefix: string): boolean => {
  const { mayEdit } = useFormScope()
  const { getValues } = useFormContext()
  const row = useRow(prefix)
  if (prefix !== '' && getValues(`${prefix}id`) === undefined)
    return fieldRights().mayWrite(area, name) && !area.fields[name]?.options.readOnly
  if (isSettled(area, row)) return false
  return mayEdit(area, prefix + name)
}

/** The error message of an input or of a rows field. */
export const useFieldError = (path: string): string | undefined => {
  const error = useErrorAt(path)
  return error?.message ?? error?.root?.message
}

/**
 * The error at a path. Subscribes to errors only: with dirty fields the whole form would be rendered again whenever
 * another field is changed.
 */
export const useErrorAt = (path: string): FieldError | undefined => {
  const { errors } = useFormState({ name: path })
  return get(errors, path)
}

/** The record, or the row at `prefix`, as it was loaded. Rows are found by id, since their indexes change. */
export const useRow = (prefix: string): Readonly<Record<string, unknown>> => {
  const { record } = useFormScope()
  const { getValues } = useFormContext()
  let loaded: Readonly<Record<string, unknown>> = record
  let path = ''
  for (const [, name, index] of prefix.matchAll(/\b([a-z_]+)\.(\d+)\./g)) {
    path += `${name}.${index}.`
    const id: unknown = getValues(`${path}id`)
    const rows = loaded[name ?? '']
    const row = Array.isArray(rows) && id ? rows.find((row) => row.id === id) : undefined
    loaded = row ?? {}
  }
  return loaded
}
