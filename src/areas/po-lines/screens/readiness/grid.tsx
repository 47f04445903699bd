import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { type ReadinessKind, turnFields } from '#shared/trade/readiness.ts'
import type { ReadinessColumn, ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { CellGrid } from '#web/kit/allocation/matrix/cell-grid.tsx'
import type { DrawnCell } from '#web/kit/allocation/matrix/cell-grid-row.tsx'
import { quietLine } from '#web/kit/allocation/matrix/cell-grid-style.ts'
import { HeadButton } from '#web/kit/allocation/matrix/head-button.tsx'
import { lineWords, orderWords } from '#web/kit/allocation/matrix/line-words.ts'
import type { CellSelection } from '#web/kit/allocation/matrix/selection.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { CellContent, cellWords, isOwn, kindLabel, shortLabel, sideName, waitWords } from './cell'
import { type Lines, useLinesAt, windowSize } from './data'
import { otherSide, ownSide } from './use-readiness-list'

interface Props {
  lines: Lines
  kinds: readonly ReadinessColumn[]
  sums: ReadinessSums | undefined
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  onOpen: (row: ReadinessRow, kind: ReadinessKind) => void
  /** Filters by a kind that waits for the user's side; absent when the page has no filters. */
  onFilter?: (field: string, kind: ReadinessKind) => void
  maxHeight?: number
}

/**
 * Order lines by kind on wide screens; only visible lines are rendered and read. A click opens a cell; dragging, Shift
 * and Ctrl select a rectangle.
 */
export function ReadinessGrid({ lines, kinds, sums, selection, onSelect, onOpen, onFilter, maxHeight }: Props) {
  const [range, setRange] = useState<[first: number, last: number]>([0, 0])
  const onRange = useCallback((first: number, last: number) => {
    const windowOf = (place: number) => Math.floor(place / windowSize)
    setRange((now) =>
      windowOf(now[0]) === windowOf(first) && windowOf(now[1]) === windowOf(last) ? now : [first, last],
    )
  }, [])
  // Fewer lines are visible than a window holds, so the windows of the first and the last line contain all of them.
  const rowAt = useLinesAt(lines, range)
  const cellAt = useCallback(
    (row: ReadinessRow | undefined, column: number) => drawnCell(row, kinds[column]?.kind),
    [kinds],
  )
  return (
    <CellGrid
      label={screenText('readiness.title')}
      help={screenText('readiness.keys')}
      lineLabel={<Corner />}
      columns={kinds.map((column) => ({
        key: column.kind,
        head: <KindHead column={column} sums={sums} onFilter={onFilter} />,
      }))}
      // Nine kinds fit next to the open menu on a window of 1440 pixels.
      columnWidth={92}
      lineWidth={256}
      rowHeight={56}
      rows={lines.total}
      shown={lines.params}
      rowAt={rowAt}
      lineAt={lineHead}
      cellAt={cellAt}
      onRange={onRange}
      selection={selection}
      onSelect={onSelect}
      onOpen={({ row, column }) => {
        const [line, kind] = [rowAt(row), kinds[column]?.kind]
        if (line && kind) onOpen(line, kind)
      }}
      opensOnClick
      choosesAll={false}
      maxHeight={maxHeight}
    />
  )
}

/** Explains the heads of lines and the numbers below the kinds. */
const Corner = () => (
  <>
    <Box sx={{ lineHeight: '24px' }}>{fieldLabel(poLines, 'line_title')}</Box>
    <Box aria-hidden sx={{ fontSize: 11, lineHeight: '16px', fontWeight: 400, textAlign: 'right' }}>
      <strong>{sideName(ownSide())}</strong>
      {` · ${sideName(otherSide(ownSide()))}`}
    </Box>
  </>
)

/**
 * The short label of a kind, with the numbers of lines that wait for each side; a click filters those that wait for the
 * user's side.
 */
function KindHead({
  column: { kind },
  sums,
  onFilter,
}: { column: ReadinessColumn; sums?: ReadinessSums } & Pick<Props, 'onFilter'>) {
  const own = ownSide()
  const waiting = sums?.kinds[kind]
  const waitingText = waiting ? [own, otherSide(own)].map((side) => waitWords(side, waiting[side])).join(' · ') : ''
  return (
    <>
      {onFilter ? (
        <HeadButton
          label={screenText('readiness.show_own', { kind: kindLabel(kind), count: waiting?.[own] ?? 0 })}
          onClick={() => onFilter(turnFields[own], kind)}
        >
          {shortLabel(kind)}
        </HeadButton>
      ) : (
        <Box title={kindLabel(kind)} sx={{ px: 0.5, lineHeight: '24px', whiteSpace: 'nowrap' }}>
          <span aria-hidden>{shortLabel(kind)}</span>
          <Box component="span" sx={visuallyHidden}>
            {kindLabel(kind)}
          </Box>
        </Box>
      )}
      <Box
        className="tabular"
        title={waitingText}
        sx={{ px: 0.5, fontSize: 11, lineHeight: '16px', fontWeight: 400, whiteSpace: 'nowrap', minHeight: 16 }}
      >
        {waiting && (
          <span aria-hidden>
            <strong>{format.number(waiting[own])}</strong>
            {` · ${format.number(waiting[otherSide(own)])}`}
          </span>
        )}
        <Box component="span" sx={visuallyHidden}>
          {waitingText}
        </Box>
      </Box>
    </>
  )
}

const drawnCell = (row: ReadinessRow | undefined, kind: ReadinessKind | undefined): DrawnCell | null => {
  const cell = kind && row?.cells[kind]
  if (!row || !kind || !cell) return null
  return {
    label: t('editing.matrix.cell', {
      line: titleOf(areaNamed(poLines.name), row.line),
      type: kindLabel(kind),
      state: cellWords(kind, cell),
    }),
    state: cell.state,
    isOwn: isOwn(cell),
    content: <CellContent kind={kind} cell={cell} />,
  }
}

const lineHead = (row: ReadinessRow | undefined) => {
  if (!row) return <Skeleton variant="rounded" height={32} />
  return (
    <>
      <TextLink component={Link} to={`${poLines.path}/${row.line.id}`} sx={{ fontWeight: 600, color: 'text.primary' }}>
        {titleOf(areaNamed(poLines.name), row.line)}
      </TextLink>
      <Box sx={quietLine}>{lineWords(row.line)}</Box>
      <Box sx={quietLine}>{orderWords(row.line).split(' · ').slice(1).join(' · ')}</Box>
    </>
  )
}
