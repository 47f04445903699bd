import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { lateDays, type PlannedTask } from '#shared/trade/tna.ts'
import { today } from '#web/fields/day.ts'
import { format, t } from '#web/i18n.ts'
import {
  articleOf,
  forecastText,
  type LineView,
  lateText,
  ownerName,
  placeOf,
  sideOf,
  taskName,
  useSupplierOf,
  weeksFrom,
} from './data'
import { FinishButton } from './finish-button'

/** Lines with their milestones on a scale of weeks: planned, due, late. A line unfolds to its pending milestones. */
export const PlanChart = ({ lines, first, weeks, open: opened = [] }: Props) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set(opened))
  const toggle = (id: number) =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((openId) => openId !== id) : [...now, id]))
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', overflow: 'hidden' }}>
      <Box sx={{ ...row, height: 32, bgcolor: 'surfaces.hover', borderTop: 0 }} aria-hidden>
        <Box sx={headStyle} />
        <Lane first={first} weeks={weeks}>
          {weeksFrom(first, weeks).map((monday, index) => (
            <Box
              key={monday}
              className="tabular"
              sx={{
                position: 'absolute',
                left: `${(index / weeks) * 100}%`,
                top: 8,
                pl: 0.5,
                fontSize: 11,
                lineHeight: '16px',
                color: 'text.secondary',
                whiteSpace: 'nowrap',
              }}
            >
              {index % 2 === 0 ? shortDay(monday) : ''}
            </Box>
          ))}
        </Lane>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => (
          <li key={line.id}>
            <LineRow
              line={line}
              first={first}
              weeks={weeks}
              open={open.has(line.id)}
              onToggle={() => toggle(line.id)}
            />
            {open.has(line.id) && (
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {line.pending.map((task) => (
                  <TaskRow key={task.id} task={task} line={line} first={first} weeks={weeks} />
                ))}
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Box>
  )
}

interface Props {
  lines: readonly LineView[]
  /** The Monday of the first visible week, and the number of weeks. */
  first: string
  weeks: number
  /** Lines that are initially unfolded. */
  open?: readonly number[]
}

const LineRow = ({ line, first, weeks, open, onToggle }: RowProps & { open: boolean; onToggle: () => void }) => {
  const { path, holder } = line
  const supplierOf = useSupplierOf()
  const isLate = Boolean(path && path.slip > 0)
  return (
    <Box sx={{ ...row, minHeight: 56 }}>
      <Box sx={headStyle}>
        <IconButton
          size="small"
          onClick={onToggle}
          aria-expanded={open}
          aria-label={t('site.plan.milestones_of', { line: line.line_title })}
        >
          <ChevronRightRounded sx={{ transform: open ? 'rotate(90deg)' : 'none' }} />
        </IconButton>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ ...oneLine, fontSize: 13 }}>
            <Link component={RouterLink} to={`/apps/sales/po_line_approval/${line.id}`} sx={{ fontWeight: 500 }}>
              {line.line_title}
            </Link>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' '}
              {[articleOf(line), supplierOf(line)].filter(Boolean).join(' · ')}
            </Box>
          </Box>
          <Box sx={{ ...oneLine, fontSize: 12, color: isLate ? 'tones.danger.text' : 'text.secondary' }}>
            {isLate && <ErrorOutlineRounded sx={{ fontSize: 14, mr: 0.5, verticalAlign: '-2px' }} />}
            {forecastText(line)}
          </Box>
          {holder && (
            <Box sx={{ ...oneLine, fontSize: 12, color: 'text.secondary' }}>
              {t(lateDays(holder, today()) > 0 ? 'site.plan.held_by' : 'site.plan.next', {
                task: taskName(holder),
                owner: ownerName(holder.owner),
              })}
            </Box>
          )}
        </Box>
      </Box>
      <Lane first={first} weeks={weeks}>
        {line.pending.map((task) => (
          <Marks key={task.id} task={task} first={first} weeks={weeks} critical={isCritical(line, task)} quiet />
        ))}
      </Lane>
    </Box>
  )
}

const TaskRow = ({ task, line, first, weeks }: RowProps & { task: PlannedTask }) => {
  const delayText = lateText(task)
  const critical = isCritical(line, task)
  return (
    <Box component="li" sx={{ ...row, minHeight: 36 }}>
      <Box sx={{ ...headStyle, pl: 5 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ ...oneLine, fontSize: 13 }}>
            <Link
              component={RouterLink}
              to={`/apps/tna_tasks/${task.id}`}
              sx={{ color: 'text.primary', fontWeight: critical ? 600 : 400 }}
            >
              {taskName(task)}
            </Link>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
              {' '}
              {ownerName(task.owner)}
              {critical ? ` · ${t('site.plan.critical')}` : ''}
            </Box>
          </Box>
          <Box
            className="tabular"
            sx={{ ...oneLine, fontSize: 12, color: delayText ? 'tones.danger.text' : 'text.secondary' }}
          >
            {[format.date(task.revised_date) || t('site.plan.no_day'), delayText].filter(Boolean).join(' · ')}
            {task.reason ? ` · ${task.reason}` : ''}
          </Box>
        </Box>
        <FinishButton task={task} />
      </Box>
      <Lane first={first} weeks={weeks}>
        <Marks task={task} first={first} weeks={weeks} critical={critical} />
      </Lane>
    </Box>
  )
}

