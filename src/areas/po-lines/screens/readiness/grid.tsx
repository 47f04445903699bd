import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ReadinessKind, turnFields } from '#shared/trade/readiness.ts'
import type { ReadinessColumn, ReadinessRow, ReadinessSums } from '#shared/trade/readiness-matrix.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel, format, t } from '#web/i18n.ts'
import { gridLook, HeadButton, lineWords, orderWords } from '#web/kit/allocation/matrix/grid.tsx'
import { type CellSelection, keyOf, type Place } from '#web/kit/allocation/matrix/selection.ts'
import { useCellCursor } from '#web/kit/allocation/matrix/use-cell-cursor.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { poLines } from '../../area'
import { screenText } from '../texts'
import { CellContent, cellWords, isOwn, kindLabel, sideName } from './cell'
import { type Params, useLineWindow } from './data'
import { otherSide, ownSide } from './use-readiness-list'

interface Props {
  params: Params
  kinds: readonly ReadinessColumn[]
  /** How many lines match. */
  total: number
  sums: ReadinessSums | undefined
  selection: CellSelection
  onSelect: (selection: CellSelection) => void
  onOpen: (row: ReadinessRow, kind: ReadinessKind) => void
  /** Filters by a kind that waits for the person's side. */
  onFilter: (field: string, kind: ReadinessKind) => void
}

/**
 * Order lines by kinds on wide screens, of which only those on the screen are drawn and read: any number of lines scrolls
 * alike. A click opens a cell; dragging, Shift and Ctrl choose a rectangle.
 */
export function ReadinessGrid({ params, kinds, total, sums, selection, onSelect, onOpen, onFilter }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const rowAt = useLineWindow(params, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines begin at the top
  useEffect(() => void scroller.current?.scrollTo({ top: 0 }), [params])

  const wanted = useRef<Place | null>(null)
  const focus = (place: Place) => {
    wanted.current = place
    virtualizer.scrollToIndex(place.row, { align: 'auto' })
  }
  // A cell that was scrolled to exists only once its line is read and drawn.
  useEffect(() => {
    const cell =
      wanted.current && scroller.current?.querySelector<HTMLElement>(`[data-place="${keyOf(wanted.current)}"]`)
    if (!cell) return
    cell.focus({ preventScroll: true })
    wanted.current = null
  })

  const { chosen, handlersOf } = useCellCursor({
    size: { rows: total, columns: kinds.length },
    selection,
    onSelect,
    focus,
    open: ({ row, column }) => {
      const [line, kind] = [rowAt(row), kinds[column]?.kind]
      if (line && kind) onOpen(line, kind)
    },
    opensOnClick: true,
    choosesAll: false,
  })
  const columns = kinds.length + 1
  return (
    <Box
      ref={scroller}
      sx={{
        flex: 1,
        minWidth: 0,
        overflow: 'auto',
        overscrollBehavior: 'contain',
        scrollPaddingTop: 56,
        scrollPaddingLeft: 300,
      }}
    >
      <Box
        component="table"
        role="grid"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-label={screenText('readiness.title')}
        aria-describedby="readiness-keys"
        sx={[gridLook, look]}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="line">
              {fieldLabel(poLines, 'line_title')}
            </th>
            {kinds.map((column) => (
              <KindHead key={column.kind} column={column} sums={sums} onFilter={onFilter} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={items[0]?.start ?? 0} columns={columns} />
          {items.map(({ index }) => (
            <LineRow
              key={index}
              index={index}
              row={rowAt(index)}
              kinds={kinds}
              selection={selection}
              chosen={chosen}
              handlersOf={handlersOf}
            />
          ))}
          <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
        </tbody>
      </Box>
      <Box
        id="readiness-keys"
        sx={{ position: 'sticky', left: 0, px: 1.5, py: 1, fontSize: 12, color: 'text.secondary' }}
      >
        {screenText('readiness.keys')}
      </Box>
    </Box>
  )
}

const rowHeight = 56

/** Stands for the rows that are not drawn. */
const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null

/** A kind with how many lines wait for whom; a click shows those that wait for the person's side. */
function KindHead({
  column: { kind },
  sums,
  onFilter,
}: { column: ReadinessColumn; sums?: ReadinessSums } & Pick<Props, 'onFilter'>) {
  const own = ownSide()
  const waiting = sums?.kinds[kind]
  return (
    <th scope="col">
      <HeadButton
        label={screenText('readiness.show_own', { kind: kindLabel(kind), count: waiting?.[own] ?? 0 })}
        onClick={() => onFilter(turnFields[own], kind)}
      >
        {kindLabel(kind)}
      </HeadButton>
      <Box className="tabular" sx={{ px: 0.5, fontWeight: 400, whiteSpace: 'nowrap', minHeight: 16 }}>
        {waiting &&
          [own, otherSide(own)]
            .map((side) =>
              screenText('readiness.waiting', { side: sideName(side), count: format.number(waiting[side]) }),
            )
            .join(' · ')}
      </Box>
    </th>
  )
}

interface LineRowProps {
  index: number
  row: ReadinessRow | undefined
  kinds: readonly ReadinessColumn[]
  selection: CellSelection
  chosen: ReadonlySet<string>
  handlersOf: ReturnType<typeof useCellCursor>['handlersOf']
}

function LineRow({ index, row, kinds, selection, chosen, handlersOf }: LineRowProps) {
  const lines = areaNamed(poLines.name)
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className="line">
        {row ? (
          <>
            <TextLink
              component={Link}
              to={`${poLines.path}/${row.line.id}`}
              sx={{ fontWeight: 600, color: 'text.primary' }}
            >
              {titleOf(lines, row.line)}
            </TextLink>
            <Box sx={quiet}>{lineWords(row.line)}</Box>
            <Box sx={quiet}>{orderWords(row.line).split(' · ').slice(1).join(' · ')}</Box>
          </>
        ) : (
          <Skeleton variant="rounded" height={32} />
        )}
      </th>
      {kinds.map(({ kind }, column) => {
        const cell = row?.cells[kind]
        const place = { row: index, column }
        if (!row || !cell) return <td key={kind} />
        const isCursor = selection.cursor.row === index && selection.cursor.column === column
        return (
          <td
            key={kind}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid that keys move in
            role="gridcell"
            data-place={keyOf(place)}
            data-state={cell.state}
            data-own={isOwn(cell) || undefined}
            tabIndex={isCursor ? 0 : -1}
            aria-selected={chosen.has(keyOf(place))}
            aria-label={t('editing.matrix.cell', {
              line: titleOf(lines, row.line),
              type: kindLabel(kind),
              state: cellWords(kind, cell),
            })}
            {...handlersOf(place)}
          >
            <CellContent kind={kind} cell={cell} />
          </td>
        )
      })}
    </tr>
  )
}

const quiet = {
  color: 'text.secondary',
  fontSize: 11,
  lineHeight: '14px',
  fontWeight: 400,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

const look = ({ palette }: Theme) => ({
  tableLayout: 'fixed',
  width: '100%',
  minWidth: 920,
  '& tbody th, & tbody td[role="gridcell"]': { height: rowHeight, boxSizing: 'border-box', overflow: 'hidden' },
  '& thead th': { height: 52 },
  '& td[data-place]': { cursor: 'pointer' },
  // What the person has to do catches the eye in a column of many.
  '& td[data-own]': { boxShadow: `inset 3px 0 0 ${palette.tones.warning.line}` },
  '& td[data-place]:hover': { bgcolor: palette.surfaces.hover },
  '& td[aria-selected="true"]': { bgcolor: palette.surfaces.chosen },
})
