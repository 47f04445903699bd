import AddRounded from '@mui/icons-material/AddRounded'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import {
  type FieldValues,
  get,
  type UseFieldArrayReturn,
  useFieldArray,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { register } from '#register'
import { type Area, isSettled, rowsOf } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { Cell, formatValue } from '#web/kit/page/cell.tsx'
import { inSentence } from '#web/kit/page/list-labels.ts'
import { Section } from '#web/kit/page/section.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { BareInput, Field, useFieldError, useMayEdit, useRow } from './field'
import { fieldGrid, isWide } from './field-section'
import { useFormScope, useShownPath } from './form-scope'
import { formValues, positionField, writableFields } from './form-values'
import { sectionHelp } from './sections'

/**
 * The rows of a document as a section of its form. `columns` are the fields in sight; the others unfold below a row, with
 * the rows within it unless these are `flat`, because the form has another place for them.
 */
export function RowsEditor({ area, name, columns, flat }: RowsEditorProps) {
  const field = area.fields[name]
  const { getValues } = useFormContext()
  const { mayRead, mayWrite } = fieldRights()
  if (field?.kind !== 'rows' || !mayRead(area, name)) return null
  // Without a writable field, in the rows or their rows, nothing is rendered.
  const child = register.get(field.options.to ?? '')
  const isInner = rowsOf(child).length > 0 && getValues(name)?.length
  if (writableFields(child, mayWrite).length === 0 && !isInner) return null
  return (
    <Section title={fieldLabel(area, name)} help={sectionHelp(area, name)}>
      <Rows area={area} name={name} columns={columns} flat={flat} prefix="" />
    </Section>
  )
}

interface RowsEditorProps {
  area: Area
  name: string
  columns?: readonly string[]
  flat?: boolean
}

/**
 * Edits rows as a table, as cards on phones, and nested rows. Enter moves to the same field of the next row and adds
 * one at the end; Alt with an arrow moves the row if its order matters. `prefix` is the path of the row that holds them
 * (`findings.2.`).
 */
export function Rows({ area, name, columns, flat = false, prefix }: RowsEditorProps & { prefix: string }) {
  const path = prefix + name
  const child = register.get(area.fields[name]?.options.to ?? '')
  const { mayEdit } = useFormScope()
  const { mayWrite } = fieldRights()
  const list = useFieldArray({ name: path, keyName: 'key' })
  const { fields } = list
  const isTable = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const error = useFieldError(path)
  const box = useRef<HTMLDivElement>(null)
  useShownPath(path)
  const position = positionField(child, mayWrite)
  const all = writableFields(child, mayWrite)
    .map(([name]) => name)
    .filter((name) => name !== position && !child.fields[name]?.options.inPlace)
  const main = (columns ?? mainFields(child, all)).filter((name) => all.includes(name))
  const hasMore = all.length > main.length || (!flat && rowsOf(child).length > 0)
  const mayAdd = mayEdit(area, path) && all.length > 0
  const max = Number(area.fields[name]?.options.max ?? 500)

  // On a phone the rows of a long list start folded, to be found quickly.
  const [folded] = useState(() => new Set(isTable || fields.length <= 4 ? [] : fields.map(({ key }) => key)))

  const { add, take, move, onKeyDown } = useRowEdits({ path, child, position, list, box, max, mayAdd })
  const rows = fields.map(({ key }, index) => {
    const rowPath = `${path}.${index}.`
    return (
      <Row
        key={key}
        area={child}
        prefix={rowPath}
        position={index + 1}
        isTable={isTable}
        flat={flat}
        folds={folded.has(key)}
        main={main}
        rest={hasMore ? all.filter((name) => !main.includes(name)) : []}
        onKeyDown={(event, column) => onKeyDown(event, index, column)}
        actions={
          mayAdd && (
            <RowActions
              area={child}
              prefix={rowPath}
              index={index}
              last={fields.length - 1}
              isOrdered={position !== null}
              onMove={(to) => move(index, to)}
              onRemove={() => take(index)}
            />
          )
        }
      />
    )
  })
  return (
    <Box ref={box}>
      {error && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mb: 1 }}>
          {error}
        </Box>
      )}
      {fields.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{t('kit.rows.none')}</Box>
      ) : isTable ? (
        <RowTable area={child} columns={main} label={fieldLabel(area, name)}>
          {rows}
        </RowTable>
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>{rows}</Box>
      )}
      {mayAdd && (
        <Button
          data-add
          size="small"
          startIcon={<AddRounded />}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
          disabled={fields.length >= max}
          title={fields.length >= max ? t('kit.rows.at_most', { max }) : undefined}
          onClick={add}
        >
          {t('kit.rows.add', { name: inSentence(areaName(child, true)) })}
        </Button>
      )}
    </Box>
  )
}