interface RowProps {
  line: LineView
  first: string
  weeks: number
}

const isCritical = ({ path }: LineView, { code }: PlannedTask) => Boolean(path?.chain.includes(code))

/** The weeks behind a row, with today's line. Hidden from screen readers, as the row's text has the same content. */
const Lane = ({ first, weeks, children }: { first: string; weeks: number; children: React.ReactNode }) => (
  <Box
    aria-hidden
    sx={{
      position: 'relative',
      minWidth: 0,
      borderLeft: 1,
      borderColor: 'divider',
      backgroundImage: (theme) => `linear-gradient(to right, ${theme.palette.divider} 1px, transparent 1px)`,
      backgroundSize: `${100 / weeks}% 100%`,
    }}
  >
    <Box
      sx={{
        position: 'absolute',
        insetBlock: 0,
        left: `${placeOf(today(), first, weeks)}%`,
        borderLeft: 2,
        borderColor: 'secondary.main',
      }}
    />
    {children}
  </Box>
)

/** A milestone on the scale: hollow on its planned day, filled on its due day, with a bar for the days of delay. */
const Marks = ({ task, first, weeks, critical, quiet }: MarksProps) => {
  const { planned_date, revised_date, expected_date } = task
  if (revised_date === null) return null
  const day = today()
  const late = lateDays(task, day)
  const until = expected_date !== null && expected_date > day ? expected_date : day
  const from = placeOf(revised_date, first, weeks)
  const end = placeOf(until, first, weeks)
  const tone = late > 0 ? 'tones.danger.text' : critical ? 'tones.warning.text' : 'tones.info.text'
  const endsBeyond = sideOf(until, first, weeks) === 'after'
  return (
    <>
      {planned_date !== null && planned_date !== revised_date && !quiet && isShown(planned_date, first, weeks) && (
        <Box
          data-mark="plan"
          sx={{ ...mark, left: `${placeOf(planned_date, first, weeks)}%`, border: 1, borderColor: 'text.secondary' }}
        />
      )}
      {late > 0 && end > from && (
        <Box
          data-mark="late"
          sx={{
            position: 'absolute',
            top: '50%',
            mt: '-2px',
            height: 4,
            borderRadius: '2px',
            left: `${from}%`,
            width: `${end - from}%`,
            bgcolor: 'tones.danger.text',
            opacity: quiet ? 0.5 : 1,
          }}
        />
      )}
      {late > 0 && !quiet && (
        <Box
          className="tabular"
          sx={{
            position: 'absolute',
            top: endsBeyond ? 2 : 'calc(50% - 8px)',
            ...(endsBeyond ? { right: 6 } : { left: `calc(${end}% + ${end > 0 ? 6 : 14}px)` }),
            fontSize: 12,
            lineHeight: '16px',
            color: 'tones.danger.text',
            whiteSpace: 'nowrap',
          }}
        >
          +{late}
        </Box>
      )}
      <DueMark day={revised_date} first={first} weeks={weeks} tone={tone} />
    </>
  )
}

/** The due date of a milestone; outside the visible weeks an arrow at that edge. */
const DueMark = ({ day, first, weeks, tone }: { day: string; first: string; weeks: number; tone: string }) => {
  const side = sideOf(day, first, weeks)
  if (side === null)
    return <Box data-mark="point" sx={{ ...mark, left: `${placeOf(day, first, weeks)}%`, bgcolor: tone }} />
  return (
    <Box
      data-beyond={side}
      data-mark="point"
      sx={{
        position: 'absolute',
        top: '50%',
        mt: '-5px',
        width: 7,
        height: 10,
        bgcolor: tone,
        ...(side === 'before'
          ? { left: 2, clipPath: 'polygon(0 50%, 100% 0, 100% 100%)' }
          : { right: 2, clipPath: 'polygon(100% 50%, 0 0, 0 100%)' }),
      }}
    />
  )
}

const isShown = (day: string, first: string, weeks: number) => sideOf(day, first, weeks) === null

interface MarksProps {
  task: PlannedTask
  first: string
  weeks: number
  critical: boolean
  /** Several in one row: without planned days and figures. */
  quiet?: boolean
}

const shortDay = (day: string) => {
  const [, month = '', date = ''] = day.split('-')
  return t('site.plan.short_day', { day: Number(date), month: t(`site.plan.months.${Number(month)}`) })
}

const mark = {
  position: 'absolute',
  top: '50%',
  width: 8,
  height: 8,
  ml: '-4px',
  mt: '-4px',
  boxSizing: 'border-box',
  transform: 'rotate(45deg)',
  borderRadius: '1px',
} as const
const row = {
  display: 'grid',
  gridTemplateColumns: { md: 'minmax(0, 360px) minmax(0, 1fr)', xl: 'minmax(0, 460px) minmax(0, 1fr)' },
  borderTop: 1,
  borderColor: 'divider',
} as const
const headStyle = { display: 'flex', alignItems: 'center', gap: 0.5, px: 1, py: 0.5, minWidth: 0 } as const
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
