import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { register } from '#register'
import { type Area, rowsOf } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { positionField } from '#web/kit/form/form-values.ts'
import { Cell, formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { Fact, isUnbroken } from './fact'

type Values = Readonly<Record<string, unknown>>

/**
 * The rows of a record as a table, as cards on phones; nested rows unfold. `columns` are the fields to show, by default
 * all that have a value.
 */
export function RowsTable({ area, name, record, columns, currency }: Props) {
  const isTable = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'), { noSsr: true })
  const child = register.get(area.fields[name]?.options.to ?? '')
  const rows = (Array.isArray(record[name]) ? record[name] : []) as (Values & { id: number })[]
  const shownColumns = columns ?? filledColumns(child, rows)
  const nested = rowsOf(child).find(([inner]) => fieldRights().mayRead(child, inner))?.[0]
  const rowCurrency = currency ?? (typeof record.currency === 'string' ? record.currency : undefined)
  if (rows.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('kit.rows.none')}</Box>
  const [onlyColumn, ...otherColumns] = shownColumns
  if (onlyColumn && otherColumns.length === 0 && !nested)
    return <ValueList area={child} name={onlyColumn} rows={rows} label={fieldLabel(area, name)} />
  const rowViews = rows.map((row, index) => (
    <RowView
      key={row.id}
      area={child}
      row={row}
      position={index + 1}
      columns={shownColumns}
      nested={nested}
      currency={rowCurrency}
      isTable={isTable}
    />
  ))
  if (!isTable) return <Box sx={{ display: 'grid', gap: 1 }}>{rowViews}</Box>
  return (
    <PlainTable label={fieldLabel(area, name)} sx={{ ...tableStyle, maxWidth: widthOf(shownColumns) }}>
      <thead>
        <tr>
          {nested && <td style={{ width: 32 }} />}
          {shownColumns.map((column) => (
            <th scope="col" key={column} style={{ textAlign: alignOf(child, column) }}>
              {fieldLabel(child, column)}
            </th>
          ))}
        </tr>
      </thead>
      {rowViews}
    </PlainTable>
  )
}

interface Props {
  area: Area
  name: string
  record: Values
  columns?: readonly string[]
  currency?: string
}

/** Rows with a single field, side by side; the section's heading is their label. */
function ValueList({ area, name, rows, label }: ValueListProps) {
  return (
    <Box component="ul" aria-label={label} sx={valuesStyle}>
      {rows.map((row) => (
        <li key={row.id}>
          <Cell area={area} name={name} record={row} />
        </li>
      ))}
    </Box>
  )
}

interface ValueListProps {
  area: Area
  name: string
  rows: readonly (Values & { id: number })[]
  label: string
}

function RowView({ area, row, position, columns, nested, currency, isTable }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const hasNested = nested !== undefined && Array.isArray(row[nested]) && row[nested].length > 0
  const toggle = hasNested && (
    <IconButton
      size="small"
      aria-expanded={isOpen}
      aria-label={t('kit.rows.more', { title: fieldLabel(area, nested), position })}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? <ExpandLessRounded fontSize="small" /> : <ExpandMoreRounded fontSize="small" />}
    </IconButton>
  )
  const inner = isOpen && hasNested && <RowsTable area={area} name={nested} record={row} currency={currency} />
  const title = area.titleZh ? titleOf(area, row) : formatValue(area, area.title, row, currency)
  const facts = columns.filter((name) => {
    const text = formatValue(area, name, row, currency)
    // In Chinese this field is the title of the row already.
    return name !== area.title && text !== '' && !(name === area.titleZh && text === title)
  })
  if (!isTable && !toggle && facts.length <= 2 && facts.every((name) => needsNoLabel(area, name)))
    return (
      <Box sx={{ ...shortStyle, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Box>
        <Box sx={{ flexShrink: 0, maxWidth: '60%', textAlign: 'right' }}>
          {facts.map((name) => (
            <Box key={name}>
              <Cell area={area} name={name} record={row} currency={currency} />
            </Box>
          ))}
        </Box>
      </Box>
    )
  if (!isTable)
    return (
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
          <Box sx={{ flex: 1, fontWeight: 600 }}>
            {area.titleZh ? (
              titleOf(area, row)
            ) : (
              <Cell area={area} name={area.title} record={row} currency={currency} />
            )}
          </Box>
          {toggle}
        </Box>
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0 }}>
          {facts.map((name) => (
            <Fact key={name} label={fieldLabel(area, name)} wide={isUnbroken(formatValue(area, name, row, currency))}>
              <Cell area={area} name={name} record={row} currency={currency} />
            </Fact>
          ))}
        </Box>
        {inner && <Box sx={{ mt: 1 }}>{inner}</Box>}
      </Box>
    )
  return (
    <tbody>
      <tr>
        {nested && <td>{toggle}</td>}
        {columns.map((name) => (
          <Box component="td" key={name} sx={{ textAlign: alignOf(area, name), maxWidth: 320 }}>
            <Cell area={area} name={name} record={row} currency={currency} />
          </Box>
        ))}
      </tr>
      {inner && (
        <tr>
          <td />
          <td colSpan={columns.length}>{inner}</td>
        </tr>
      )}
    </tbody>
  )
}

interface RowProps {
  area: Area
  row: Values & { id: number }
  position: number
  columns: readonly string[]
  nested: string | undefined
  currency: string | undefined
  isTable: boolean
}

/** Whether a value is clear without a label: a date, or the name in the other language. */
const needsNoLabel = (area: Area, name: string) => area.fields[name]?.kind === 'date' || name === area.titleZh

/** The readable fields with a value in at least one row, title and state first. */
const filledColumns = (area: Area, rows: readonly Values[]): string[] => {
  const { mayRead } = fieldRights()
  // The order of the rows shows the position field.
  const position = positionField(area, () => true)
  const hasValue = (name: string) =>
    rows.some((row) => {
      const value = row[name]
      return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    })
  const names = [
    area.title,
    ...(area.lifecycle ? ['status'] : []),
    ...Object.keys(area.fields).filter(
      (name) =>
        ![area.title, area.partOf?.by, position].includes(name) &&
        area.fields[name]?.kind !== 'rows' &&
        !area.fields[name]?.options.inPlace,
    ),
  ]
  return names.filter((name) => mayRead(area, name) && hasValue(name))
}

const alignOf = (area: Area, name: string) => fieldKinds[area.fields[name]?.kind ?? 'choice'].align

/** The maximum width in pixels of a table with few columns, which would be too far apart on a wide page. */
const widthOf = (columns: readonly string[]) => (columns.length <= 3 ? columns.length * 280 : undefined)

const shortStyle = { display: 'flex', justifyContent: 'space-between', gap: 2, pt: 1, fontSize: 13 } as const

const valuesStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 1,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: 13,
} as const

const tableStyle = {
  '& th, & td': { px: 1, height: 36, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  // The border is on `tbody`, because a row with nested rows has two `tr`.
  '& tbody': { borderTop: '1px solid', borderColor: 'divider' },
  '& tbody tr': {},
} as const
