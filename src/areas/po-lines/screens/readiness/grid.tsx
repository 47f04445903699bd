import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { type ReadinessKind, turnFields } from '#shared/trade/readiness.ts'
import type { ReadinessColumn, ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { CellGrid, type DrawnCell, HeadButton, quietLine } from '#web/kit/allocation/matrix/cell-grid.tsx'
import { lineWords, orderWords } from '#web/kit/allocation/matrix/line-words.ts'
import type { CellSelection } from '#web/kit/allocation/matrix/selection.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { CellContent, cellWords, isOwn, kindLabel, sideName } from './cell'
import { type Lines, useLinesAt, windowSize } from './data'
import { otherSide, ownSide } from './use-readiness-list'

interface Props {
  lines: Lines
  kinds: readonly ReadinessColumn[]
  sums: ReadinessSums | undefined
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  onOpen: (row: ReadinessRow, kind: ReadinessKind) => void
  /** Filters by a kind that waits for the person's side; absent where there are no filters. */
  onFilter?: (field: string, kind: ReadinessKind) => void
  maxHeight?: number
}

/**
 * Order lines by kinds on wide screens, of which only those on the screen are drawn and read. A click opens a cell;
 * dragging, Shift and Ctrl choose a rectangle.
 */
export function ReadinessGrid({ lines, kinds, sums, selection, onSelect, onOpen, onFilter, maxHeight }: Props) {
  const [range, setRange] = useState<[first: number, last: number]>([0, 0])
  const onRange = useCallback((first: number, last: number) => {
    const windowOf = (place: number) => Math.floor(place / windowSize)
    setRange((now) =>
      windowOf(now[0]) === windowOf(first) && windowOf(now[1]) === windowOf(last) ? now : [first, last],
    )
  }, [])
  // The screen is lower than a window, so that the first and the last line lie in all that it shows.
  const rowAt = useLinesAt(lines, range)
  const cellAt = useCallback(
    (row: ReadinessRow | undefined, column: number) => drawnCell(row, kinds[column]?.kind),
    [kinds],
  )
  return (
    <CellGrid
      label={screenText('readiness.title')}
      help={screenText('readiness.keys')}
      lineLabel={fieldLabel(poLines, 'line_title')}
      columns={kinds.map((column) => ({
        key: column.kind,
        head: <KindHead column={column} sums={sums} onFilter={onFilter} />,
      }))}
      columnWidth={128}
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

/** A kind with how many lines wait for whom; a click shows those that wait for the person's side. */
function KindHead({
  column: { kind },
  sums,
  onFilter,
}: { column: ReadinessColumn; sums?: ReadinessSums } & Pick<Props, 'onFilter'>) {
  const own = ownSide()
  const waiting = sums?.kinds[kind]
  return (
    <>
      {onFilter ? (
        <HeadButton
          label={screenText('readiness.show_own', { kind: kindLabel(kind), count: waiting?.[own] ?? 0 })}
          onClick={() => onFilter(turnFields[own], kind)}
        >
          {kindLabel(kind)}
        </HeadButton>
      ) : (
        <Box sx={{ px: 0.5, lineHeight: '24px' }}>{kindLabel(kind)}</Box>
      )}
      <Box className="tabular" sx={{ px: 0.5, fontWeight: 400, whiteSpace: 'nowrap', minHeight: 16 }}>
        {waiting &&
          [own, otherSide(own)]
            .map((side) =>
              screenText('readiness.waiting', { side: sideName(side), count: format.number(waiting[side]) }),
            )
            .join(' · ')}
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
