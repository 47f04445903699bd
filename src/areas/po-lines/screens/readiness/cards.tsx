import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { ReadinessKind } from '#shared/trade/readiness.ts'
import type { ReadinessColumn, ReadinessRow } from '#shared/trade/readiness-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { lineWords, orderWords } from '#web/kit/allocation/matrix/line-words.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { CellContent, cellWords, isOwn, kindLabel } from './cell'

/** The matrix on phones: one card per line, with the user's turns first. */
export function ReadinessCards({ rows, kinds, onOpen }: Props) {
  const lines = areaNamed(poLines.name)
  return (
    <Box
      component="ul"
      aria-label={screenText('readiness.title')}
      sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {rows.map((row) => (
        <Box component="li" key={row.line.id} sx={{ bgcolor: 'background.paper', borderRadius: 1, p: 1.5 }}>
          <TextLink
            component={Link}
            to={`${poLines.path}/${row.line.id}`}
            sx={{ display: 'block', py: 1.5, my: -1, fontWeight: 600, color: 'text.primary' }}
          >
            {titleOf(lines, row.line)}
          </TextLink>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{orderWords(row.line)}</Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{lineWords(row.line)}</Box>
          <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
            {ordered(row, kinds).map(({ kind, cell }) => (
              <Box component="li" key={kind}>
                <ButtonBase
                  onClick={() => onOpen(row, kind)}
                  aria-label={t('editing.matrix.cell', {
                    line: titleOf(lines, row.line),
                    type: kindLabel(kind),
                    state: cellWords(kind, cell),
                  })}
                  sx={({ palette }) => ({
                    display: 'flex',
                    width: 1,
                    justifyContent: 'space-between',
                    gap: 1,
                    minHeight: 48,
                    px: 1,
                    borderRadius: 1,
                    ...(isOwn(cell) ? { boxShadow: `inset 3px 0 0 ${palette.tones.warning.line}` } : {}),
                  })}
                >
                  <Box sx={{ fontSize: 13 }}>{kindLabel(kind)}</Box>
                  <Box sx={{ '& > *': { justifyItems: 'end' } }}>
                    <CellContent kind={kind} cell={cell} />
                  </Box>
                </ButtonBase>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  rows: readonly ReadinessRow[]
  kinds: readonly ReadinessColumn[]
  onOpen: (row: ReadinessRow, kind: ReadinessKind) => void
}

/** The kinds that the line needs, the user's own turns first. */
const ordered = ({ cells }: ReadinessRow, kinds: readonly ReadinessColumn[]) =>
  kinds
    .flatMap(({ kind }) => {
      const cell = cells[kind]
      return cell && cell.state !== 'not_required' ? [{ kind, cell }] : []
    })
    .sort((a, b) => Number(isOwn(b.cell)) - Number(isOwn(a.cell)))
