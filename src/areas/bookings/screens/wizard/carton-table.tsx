import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import Pagination from '@mui/material/Pagination'
import { useId, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import {
  type CartonRow,
  cartonCount,
  cartonRowProblems,
  firstOfRuns,
  measureFields,
  withoutRows,
} from '#shared/trade/packing.ts'
import { mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { BareInput, useFieldError } from '#web/kit/form/field.tsx'
import { screenText } from '../texts'
import { useBookingState } from './use-wizard'

const pageSize = 20
const mostRows = 2000

/** The rows of the packing list, with pages; cards on phones. */
export function CartonTable({ area }: { area: Area }) {
  const { values, rows, write, isInstruction } = useBookingState()
  const cartons = values.cartons ?? []
  const [requestedPage, setPage] = useState(1)
  const pages = Math.max(Math.ceil(cartons.length / pageSize), 1)
  const page = Math.min(requestedPage, pages)
  const first = firstOfRuns(cartons)
  const faults = new Map(cartonRowProblems(cartons, '').map(({ field = '', text }) => [field, text]))
  const columns = isInstruction || values.load_type === 'fcl' ? [...usual, 'container_no'] : usual
  const add = () => {
    const last = cartons.at(-1)
    const next = cartons.reduce((most, row) => Math.max(most, Number(row.last_no) || 0), 0) + 1
    const { length_cm, width_cm, height_cm, gross_kg, net_kg, units_per_carton, container_no } = last ?? {}
    const [line] = rows
    write('cartons', [
      ...cartons,
      {
        first_no: next,
        last_no: next,
        po_line_id: last?.po_line_id ?? line?.po_line_id ?? null,
        size_id: last?.size_id ?? line?.sizes?.[0]?.size_id ?? null,
        ...{ units_per_carton, length_cm, width_cm, height_cm, gross_kg, net_kg, container_no },
      },
    ])
    setPage(Math.ceil((cartons.length + 1) / pageSize))
  }
  const shown = cartons.slice((page - 1) * pageSize, page * pageSize)
  return (
    <>
      {shown.length > 0 && (
        <Box sx={{ overflowX: { md: 'auto' } }}>
          <Box role="table" aria-label={screenText('wizard.packing_list')} sx={{ minWidth: { md: 940 } }}>
            <Box
              role="row"
              sx={{
                ...grid(columns.length),
                display: { xs: 'none', md: 'grid' },
                fontSize: 12,
                color: 'text.secondary',
                pb: 0.5,
              }}
            >
              {columns.map((name) => (
                <Box role="columnheader" key={name}>
                  {fieldLabel(area, name)}
                </Box>
              ))}
              <Box role="columnheader" aria-label={screenText('wizard.actions')} />
            </Box>
            {shown.map((_, at) => {
              const index = (page - 1) * pageSize + at
              return (
                <Carton
                  key={index}
                  area={area}
                  index={index}
                  columns={columns}
                  isFirst={first[index] ?? true}
                  fault={faultOf(faults, index)}
                  onRemove={() =>
                    write(
                      'cartons',
                      withoutRows(cartons, (_row, other) => other === index),
                    )
                  }
                />
              )
            })}
          </Box>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
        <Button startIcon={<AddRounded />} onClick={add} disabled={rows.length === 0 || cartons.length >= mostRows}>
          {screenText('wizard.add_cartons')}
        </Button>
        {pages > 1 && (
          <>
            <Pagination count={pages} page={page} onChange={(_event, to) => setPage(to)} size="small" />
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
              {screenText('wizard.rows', { count: cartons.length })}
            </Box>
          </>
        )}
      </Box>
    </>
  )
}

const usual: string[] = [...['first_no', 'last_no', 'po_line_id', 'size_id', 'units_per_carton'], ...measureFields]
const measured: ReadonlySet<string> = new Set(measureFields)

const grid = (columns: number) =>
  ({
    display: 'grid',
    gridTemplateColumns: `64px 64px minmax(120px, 2fr) minmax(64px, 1fr) repeat(${columns - 4}, minmax(64px, 1fr)) 40px`,
    gap: 0.75,
    alignItems: 'center',
  }) as const

const faultOf = (faults: ReadonlyMap<string, { key: string; params?: Record<string, unknown> }>, index: number) => {
  for (const [field, text] of faults) if (field.startsWith(`${index}.`)) return t(text.key, text.params)
  return null
}

interface CartonProps {
  area: Area
  index: number
  columns: readonly string[]
  /** Whether the row holds the measures of its cartons; following rows with the same numbers share them. */
  isFirst: boolean
  fault: string | null
  onRemove: () => void
}

function Carton({ area, index, columns, isFirst, fault, onRemove }: CartonProps) {
  const { values, known, rows, write } = useBookingState()
  const row: CartonRow = values.cartons?.[index] ?? {}
  const line = known.get(Number(row.po_line_id))
  const path = `cartons.${index}.`
  const count = cartonCount(row)
  const ofNumber = useFieldError(`${path}first_no`)
  const ofLine = useFieldError(`${path}po_line_id`)
  const refused = ofNumber ?? ofLine
  return (
    <Box
      role="row"
      sx={{
        py: { xs: 1.5, md: 0.25 },
        borderTop: '1px solid',
        borderColor: 'divider',
        borderTopWidth: { md: 0 },
        ...grid(columns.length),
        gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: grid(columns.length).gridTemplateColumns },
        '& .MuiOutlinedInput-root, & .MuiNativeSelect-root': { minHeight: { xs: 44, md: 32 } },
      }}
    >
      {columns.map((name) => {
        const label = screenText('wizard.carton_field', { field: fieldLabel(area, name), row: index + 1 })
        return (
          <Box
            role="cell"
            key={name}
            sx={{ minWidth: 0, gridColumn: { xs: name === 'po_line_id' ? '1 / -1' : 'auto', md: 'auto' } }}
          >
            <Box sx={{ display: { xs: 'block', md: 'none' }, fontSize: 12, color: 'text.secondary' }}>
              {fieldLabel(area, name)}
            </Box>
            {name === 'po_line_id' ? (
              <Choice
                label={label}
                value={row.po_line_id}
                options={rows.flatMap(({ po_line_id }) => {
                  const other = known.get(Number(po_line_id))
                  return other
                    ? [
                        {
                          value: other.id,
                          label: [other.line_title, mentionTitle(other.colourway)].filter(Boolean).join(' · '),
                        },
                      ]
                    : []
                })}
                onChange={(value) => write(`${path}po_line_id`, value)}
              />
            ) : name === 'size_id' ? (
              <Choice
                label={label}
                value={row.size_id}
                options={(line?.sizes ?? []).map(({ size_id, label: size }) => ({
                  value: size_id ?? 0,
                  label: size ?? '–',
                }))}
                onChange={(value) => write(`${path}size_id`, value || null)}
              />
            ) : measured.has(name) && !isFirst ? (
              <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{screenText('wizard.same_carton')}</Box>
            ) : (
              <Bound area={area} name={name} path={path + name} label={label} />
            )}
          </Box>
        )
      })}
      <Box role="cell">
        <IconButton size="small" aria-label={screenText('wizard.remove_row', { row: index + 1 })} onClick={onRemove}>
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Box>
      {(fault || refused || count > 1) && (
        <Box sx={{ gridColumn: '1 / -1', fontSize: 12, color: fault || refused ? 'error.main' : 'text.secondary' }}>
          {fault ??
            refused ??
            screenText('wizard.row_units', {
              count,
              units: format.number(count * (Number(row.units_per_carton) || 0)),
            })}
        </Box>
      )}
    </Box>
  )
}

function Bound({ area, name, path, label }: { area: Area; name: string; path: string; label: string }) {
  const id = useId()
  const field = area.fields[name]
  const error = useFieldError(path)
  if (!field) return null
  return (
    <BareInput
      area={area}
      name={name}
      field={field}
      path={path}
      id={id}
      label={label}
      invalid={Boolean(error)}
      inLine
    />
  )
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      fullWidth
      disableUnderline
      value={Number(value ?? 0)}
      inputProps={{ 'aria-label': label }}
      onChange={({ target }) => onChange(Number(target.value))}
      sx={{ fontSize: 13, border: 1, borderColor: 'divider', borderRadius: 1, px: 1 }}
    >
      {!options.some((option) => option.value === Number(value ?? 0)) && <option value={Number(value ?? 0)}>–</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

interface ChoiceProps {
  label: string
  value: unknown
  options: readonly { value: number; label: string }[]
  onChange: (value: number) => void
}
