import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import { type Area, isSettled } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { useRow } from './field'
import { RowButton } from './row-button'

/** Buttons that move a row up and down, if the order of rows matters, and remove it; a lock for settled rows. */
export function RowActions({ area, prefix, index, last, isOrdered, onMove, onRemove }: RowActionsProps) {
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
  /** Index of the last row. */
  last: number
  isOrdered: boolean
  onMove: (target: number) => void
  onRemove: () => void
}

/** A lock in place of the actions; its title explains why the row cannot be changed. */
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