/** Adds, removes and moves rows, and moves the focus along. */
const useRowEdits = ({ path, child, position, list, box, max, mayAdd }: RowEditsOptions) => {
  const { getValues, setValue } = useFormContext()
  const { fields, append, remove, swap } = list
  const focusRow = (index: number) =>
    focusSoon(() => {
      const row = box.current?.querySelector(`[data-row="${path}.${index}"]`)
      return row?.querySelector<HTMLElement>('input, select, textarea, [data-head]')
    })
  const add = () => {
    if (fields.length >= max) return
    const rows: Record<string, unknown>[] = getValues(path) ?? []
    const last = Math.max(0, ...rows.map((row) => Number(row[position ?? '']) || 0))
    append(
      { ...formValues(child, register, fieldRights().mayWrite), ...(position ? { [position]: last + 1 } : {}) },
      { shouldFocus: false },
    )
    focusRow(fields.length)
  }
  const take = (index: number) => {
    remove(index)
    if (fields.length > 1) focusRow(Math.min(index, fields.length - 2))
    else box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const move = (index: number, other: number) => {
    if (!position || other < 0 || other >= fields.length) return
    const [here, there]: unknown[] = getValues([`${path}.${index}.${position}`, `${path}.${other}.${position}`])
    swap(index, other)
    setValue(`${path}.${index}.${position}`, here, { shouldDirty: true })
    setValue(`${path}.${other}.${position}`, there, { shouldDirty: true })
    focusRow(other)
  }
  const onKeyDown = (event: KeyboardEvent, index: number, column: string) => {
    if (isComposing(event)) return
    const target = event.target as HTMLElement
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
    } else if (event.key === 'Enter' && target.tagName === 'INPUT' && target.getAttribute('aria-expanded') !== 'true') {
      event.preventDefault()
      if (index === fields.length - 1) {
        if (mayAdd) add()
      } else
        box.current
          ?.querySelector<HTMLElement>(`[data-cell="${path}.${index + 1}.${column}"] :is(input, select)`)
          ?.focus()
    }
  }
  return { add, take, move, onKeyDown }
}

interface RowEditsOptions {
  path: string
  child: Area
  /** The field that holds a row's position, where the order of rows counts. */
  position: string | null
  list: UseFieldArrayReturn<FieldValues, string, 'key'>
  box: RefObject<HTMLDivElement | null>
  max: number
  mayAdd: boolean
}

function RowActions({ area, prefix, index, last, isOrdered, onMove, onRemove }: RowActionsProps) {
  const position = index + 1
  const row = useRow(prefix)
  if (isSettled(area, row)) return <SettledMark area={area} row={row} />
  return (
    <>
      {isOrdered && (
        <>
          <RowButton label={t('kit.rows.up', { position })} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <ArrowUpwardRounded fontSize="small" />
          </RowButton>
          <RowButton
            label={t('kit.rows.down', { position })}
            disabled={index === last}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDownwardRounded fontSize="small" />
          </RowButton>
        </>
      )}
      <RowButton label={t('kit.rows.remove', { position })} onClick={onRemove}>
        <DeleteOutlineRounded fontSize="small" />
      </RowButton>
    </>
  )
}

interface RowActionsProps {
  area: Area
  prefix: string
  index: number
  last: number
  isOrdered: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** Says in place of the actions why a row stays as it is. */
function SettledMark({ area, row }: { area: Area; row: Readonly<Record<string, unknown>> }) {
  const field = area.settledBy ?? ''
  const reason = t('kit.rows.settled', { field: fieldLabel(area, field), value: formatValue(area, field, row) })
  return (
    <Box
      role="img"
      aria-label={reason}
      title={reason}
      sx={{ width: 32, height: 32, display: 'grid', placeItems: 'center', color: 'text.secondary' }}
    >
      <LockOutlined fontSize="small" />
    </Box>
  )
}

function RowTable({ area, columns, label, children }: RowTableProps) {
  return (
    <Box sx={{ overflowX: 'auto', mx: -1 }}>
      <Box component="table" sx={tableStyle} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Box
                component="th"
                scope="col"
                key={column}
                sx={{ minWidth: inputWidth(area, column), textAlign: alignOf(area, column) }}
              >
                {fieldLabel(area, column)}
                {area.fields[column]?.required === false && (
                  <Box component="span" sx={{ fontWeight: 400, ml: 0.5 }}>
                    {t('kit.form.optional')}
                  </Box>
                )}
              </Box>
            ))}
            <td />
          </tr>
        </thead>
        {children}
      </Box>
    </Box>
  )
}

