import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ClipboardEvent, useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { plainWhole } from '#shared/delimited/typed-number.ts'
import { fieldLabel, format, loadAllAreas, t } from '#web/i18n.ts'
import { useErrorAt, useFieldError, useRow } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { parseTable } from '#web/kit/grid/table-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../../area'
import { readQuantity } from '../grid/quantity'
import { screenText } from '../texts'
import { type Quantities, type SizeRow, sizeRowsOf, unitsIn, withQuantities } from './line-sizes'
import { type Sharing, shareByRatio, useRatios, usualRatio } from './ratios'

/**
 * One quantity per size of the scale, and their total. An entered total is distributed by the usual ratio of the scale.
 * Pasted quantities fill the sizes from the focused one on.
 */
export function SizeInputs({ prefix, sizes }: { prefix: string; sizes: readonly Size[] }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const path = `${prefix}sizes`
  const { field } = useController({ name: path })
  const { setValue, clearErrors } = useFormContext()
  const rows: SizeRow[] = Array.isArray(field.value) ? field.value : []
  const stored = sizeRowsOf(useRow(prefix))
  const mayEdit = useMayEditSizes(prefix)
  const lineError = useFieldError(`${prefix}qty`)
  const { whole, byRow } = useSizeErrors(path)
  const [packType, ratioId] = useWatch({ name: [`${prefix}pack_type`, `${prefix}ratio_id`] }) as unknown[]
  const ratios = useRatios(sizes[0]?.size_scale_id ?? null, Boolean(ratioId))
  const [shared, setSharing] = useState<{ total: number; sharing: Sharing } | null>(null)
  useShownPath(path)
  useShownPath(`${prefix}qty`)
  const labelOf = (id: number | undefined) => sizes.find((size) => size.id === id)?.label
  const errors = [
    lineError ?? whole,
    ...byRow.map((message, index) =>
      message ? t('kit.form.error_line', { place: labelOf(rows[index]?.size_id) ?? '', message }) : undefined,
    ),
  ].filter((message) => message !== undefined)
  const errorId = useId()
  const total = unitsIn(rows)

  const set = (changes: Quantities) => {
    const next = withQuantities(rows, stored, sizes, changes)
    field.onChange(next)
    setValue(`${prefix}qty`, unitsIn(next) || null, { shouldDirty: true })
    clearErrors([path, `${prefix}qty`])
    setSharing(null)
  }
  const paste = (event: ClipboardEvent, index: number) => {
    const table = parseTable(event.clipboardData.getData('text'))
    // A single row fills the sizes; so does a single column of several cells.
    const pasted = table.length > 1 && table.every((row) => row.length === 1) ? table.flat() : (table[0] ?? [])
    if (table.length < 2 && pasted.length < 2) return
    event.preventDefault()
    if (table.length > 1 && pasted.length !== table.length)
      void loadAllAreas().then(() => notify({ tone: 'warning', text: t('grid.one_line', { count: table.length }) }))
    else
      set(new Map(sizes.slice(index, index + pasted.length).map(({ id }, at) => [id, readQuantity(pasted[at] ?? '')])))
  }
  const share = (typed: number) => {
    const ratio = ratios.find(({ id }) => id === ratioId)
    const items = ratio?.items ?? usualRatio(sizes)
    if (items.length === 0) return
    const isPack = packType === 'ratio' && ratio !== undefined
    const sharing = shareByRatio(typed, sizes, items, isPack)
    void loadAllAreas().then(() => setSharing({ total: typed, sharing }))
    if (sharing.nearest.length > 0) return
    set(sharing.quantities)
    if (isPack) setValue(`${prefix}ratio_packs`, sharing.packs, { shouldDirty: true })
  }

  return (
    <Box
      role="group"
      aria-label={fieldLabel(lines, 'sizes')}
      aria-describedby={errors.length > 0 ? errorId : undefined}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'flex-start' }}>
        {sizes.map(({ id, label }, index) => {
          const at = rows.findIndex(({ size_id }) => size_id === id)
          if (!mayEdit && at < 0) return null
          return (
            <SizeInput
              key={id}
              label={label}
              value={rows[at]?.qty ?? ''}
              invalid={byRow[at] !== undefined}
              readOnly={!mayEdit}
              onChange={(qty) => set(new Map([[id, qty]]))}
              onPaste={(event) => paste(event, index)}
            />
          )
        })}
        <TotalInput total={total} readOnly={!mayEdit} invalid={lineError !== undefined} onChange={share} />
      </Box>
      {shared && <SharingRemark {...shared} sizes={sizes} onTake={share} />}
      {errors.length > 0 && (
        <Box id={errorId} role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 0.5 }}>
          {errors.join(' ')}
        </Box>
      )}
      {rows.flatMap((row, index) =>
        errorFields.map((name) => <Shown key={`${row.size_id} ${name}`} path={`${path}.${index}.${name}`} />),
      )}
    </Box>
  )
}

