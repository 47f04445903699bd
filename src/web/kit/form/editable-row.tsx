import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type Area, rowsOf } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { Field } from './field'
import { fieldGrid, isWide } from './field-section'
import { RowButton } from './row-button'
import { RowCard } from './row-card'
import { RowCell } from './row-cell'

/**
 * One row of a rows editor: a row of the table, on phones a card. `further` fields and nested rows unfold below it;
 * `renderRows` renders nested rows, without it there are none.
 */
export function EditableRow(props: EditableRowProps) {
  const { area, prefix, position, isTable, main, further, isCollapsible, renderRows, actions } = props
  const nested = renderRows ? rowsOf(area).filter(([name]) => fieldRights().mayRead(area, name)) : []
  const [isOpen, setOpen] = useState(false)
  const [isCollapsed, setCollapsed] = useState(isCollapsible)
  const hasDetails = further.length + nested.length > 0
  const details = isOpen && <RowDetails {...props} nested={nested.map(([name]) => name)} />
  const detailsButton = hasDetails && (
    <RowButton label={t('kit.rows.details', { position })} isOpen={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? <ExpandLessRounded fontSize="small" /> : <ExpandMoreRounded fontSize="small" />}
    </RowButton>
  )
  if (isTable) return <TableRow {...props} details={details} detailsButton={detailsButton} />
  const [onlyField, ...otherFields] = main
  if (onlyField && otherFields.length === 0 && !hasDetails)
    return (
      <Box
        role="group"
        data-row={prefix.slice(0, -1)}
        aria-label={t('kit.rows.position', { position })}
        sx={singleFieldStyle}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RowCell area={area} name={onlyField} prefix={prefix} position={position} />
        </Box>
        {actions}
      </Box>
    )
  return (
    <RowCard
      area={area}
      prefix={prefix}
      position={position}
      main={main}
      isCollapsible={isCollapsible}
      isCollapsed={isCollapsed}
      onToggle={() => setCollapsed(!isCollapsed)}
      details={details}
      detailsButton={detailsButton}
      actions={actions}
    />
  )
}

interface EditableRowProps {
  area: Area
  /** The path of the row with a trailing dot (`lines.0.`). */
  prefix: string
  /** One-based position of the row. */
  position: number
  isTable: boolean
  /** Fields that are always visible, such as the columns of the table. */
  main: readonly string[]
  further: readonly string[]
  /** Whether the card can be collapsed to its name; it then starts collapsed. */
  isCollapsible: boolean
  renderRows: ((name: string) => ReactNode) | undefined
  onKeyDown: (event: KeyboardEvent, column: string) => void
  actions: ReactNode
}

function TableRow({ area, prefix, position, main, onKeyDown, actions, details, detailsButton }: TableRowProps) {
  return (
    <tbody data-row={prefix.slice(0, -1)}>
      <tr>
        {main.map((name) => (
          <td key={name} data-cell={prefix + name} onKeyDown={(event) => onKeyDown(event, name)}>
            <RowCell area={area} name={name} prefix={prefix} position={position} />
          </td>
        ))}
        <td>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            {actions}
            {detailsButton}
          </Box>
        </td>
      </tr>
      {details && (
        <tr>
          <td colSpan={main.length + 1}>{details}</td>
        </tr>
      )}
    </tbody>
  )
}

interface TableRowProps extends EditableRowProps {
  details: ReactNode
  detailsButton: ReactNode
}

/** The further fields of a row and its nested rows. */
function RowDetails({ area, prefix, position, further, nested, renderRows }: RowDetailsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, p: { xs: 0, md: 2 }, pt: 2 }}>
      {further.length > 0 && (
        <Box sx={fieldGrid}>
          {further.map((name) => (
            <Box key={name} sx={isWide(area, name) ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
              <Field area={area} name={name} prefix={prefix} />
            </Box>
          ))}
        </Box>
      )}
      {nested.map((name) => (
        <Box key={name} role="group" aria-label={t('kit.rows.more', { title: fieldLabel(area, name), position })}>
          <Box sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>{fieldLabel(area, name)}</Box>
          {renderRows?.(name)}
        </Box>
      ))}
    </Box>
  )
}

interface RowDetailsProps extends EditableRowProps {
  nested: readonly string[]
}

const singleFieldStyle = { display: 'flex', alignItems: 'flex-start', mr: -1.5 } as const