interface RowTableProps {
  area: Area
  columns: readonly string[]
  label: string
  children: ReactNode
}

function Row({ area, prefix, position, isTable, flat, folds, main, rest, onKeyDown, actions }: RowProps) {
  const nested = flat ? [] : rowsOf(area).filter(([name]) => fieldRights().mayRead(area, name))
  const [open, setOpen] = useState(false)
  const [isFolded, setFolded] = useState(folds)
  const { errors } = useFormState()
  const unfolds = rest.length + nested.length > 0
  const id = prefix.slice(0, -1)
  const unfolded = open && (
    <Box sx={{ display: 'grid', gap: 2, p: { xs: 0, md: 2 }, pt: 2 }}>
      {rest.length > 0 && (
        <Box sx={fieldGrid}>
          {rest.map((name) => (
            <Box key={name} sx={isWide(area, name) ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
              <Field area={area} name={name} prefix={prefix} />
            </Box>
          ))}
        </Box>
      )}
      {nested.map(([name]) => (
        <Box key={name} role="group" aria-label={t('kit.rows.more', { title: fieldLabel(area, name), position })}>
          <Box sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>{fieldLabel(area, name)}</Box>
          <Rows area={area} name={name} prefix={prefix} />
        </Box>
      ))}
    </Box>
  )
  const unfold = unfolds && (
    <RowButton label={t('kit.rows.details', { position })} isOpen={open} onClick={() => setOpen(!open)}>
      {open ? <ExpandLessRounded fontSize="small" /> : <ExpandMoreRounded fontSize="small" />}
    </RowButton>
  )
  const [only, ...others] = main
  if (!isTable && only && others.length === 0 && !unfolds)
    return (
      <Box role="group" data-row={id} aria-label={t('kit.rows.position', { position })} sx={shortRowStyle}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RowCell area={area} name={only} prefix={prefix} position={position} />
        </Box>
        {actions}
      </Box>
    )
  if (!isTable) {
    // Rows with errors are never folded.
    const isShut = isFolded && !get(errors, id)
    return (
      <Box
        role="group"
        data-row={id}
        aria-label={t('kit.rows.position', { position })}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: isShut ? 0.5 : 1.5 }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', mb: isShut ? 0 : 1 }}>
          {folds ? (
            <RowHead
              area={area}
              prefix={prefix}
              position={position}
              main={main}
              isOpen={!isShut}
              onToggle={() => setFolded(!isFolded)}
            />
          ) : (
            <Box sx={{ flex: 1, fontWeight: 600 }}>{t('kit.rows.position', { position })}</Box>
          )}
          {actions}
          {!isShut && unfold}
        </Box>
        {!isShut && (
          <>
            <Box sx={{ display: 'grid', gap: 1.5 }}>
              {main.map((name) => (
                <Field key={name} area={area} name={name} prefix={prefix} />
              ))}
            </Box>
            {unfolded}
          </>
        )}
      </Box>
    )
  }
  return (
    <tbody data-row={id}>
      <tr>
        {main.map((name) => (
          <td key={name} data-cell={prefix + name} onKeyDown={(event) => onKeyDown(event, name)}>
            <RowCell area={area} name={name} prefix={prefix} position={position} />
          </td>
        ))}
        <td>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            {actions}
            {unfold}
          </Box>
        </td>
      </tr>
      {unfolded && (
        <tr>
          <td colSpan={main.length + 1}>{unfolded}</td>
        </tr>
      )}
    </tbody>
  )
}

