import AddRounded from '@mui/icons-material/AddRounded'
import ContentPasteRounded from '@mui/icons-material/ContentPasteRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { register } from '#register'
import { compare, withoutTrailingZeros } from '#shared/base/money.ts'
import type { Area } from '#shared/kit/area.ts'
import { type GarmentComponent, garmentComponents, missingPct } from '#shared/trade/composition.ts'
import { compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { choiceLabel, fieldLabel, t } from '#web/i18n.ts'
import { useFieldError, useRow } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { CompositionRowEditor, type EditedRow, rowColumns } from './composition-row'
import { CompositionTotal } from './composition-total'
import { CompositionView } from './composition-view'
import { PasteDialog } from './paste-dialog'

/** The composition of the form's record as a section. */
export const CompositionSection = ({ area, name }: { area: Area; name: string }) => (
  <Section title={fieldLabel(area, name)}>
    <CompositionEditor area={area} name={name} />
  </Section>
)

/**
 * Edits the composition in a rows field by part, with the sum of each part; rows can be read from a pasted text.
 * `prefix` is the path of the row that the composition belongs to (`colourways.0.`). Enter moves to the next fibre and
 * adds one at the end.
 */
export function CompositionEditor({ area, name, prefix = '' }: Props) {
  const path = prefix + name
  const child = register.get(area.fields[name]?.options.to ?? '')
  const { mayEdit } = useFormScope()
  const { setValue, getValues, clearErrors } = useFormContext()
  const rows = editedRows(useWatch({ name: path }))
  const record = useRow(prefix)
  const error = useFieldError(path)
  const [pasted, setPasted] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useShownPath(path)
  // In a new row of the document all of the composition is editable.
  const isNewRow = prefix !== '' && getValues(`${prefix}id`) === undefined
  if (!isNewRow && !mayEdit(area, path)) return <CompositionView area={area} name={name} record={record} />

  const hasParts = child.fields.component !== undefined
  const change = (next: readonly EditedRow[]) => {
    setValue(path, next, { shouldDirty: true })
    clearErrors(path)
  }
  const add = (component: GarmentComponent) => {
    const missing = missingPct(compositionRowsOf({ rows }, 'rows'), component)
    const pct = compare(missing, '0') > 0 ? withoutTrailingZeros(missing) : null
    const row = { fibre_id: null, pct, recycled: false, organic: false }
    change([...rows, hasParts ? { component, ...row } : row])
    focusSoon(() => box.current?.querySelector<HTMLElement>(`[data-row="${path}.${rows.length}"] input`))
  }
  const remove = (index: number) => {
    change(rows.filter((_, at) => at !== index))
    focusSoon(
      () =>
        box.current?.querySelector<HTMLElement>(`[data-row="${path}.${Math.max(0, index - 1)}"] input`) ??
        box.current?.querySelector<HTMLElement>('[data-add]'),
    )
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = event.target as HTMLInputElement
    if (isComposing(event)) return
    if (event.key !== 'Enter' || target.type !== 'text' || target.getAttribute('aria-expanded') === 'true') return
    event.preventDefault()
    const component = rows[index]?.component ?? 'shell'
    const next = rows.findIndex((row, at) => at > index && (row.component ?? 'shell') === component)
    if (next < 0) add(component)
    else box.current?.querySelector<HTMLElement>(`[data-row="${path}.${next}"] input`)?.focus()
  }
  /** A pasted text with letters and digits is read as a composition; numbers or names alone are pasted as usual. */
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/\d/.test(text) || !/\p{L}/u.test(text)) return
    event.preventDefault()
    setPasted(text)
  }
  const parts = hasParts ? garmentComponents.filter((part) => rows.some((row) => row.component === part)) : wholeOnly
  return (
    <Box ref={box} onPaste={pasted === null ? onPaste : undefined} sx={{ display: 'grid', gap: 2 }}>
      {error && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
          {error}
        </Box>
      )}
      {rows.length === 0 && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('composition.none')}</Box>}
      {rows.length > 0 &&
        parts.map((component) => (
          <Part
            key={component}
            area={child}
            path={path}
            component={component}
            label={hasParts ? choiceLabel(child, 'component', component) : null}
            rows={rows}
            record={record}
            name={name}
            onChange={(index, row) => change(rows.map((other, at) => (at === index ? row : other)))}
            onRemove={remove}
            onAdd={() => add(component)}
            onKeyDown={onKeyDown}
          />
        ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {rows.length === 0 && (
          <Button data-add size="small" startIcon={<AddRounded />} sx={buttonStyle} onClick={() => add('shell')}>
            {t('composition.add_fibre')}
          </Button>
        )}
        {hasParts && rows.length > 0 && (
          <PartMenu area={child} absent={garmentComponents.filter((part) => !parts.includes(part))} onAdd={add} />
        )}
        <Button size="small" startIcon={<ContentPasteRounded />} sx={buttonStyle} onClick={() => setPasted('')}>
          {t('composition.paste')}
        </Button>
      </Box>
      {pasted !== null && (
        <PasteDialog
          area={child}
          text={pasted}
          replaces={rows.length > 0}
          onClose={() => setPasted(null)}
          onUse={(readRows) => {
            setPasted(null)
            change(withIds(readRows, rows))
            focusSoon(() => box.current?.querySelector<HTMLElement>(`[data-row="${path}.0"] input`))
          }}
        />
      )}
    </Box>
  )
}

interface Props {
  area: Area
  name: string
  prefix?: string
}

const wholeOnly: readonly GarmentComponent[] = ['shell']

/** The rows of a part under their headings, with their sum. */
function Part({ area, path, name, component, label, rows, record, onChange, onRemove, onAdd, onKeyDown }: PartProps) {
  const totalId = useId()
  const partRows = rows.flatMap((row, index) => ((row.component ?? 'shell') === component ? [{ row, index }] : []))
  return (
    <Box
      role={label ? 'group' : undefined}
      aria-label={label ?? undefined}
      sx={{ display: 'grid', gap: 1, minWidth: 0 }}
    >
      {label && <Box sx={{ fontSize: 13, fontWeight: 600 }}>{label}</Box>}
      <Box aria-hidden sx={{ ...rowColumns, ...headStyle }}>
        <span>{fieldLabel(area, 'fibre_id')}</span>
        <span>{fieldLabel(area, 'pct')}</span>
      </Box>
      {partRows.map(({ row, index }, partIndex) => (
        <CompositionRowEditor
          key={row.id ?? `new ${index}`}
          area={area}
          path={`${path}.${index}`}
          row={row}
          stored={storedRow(record[name], row.id)}
          position={partIndex + 1}
          totalId={totalId}
          onChange={(next) => onChange(index, next)}
          onRemove={() => onRemove(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
        />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Button data-add size="small" startIcon={<AddRounded />} sx={buttonStyle} onClick={onAdd}>
          {t('composition.add_fibre')}
        </Button>
        <CompositionTotal id={totalId} rows={compositionRowsOf({ rows }, 'rows')} component={component} />
      </Box>
    </Box>
  )
}

interface PartProps {
  area: Area
  path: string
  name: string
  component: GarmentComponent
  /** Null for compositions without parts. */
  label: string | null
  rows: readonly EditedRow[]
  record: Readonly<Record<string, unknown>>
  onChange: (index: number, row: EditedRow) => void
  onRemove: (index: number) => void
  onAdd: () => void
  onKeyDown: (event: KeyboardEvent, index: number) => void
}

/** A menu that adds one of the absent parts. */
function PartMenu({ area, absent, onAdd }: PartMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (absent.length === 0) return null
  return (
    <>
      <Button
        size="small"
        startIcon={<AddRounded />}
        aria-haspopup="menu"
        sx={buttonStyle}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('composition.add_part')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} disableRestoreFocus>
        {absent.map((component) => (
          <MenuItem
            key={component}
            onClick={() => {
              setAnchor(null)
              onAdd(component)
            }}
          >
            {choiceLabel(area, 'component', component)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface PartMenuProps {
  area: Area
  absent: readonly GarmentComponent[]
  onAdd: (component: GarmentComponent) => void
}

const editedRows = (value: unknown): EditedRow[] => (Array.isArray(value) ? value : [])

/** The row as it was loaded, with the title of its fibre. */
const storedRow = (rows: unknown, id: number | undefined): Readonly<Record<string, unknown>> =>
  (Array.isArray(rows) && id !== undefined && rows.find((row) => row.id === id)) || {}

/**
 * Gives rows of a text the ids of existing rows with the same fibre and part, so that these are changed, not replaced.
 */
const withIds = (readRows: readonly EditedRow[], existingRows: readonly EditedRow[]): EditedRow[] =>
  readRows.map((row) => {
    const existingRow = existingRows.find((other) => sameFibre(other) === sameFibre(row))
    return existingRow?.id === undefined ? row : { id: existingRow.id, ...row }
  })
const sameFibre = ({ component, fibre_id, recycled, organic }: EditedRow): string =>
  JSON.stringify([component, fibre_id, recycled ?? false, organic ?? false])

const buttonStyle = { minHeight: { xs: 44, sm: 30 } } as const
const headStyle = {
  display: { xs: 'none', sm: 'grid' },
  gridTemplateAreas: 'none',
  fontSize: 12,
  fontWeight: 500,
  color: 'text.secondary',
} as const
