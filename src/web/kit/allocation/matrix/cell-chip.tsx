import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { cellTone, type MatrixCell } from '#shared/trade/allocation-matrix.ts'
import { stateLabel, t } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'

/** A cell of the matrix: code, version and state of its record, or that it is missing. */
export function CellChip({ area, cell, isInGrid = false }: Props) {
  if (cell.id === null)
    return cell.state === 'missing' ? (
      <ToneChip tone="danger">{t('editing.matrix.missing')}</ToneChip>
    ) : (
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {t('editing.matrix.not_required')}
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 0.75, minWidth: 0, whiteSpace: 'nowrap' }}>
      {cell.code !== null && (
        <TextLink
          component={Link}
          to={`${area.path}/${cell.id}`}
          // The cell around the link is focused by arrow keys and opened by Enter.
          tabIndex={isInGrid ? -1 : undefined}
          className="tabular"
          sx={{ fontSize: 12, fontWeight: 500, color: 'text.primary', ...(isInGrid ? {} : { py: 1.5 }) }}
        >
          {codeOf(cell)}
        </TextLink>
      )}
      <ToneChip tone={cellTone(cell.state)}>{stateLabel(area, cell.state)}</ToneChip>
    </Box>
  )
}

interface Props {
  area: Area
  cell: MatrixCell
  isInGrid?: boolean
}

/** A record's code with its version: `SP-00012 v3`. */
export const codeOf = ({ code, version_no }: Pick<MatrixCell, 'code' | 'version_no'>) =>
  version_no === null ? String(code) : `${code} v${version_no}`

/** The accessible name of a cell. */
export const cellWords = (area: Area, cell: MatrixCell): string =>
  cell.id === null
    ? t(cell.state === 'missing' ? 'editing.matrix.missing' : 'editing.matrix.not_required')
    : [codeOf(cell), stateLabel(area, cell.state)].join(', ')
