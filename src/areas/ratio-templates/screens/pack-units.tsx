import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useController, useFormState, useWatch } from 'react-hook-form'
import { plainWhole } from '#shared/delimited/typed-number.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { ratioTemplates } from '../area'

/** The pieces of each size in one pack, and their total. */
export function PackUnits() {
  const scale = useWatch({ name: 'size_scale_id' }) as number | null
  const { field } = useController({ name: 'items' })
  const { record } = useFormScope()
  const items: Item[] = Array.isArray(field.value) ? field.value : []
  const { data: sizes = [] } = useSizesOf(scale)
  const error = useFieldError('items')
  const { errors } = useFormState({ name: 'items' })
  useShownPath('items')
  const errorId = useId()
  const before = useRef({ scale, items: field.value })
  // Clears the items when only the scale changed; items that changed together with it, as from a draft, stay.
  useEffect(() => {
    const isUnfit = before.current.scale !== scale && before.current.items === field.value
    before.current = { scale, items: field.value }
    if (isUnfit) field.onChange([])
  }, [scale, field])

  const stored = Array.isArray(record.items) ? (record.items as Item[]) : []
  const set = (size_id: number, typed: string) => {
    const existing = [...items, ...stored].find((item) => item.size_id === size_id)
    const plainUnits = plainWhole(typed)
    const units = /^\d+$/.test(plainUnits) ? Number(plainUnits) : typed
    field.onChange(
      sizes.flatMap(({ id }): Item[] => {
        if (id !== size_id) return items.filter((item) => item.size_id === id)
        if (typed.trim() === '' || units === 0) return []
        return [existing?.id === undefined ? { size_id, units } : { id: existing.id, size_id, units }]
      }),
    )
  }
  const faults = Array.isArray(errors.items)
    ? (errors.items as (Record<string, { message?: string }> | undefined)[])
    : []
  const messages = [error, ...faults.flatMap((fault) => Object.values(fault ?? {}).map(({ message }) => message))]
  const present = messages.filter((message) => message !== undefined)
  const total = items.reduce((sum, { units }) => sum + (Number(units) || 0), 0)
  const title = fieldLabel(ratioTemplates, 'items')
  return (
    <Section title={title}>
      {scale === null ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('kit.form.choose_first', { field: fieldLabel(ratioTemplates, 'size_scale_id') })}
        </Box>
      ) : (
        <Box
          role="group"
          aria-label={title}
          aria-describedby={present.length > 0 ? errorId : undefined}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'end' }}
        >
          {sizes.map(({ id, label }) => {
            const at = items.findIndex((item) => item.size_id === id)
            return (
              <Box key={id} sx={{ width: 72 }}>
                <UnitsInput
                  label={label}
                  value={String(items[at]?.units ?? '')}
                  invalid={(at >= 0 && faults[at] !== undefined) || (error !== undefined && id === sizes[0]?.id)}
                  path={`items.${at}`}
                  onChange={(typed) => set(id, typed)}
                />
              </Box>
            )
          })}
          <Box aria-live="polite" className="tabular" sx={{ ml: 1, lineHeight: '36px', fontWeight: 600 }}>
            = {format.number(total)}
          </Box>
        </Box>
      )}
      {present.length > 0 && (
        <Box id={errorId} role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 0.5 }}>
          {[...new Set(present)].join(' ')}
        </Box>
      )}
    </Section>
  )
}

interface Item {
  id?: number
  size_id: number
  units: number | string
}

interface Size {
  id: number
  label: string
}

const useSizesOf = (scale: number | null) =>
  useQuery({
    queryKey: ['sizes', 'of-scale', scale],
    queryFn: ({ signal }) =>
      api<Size[]>('GET', 'sizes', {
        params: { size_scale_id: String(scale), _sort: 'sort_order', _order: 'asc', _start: '0', _end: '100' },
        signal,
      }),
    enabled: scale !== null,
    staleTime: 300_000,
  })

function UnitsInput({ label, value, invalid, path, onChange }: InputProps) {
  const id = useId()
  useShownPath(`${path}.units`)
  useShownPath(`${path}.size_id`)
  return (
    <>
      <Box
        component="label"
        htmlFor={id}
        sx={{ display: 'block', fontSize: 12, fontWeight: 500, textAlign: 'right', pr: 1, color: 'text.secondary' }}
      >
        {label}
      </Box>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={value}
        error={invalid}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        inputProps={{
          inputMode: 'numeric',
          autoComplete: 'off',
          'aria-invalid': invalid || undefined,
          style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', paddingInline: 8 },
        }}
        sx={{ minHeight: { xs: 44, sm: 36 } }}
      />
    </>
  )
}

interface InputProps {
  label: string
  value: string
  invalid: boolean
  path: string
  onChange: (typed: string) => void
}