/** The head of a card: its name and first fact; folds and unfolds it. */
function RowHead({ area, prefix, position, main, isOpen, onToggle }: RowHeadProps) {
  const stored = useRow(prefix)
  const row: typeof stored = { ...stored, ...useWatch({ name: prefix.slice(0, -1) }) }
  const title = row[area.title] ? titleOf(area, row) : t('kit.rows.position', { position })
  const next = main.map((name) => formatValue(area, name, row)).find((written) => written && written !== title)
  return (
    <ButtonBase
      data-head
      aria-expanded={isOpen}
      onClick={onToggle}
      sx={{ flex: 1, minWidth: 0, minHeight: 44, display: 'block', textAlign: 'left', borderRadius: 1 }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {title}
      </Box>
      {!isOpen && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {next}
        </Box>
      )}
    </ButtonBase>
  )
}

interface RowHeadProps {
  area: Area
  prefix: string
  position: number
  main: readonly string[]
  isOpen: boolean
  onToggle: () => void
}

interface RowProps {
  area: Area
  prefix: string
  position: number
  isTable: boolean
  flat: boolean
  /** Folded at first, to its name. */
  folds: boolean
  main: readonly string[]
  rest: readonly string[]
  onKeyDown: (event: KeyboardEvent, column: string) => void
  actions: ReactNode
}

/** An input in a cell, labelled by its column and row; its error is below it. */
function RowCell({ area, name, prefix, position }: { area: Area; name: string; prefix: string; position: number }) {
  const mayEdit = useMayEdit(area, name, prefix)
  const row = useRow(prefix)
  const error = useFieldError(prefix + name)
  const id = useId()
  const field = area.fields[name]
  if (!field) return null
  if (!mayEdit)
    return (
      <Box sx={{ px: 1, textAlign: alignOf(area, name), lineHeight: '36px' }}>
        <Cell area={area} name={name} record={row} />
      </Box>
    )
  return (
    <>
      <BareInput
        area={area}
        name={name}
        field={field}
        path={prefix + name}
        id={id}
        label={t('kit.rows.cell', { field: fieldLabel(area, name), position })}
        inLine
        invalid={Boolean(error)}
        {...(error ? { describedBy: `${id}-error` } : {})}
      />
      {error && (
        <Box id={`${id}-error`} role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 0.25 }}>
          {error}
        </Box>
      )}
    </>
  )
}

function RowButton({ label, isOpen, disabled, onClick, children }: RowButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      disabled={disabled}
      onClick={onClick}
      sx={{ width: { xs: 44, md: 32 }, height: { xs: 44, md: 32 } }}
    >
      {children}
    </IconButton>
  )
}
interface RowButtonProps {
  label: string
  isOpen?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** Required fields, then those of the area's list, as many as fit in a line. */
const mainFields = (area: Area, writable: readonly string[]): string[] => {
  const required = writable.filter((name) => area.fields[name]?.required)
  const listed = (area.columns ?? writable).filter((name) => writable.includes(name))
  const wanted = new Set(required.slice(0, 6))
  let width = [...wanted].reduce((sum, name) => sum + inputWidth(area, name), 0)
  for (const name of listed.filter((name) => !wanted.has(name) && !isWide(area, name))) {
    width += inputWidth(area, name)
    if (width > lineWidth || wanted.size === 6) break
    wanted.add(name)
  }
  const order = [...new Set([...listed, ...writable])]
  return order.filter((name) => wanted.has(name) && !isWide(area, name))
}

const alignOf = (area: Area, name: string) => fieldKinds[area.fields[name]?.kind ?? 'text'].align

const inputWidth = (area: Area, name: string) => {
  const field = area.fields[name]
  if (!field) return 120
  if (field.kind === 'reference' || field.kind === 'country') return 200
  if (field.kind === 'date') return 160
  if (field.kind === 'flag') return 96
  return fieldKinds[field.kind].align === 'right' ? 112 : 144
}

/** Pixels left for inputs next to the buttons of a row. */
const lineWidth = 790

/** A row with a single field needs no card. */
const shortRowStyle = { display: 'flex', alignItems: 'flex-start', mr: -1.5 } as const

const tableStyle = {
  borderCollapse: 'collapse',
  width: '100%',
  '& th': { fontSize: 12, fontWeight: 600, color: 'text.secondary', px: 1, py: 0.5, whiteSpace: 'nowrap' },
  '& td': { px: 0.5, py: 0.5, verticalAlign: 'top' },
  // Inputs begin where their headings and the fields above begin.
  '& td:first-of-type:not(:only-child)': { pl: 1 },
  '& tbody + tbody': { borderTop: '1px solid', borderColor: 'divider' },
} as const
