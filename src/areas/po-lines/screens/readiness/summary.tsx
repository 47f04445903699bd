import Box from '@mui/material/Box'
import type { ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { format } from '#web/i18n.ts'
import { screenText } from '../texts'
import { waitWords } from './cell'
import { otherSide, ownSide } from './use-readiness-list'

/** The number of matching lines, and how many of them wait for each side. */
export function ReadinessSummary({ sums }: { sums: ReadinessSums | undefined }) {
  const own = ownSide()
  // Reserves the line, so that the matrix does not move when the sums are loaded.
  if (!sums) return <span>{'\u00a0'}</span>
  return (
    <Box component="span" role="status" className="tabular">
      {[
        screenText('readiness.lines', { count: sums.lines, lines: format.number(sums.lines) }),
        ...[own, otherSide(own)].map((side) => waitWords(side, sums[side])),
      ].join(' · ')}
    </Box>
  )
}