/** The effect of an entered total: units added by rounding, or the nearest totals of whole packs. */
function SharingRemark({ total, sharing: { nearest, extra }, sizes, onTake }: SharingRemarkProps) {
  if (nearest.length === 0 && extra.length === 0) return null
  const names = extra.map((id) => sizes.find((size) => size.id === id)?.label).join(t('kit.comma'))
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        color: 'text.secondary',
        mt: 0.5,
      }}
    >
      {nearest.length > 0
        ? t('grid.not_whole', { total: format.number(total) })
        : t('grid.rounding', { count: extra.length, sizes: names })}
      {nearest.map((units) => (
        <Button key={units} size="small" variant="outlined" onClick={() => onTake(units)}>
          {t('grid.take_units', { units: format.number(units) })}
        </Button>
      ))}
    </Box>
  )
}

interface SharingRemarkProps {
  total: number
  sharing: Sharing
  sizes: readonly Size[]
  onTake: (total: number) => void
}

/** Registers the paths of a size's errors as shown by this component. */
function Shown({ path }: { path: string }) {
  useShownPath(path)
  return null
}

function SizeInput({ label, value, invalid, readOnly, onChange, onPaste }: SizeInputProps) {
  const id = useId()
  if (readOnly)
    return (
      <Box sx={{ width: 56, textAlign: 'right', fontSize: 13 }} className="tabular">
        <Box sx={labelStyle}>{label}</Box>
        <Box sx={{ lineHeight: '36px', pr: 1 }}>{format.number(value) || '–'}</Box>
      </Box>
    )
  return (
    <Box sx={{ width: { xs: 72, md: 56 } }}>
      <Box component="label" htmlFor={id} sx={labelStyle}>
        {label}
      </Box>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={value}
        error={invalid}
        onChange={(event) => onChange(typedQuantity(event.target.value))}
        onFocus={(event) => event.target.select()}
        onPaste={onPaste}
        inputProps={{ ...numeric, 'aria-invalid': invalid || undefined }}
      />
    </Box>
  )
}

interface SizeInputProps {
  label: string
  value: number | string
  invalid: boolean
  readOnly: boolean
  onChange: (qty: number | string | null) => void
  onPaste: (event: ClipboardEvent) => void
}

/** The sum of the sizes; a number entered here is distributed on blur. */
function TotalInput({ total, readOnly, invalid, onChange }: TotalInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const shareTotal = () => {
    const units = Number(plainWhole(typed ?? ''))
    setTyped(null)
    if (typed && Number.isInteger(units) && units > 0 && units !== total) onChange(units)
  }
  return (
    <Box sx={{ width: { xs: 88, md: 80 }, ml: { md: 1 } }}>
      <Box component="label" htmlFor={id} sx={{ ...labelStyle, fontWeight: 600 }}>
        {screenText('lines.total')}
      </Box>
      {readOnly ? (
        <Box sx={{ lineHeight: '36px', textAlign: 'right', pr: 1, fontWeight: 600, fontSize: 13 }} className="tabular">
          {format.number(total)}
        </Box>
      ) : (
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          error={invalid}
          value={typed ?? (total || '')}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={shareTotal}
          onKeyDown={(event) => event.key === 'Enter' && shareTotal()}
          inputProps={{
            ...numeric,
            'aria-description': screenText('lines.total_help'),
            title: screenText('lines.total_help'),
          }}
          sx={{ fontWeight: 600 }}
        />
      )}
    </Box>
  )
}

interface TotalInputProps {
  total: number
  readOnly: boolean
  invalid: boolean
  onChange: (total: number) => void
}

/** The sizes of a new line can always be edited; those of an existing line depend on the state of the order. */
const useMayEditSizes = (prefix: string): boolean => {
  const area = areaOf(areaOf(purchaseOrders, 'lines'), 'sizes')
  const { mayEdit } = useFormScope()
  const { getValues } = useFormContext()
  return getValues(`${prefix}id`) === undefined
    ? fieldRights().mayWrite(area, 'qty')
    : mayEdit(area, `${prefix}sizes.0.qty`)
}

/** Errors of a line's sizes as a whole and of each row. */
const useSizeErrors = (path: string): { whole: string | undefined; byRow: (string | undefined)[] } => {
  const error = useErrorAt(path) as SizeError | undefined
  const rows = Array.isArray(error) ? (error as (Record<string, { message?: string }> | undefined)[]) : []
  return {
    whole: error?.message ?? error?.root?.message,
    byRow: Array.from(rows, (row) => errorFields.map((name) => row?.[name]?.message).find(Boolean)),
  }
}
type SizeError = { message?: string; root?: { message?: string } }
const errorFields = ['qty', 'size_id', 'gtin', 'sku']

/** Keeps the typed text until it is a number. */
const typedQuantity = (typed: string): number | string | null => {
  const plain = plainWhole(typed)
  if (plain === '') return null
  return /^\d+$/.test(plain) ? Number(plain) : typed
}

const labelStyle = {
  display: 'block',
  fontSize: 12,
  fontWeight: 500,
  lineHeight: '16px',
  mb: 0.5,
  textAlign: 'right',
  pr: 1,
  color: 'text.secondary',
} as const

const numeric = {
  inputMode: 'numeric',
  autoComplete: 'off',
  style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', paddingInline: 8 },
} as const
