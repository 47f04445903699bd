import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addDays, today } from '#shared/base/dates.ts'
import { isOverdue } from '#shared/trade/delivery.ts'
import type { LineProgress } from '#shared/trade/production.ts'
import { format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { wipReports } from '../area'
import { type BoardAddress, weeksShown } from './board-address'
import { type BoardData, type BoardQuery, marksOf, mondayOf, useBoard, type WeekSums, weekNumber } from './data'
import { reachedText, StageBar } from './stage-bar'
import { articleName, colourName, screenText } from './texts'

/** A column for overdue lines and one for each week. On narrow screens the columns scroll sideways. */
export function Weeks({ board, address }: { board: BoardData; address: BoardAddress }) {
  const { week } = address
  const day = today()
  const overdue = board.lines.filter((line) => isOverdue(line, day))
  const others = board.lines.filter((line) => !isOverdue(line, day))
  const weeks = Array.from({ length: weeksShown }, (_, index) => addDays(week, 7 * index))
  const sumsOf = (monday: string | null, lines: readonly LineProgress[]) =>
    board.weeks ? (board.weeks.find((sums) => sums.week === monday) ?? noLines) : sumsOfLines(lines)
  return (
    <Box
      role="group"
      aria-label={screenText('board')}
      tabIndex={0}
      sx={{
        display: 'grid',
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '86%', sm: 280, xl: 'minmax(264px, 1fr)' },
        gap: 1.5,
        overflowX: 'auto',
        scrollSnapType: { xs: 'x mandatory', sm: 'none' },
        alignItems: 'start',
        pb: 1,
        // Room for the focus ring of a card at the edge.
        p: '3px',
        m: '-3px',
      }}
    >
      {overdue.length > 0 && (
        <Column
          title={screenText('late_column')}
          first={overdue}
          sums={sumsOf(null, overdue)}
          rest={{ from: day, to: day, overdue: 'only', ...restOf(address) }}
        />
      )}
      {weeks.map((monday) => {
        const sunday = addDays(monday, 6)
        const lines = others.filter(({ ex_factory_date: due }) => due !== null && due >= monday && due <= sunday)
        return (
          <Column
            key={monday}
            title={screenText(monday === mondayOf(day) ? 'week_now' : 'week', { number: weekNumber(monday) })}
            days={screenText('days', { from: format.date(monday), to: format.date(sunday) })}
            first={lines}
            sums={sumsOf(monday, lines)}
            rest={{ from: monday, to: sunday, ...restOf(address) }}
          />
        )
      })}
    </Box>
  )
}

const restOf = ({ find, supplier }: BoardAddress) => ({ q: find, supplier })

const noLines = { lines: 0, qty: 0, packed_lines: 0 }

const sumsOfLines = (lines: readonly LineProgress[]): Sums => ({
  lines: lines.length,
  qty: lines.reduce((sum, { qty }) => sum + qty, 0),
  packed_lines: lines.filter(({ goods_state }) => goods_state === 'packed').length,
})

/** The first cards of a week; the others are loaded when the column is opened. */
function Column({ title, days, first, sums, rest }: ColumnProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opened = useBoard(rest, isOpen && first.length < sums.lines)
  const isOverdueColumn = rest.overdue === 'only'
  const all =
    first.length < sums.lines
      ? opened.data?.lines.filter((line) => isOverdue(line, today()) === isOverdueColumn)
      : first
  const shown = (isOpen && all) || first.slice(0, cardsPerWeek)
  const hidden = sums.lines - shown.length
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={({ palette }) => ({
        scrollSnapAlign: 'start',
        minWidth: 0,
        borderTop: `3px solid ${isOverdueColumn ? palette.tones.danger.line : palette.divider}`,
        borderRadius: 1,
        bgcolor: 'action.hover',
        p: 1,
      })}
    >
      <Box sx={{ px: 0.5, pb: 1 }}>
        <Box component="h2" id={id} sx={{ m: 0, fontSize: 14, fontWeight: 600, lineHeight: '20px' }}>
          {title}
        </Box>
        <Box className="tabular" sx={{ fontSize: 12, color: 'text.secondary', minHeight: 32, lineHeight: '16px' }}>
          {days && <div>{days}</div>}
          {screenText('column', { count: sums.lines, units: format.number(sums.qty) })}
          {sums.packed_lines > 0 && screenText('column_packed', { count: sums.packed_lines })}
        </Box>
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((line, index) => (
          <Box component="li" key={line.id} sx={{ minWidth: 0 }}>
            <Card line={line} isNext={isOpen && index === cardsPerWeek} />
          </Box>
        ))}
      </Box>
      {isOpen && opened.error && <FailedState error={opened.error} onRetry={() => void opened.refetch()} />}
      {isOpen && all && hidden > 0 && (
        <Box role="status" sx={{ mt: 1, px: 0.5, fontSize: 12, color: 'text.secondary' }}>
          {screenText('more', { count: shown.length })}
        </Box>
      )}
      {!(isOpen && all) && !opened.error && hidden > 0 && (
        <Button
          fullWidth
          size="small"
          loading={isOpen}
          onClick={() => setOpen(true)}
          aria-label={screenText('rest_of', { count: hidden, column: title })}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
        >
          {screenText('rest', { count: hidden })}
        </Button>
      )}
    </Box>
  )
}

/** Cards that a column shows before it is opened. */
export const cardsPerWeek = 12

type Sums = Pick<WeekSums, 'lines' | 'qty' | 'packed_lines'>

interface ColumnProps {
  title: string
  days?: string
  first: readonly LineProgress[]
  sums: Sums
  /** Selects all lines of the column. */
  rest: BoardQuery
}

/** `isNext`: the first of the additional lines, which gets the focus of the removed button. */
function Card({ line, isNext }: { line: LineProgress; isNext: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isNext) link.current?.focus()
  }, [isNext])
  const marks = marksOf(line)
  const showsSupplier = session()?.role === 'admin' || session()?.role === 'Office'
  return (
    <Box sx={{ bgcolor: 'background.paper', borderRadius: 1, p: 1.5, fontSize: 13, display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <TextLink
          ref={link}
          component={Link}
          to={`${areaOf(wipReports, 'po_line_id').path}/${line.id}`}
          sx={{ flex: 1, color: 'text.primary', fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {line.line_title}
        </TextLink>
        <Box component="span" className="tabular" sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {format.date(line.ex_factory_date)}
        </Box>
      </Box>
      <Box sx={{ lineHeight: '18px' }}>
        {line.article_no} {articleName(line)}
        {colourName(line) && <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${colourName(line)}`}</Box>}
      </Box>
      {showsSupplier && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{line.supplier}</Box>}
      <StageBar line={line} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" className="tabular" sx={{ flex: 1, fontSize: 12 }}>
          {reachedText(line)}
        </Box>
        {can(wipReports.name, 'create') && (
          <Button
            size="small"
            component={Link}
            to={`${wipReports.path}/new?line=${line.id}`}
            aria-label={screenText('report_line', { line: line.line_title })}
            sx={{ fontSize: 12, minHeight: { xs: 44, sm: 24 }, minWidth: 0, py: 0, my: -0.5, mr: -0.75 }}
          >
            {screenText('report_short')}
          </Button>
        )}
      </Box>
      {marks.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {marks.map(({ tone, text }) => (
            <ToneChip key={text} tone={tone}>
              {text}
            </ToneChip>
          ))}
        </Box>
      )}
    </Box>
  )
}
