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
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { can } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { wipReports } from '../area'
import { weeksShown } from './board-address'
import { marksOf, mondayOf, weekNumber } from './data'
import { reachedText, StageBar } from './stage-bar'
import { articleName, colourName, screenText } from './words'

/** A column for what is overdue and one for each week; on narrow screens they are pushed sideways. */
export function Weeks({ lines, week }: { lines: readonly LineProgress[]; week: string }) {
  const day = today()
  const late = lines.filter((line) => isOverdue(line, day))
  const others = lines.filter((line) => !isOverdue(line, day))
  const weeks = Array.from({ length: weeksShown }, (_, index) => addDays(week, 7 * index))
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
        // What stands at the edge keeps its ring of focus.
        p: '3px',
        m: '-3px',
      }}
    >
      {late.length > 0 && <Column title={screenText('late_column')} lines={late} isLate />}
      {weeks.map((monday) => (
        <Column
          key={monday}
          title={screenText(monday === mondayOf(today()) ? 'week_now' : 'week', { number: weekNumber(monday) })}
          days={screenText('days', { from: format.date(monday), to: format.date(addDays(monday, 6)) })}
          lines={others.filter(
            ({ ex_factory_date: due }) => due !== null && due >= monday && due <= addDays(monday, 6),
          )}
        />
      ))}
    </Box>
  )
}

function Column({ title, days, lines, isLate }: ColumnProps) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, firstCards)
  const units = lines.reduce((sum, { qty }) => sum + qty, 0)
  const packed = lines.reduce((sum, { qty, stages }) => sum + Math.min(qty, stages.packing ?? 0), 0)
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={({ palette }) => ({
        scrollSnapAlign: 'start',
        minWidth: 0,
        borderTop: `3px solid ${isLate ? palette.tones.danger.line : palette.divider}`,
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
          {screenText('column', {
            count: lines.length,
            units: format.number(units),
            packed: units > 0 ? Math.floor((100 * packed) / units) : 0,
          })}
        </Box>
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((line, index) => (
          <Box component="li" key={line.id} sx={{ minWidth: 0 }}>
            <Card line={line} isNext={isWhole && index === firstCards} />
          </Box>
        ))}
      </Box>
      {shown.length < lines.length && (
        <Button
          fullWidth
          size="small"
          onClick={() => setWhole(true)}
          aria-label={screenText('rest_of', { count: lines.length - shown.length, column: title })}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
        >
          {screenText('rest', { count: lines.length - shown.length })}
        </Button>
      )}
    </Box>
  )
}

/** Cards that a column draws by itself: a month with hundreds of lines stays quick, and its sums stand above. */
const firstCards = 12

interface ColumnProps {
  title: string
  days?: string
  lines: readonly LineProgress[]
  isLate?: boolean
}

/** `isNext`: the first of those that were asked for, which takes over the focus from the button that is gone. */
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
