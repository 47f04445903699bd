import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { PlannedTask } from '#shared/trade/tna.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { fieldLabel, format, stateLabel, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { tnaTasks } from '../../area'
import { type LineView, lateText, mondayOf, ownerName, taskName, useSupplierOf } from './data'
import { FinishButton } from './finish-button'

/** The plan as a table: all pending milestones, line by line. */
export const PlanTable = ({ lines }: { lines: readonly LineView[] }) => (
  <Box
    tabIndex={0}
    role="region"
    aria-label={t('site.plan.table')}
    sx={{ ...scrolling, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
  >
    <PlainTable sx={table}>
      <thead>
        <tr>
          <th scope="col">{fieldLabel(tnaTasks.name, 'po_line_id')}</th>
          <Heads />
        </tr>
      </thead>
      <tbody>
        {lines.flatMap((line) =>
          line.pending.map((task, index) => (
            <tr key={task.id}>
              <th scope="row">
                {index === 0 ? <LineLink line={line} /> : <Box sx={visuallyHidden}>{line.line_title}</Box>}
              </th>
              <Cells task={task} critical={Boolean(line.path?.chain.includes(task.code))} />
            </tr>
          )),
        )}
      </tbody>
    </PlainTable>
  </Box>
)

/** The milestones of one line, including completed ones. */
export const LineTable = ({ line }: { line: LineView }) => (
  <Box tabIndex={0} role="region" aria-label={t('site.plan.section')} sx={scrolling}>
    <PlainTable sx={table}>
      <thead>
        <tr>
          <Heads />
        </tr>
      </thead>
      <tbody>
        {line.tasks.map((task) => (
          <tr key={task.id}>
            <Cells task={task} critical={task.status === 'pending' && Boolean(line.path?.chain.includes(task.code))} />
          </tr>
        ))}
      </tbody>
    </PlainTable>
  </Box>
)

/** The plan on phones: pending milestones, week by week. */
export const PlanWeeks = ({ lines }: { lines: readonly LineView[] }) => {
  const supplierOf = useSupplierOf()
  const tasks = lines
    .flatMap((line) => line.pending.map((task) => ({ line, task })))
    .filter(({ task }) => task.revised_date !== null)
    .sort((a, b) => (String(a.task.revised_date) < String(b.task.revised_date) ? -1 : 1))
  const weeks = new Map<string, typeof tasks>()
  for (const planned of tasks) {
    const monday = mondayOf(String(planned.task.revised_date))
    weeks.set(monday, [...(weeks.get(monday) ?? []), planned])
  }
  return [...weeks].map(([monday, ofWeek]) => (
    <Box key={monday} component="section" aria-label={t('site.plan.week', { date: format.date(monday) })}>
      <Box component="h2" sx={{ m: 0, mb: 1, fontSize: 14, fontWeight: 600 }}>
        {t('site.plan.week', { date: format.date(monday) })}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {ofWeek.map(({ line, task }) => (
          <Box
            component="li"
            key={task.id}
            sx={{ display: 'flex', gap: 1, alignItems: 'center', bgcolor: 'background.paper', borderRadius: 1, p: 1.5 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Link
                component={RouterLink}
                to={`/apps/tna_tasks/${task.id}`}
                sx={{ display: 'block', color: 'text.primary', fontWeight: 500, py: 1.5, my: -1.25 }}
              >
                {taskName(task)}
              </Link>
              <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
                {[line.line_title, supplierOf(line), ownerName(task.owner)].filter(Boolean).join(' · ')}
              </Box>
              <Box
                className="tabular"
                sx={{ fontSize: 12, color: lateText(task) ? 'tones.danger.text' : 'text.secondary' }}
              >
                {[format.date(task.revised_date), lateText(task)].filter(Boolean).join(' · ')}
              </Box>
            </Box>
            <FinishButton task={task} />
          </Box>
        ))}
      </Box>
    </Box>
  ))
}

const Heads = () =>
  [
    'name_en',
    'owner',
    'status',
    'planned_date',
    'revised_date',
    'expected_date',
    'actual_date',
    'late_days',
    'reason',
  ].map((name) => (
    <th key={name} scope="col">
      {fieldLabel(tnaTasks.name, name === 'name_en' ? 'name_zh' : name).replace(/ \(.*\)$/, '')}
    </th>
  ))

const Cells = ({ task, critical }: { task: PlannedTask; critical: boolean }) => {
  const delayText = lateText(task)
  return (
    <>
      <td>
        <Link
          component={RouterLink}
          to={`/apps/tna_tasks/${task.id}`}
          sx={{ color: 'text.primary', fontWeight: critical ? 600 : 400 }}
        >
          {taskName(task)}
        </Link>
        {critical && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
            {' '}
            {t('site.plan.critical')}
          </Box>
        )}
      </td>
      <td>{ownerName(task.owner)}</td>
      <td>{stateLabel(tnaTasks.name, task.status)}</td>
      <td className="tabular">{format.date(task.planned_date)}</td>
      <td className="tabular">{format.date(task.revised_date)}</td>
      <td className="tabular">{format.date(task.expected_date)}</td>
      <td className="tabular">{format.date(task.actual_date)}</td>
      <Box component="td" sx={{ color: delayText ? 'tones.danger.text' : undefined }}>
        {delayText}
      </Box>
      <td>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {task.reason}
          <FinishButton task={task} />
        </Box>
      </td>
    </>
  )
}

const LineLink = ({ line }: { line: LineView }) => (
  <Link component={RouterLink} to={`/apps/sales/po_line_approval/${line.id}`}>
    {line.line_title}
  </Link>
)

/** Visually hidden content of a cell scrolls with the table, not with the page. */
const scrolling = { position: 'relative', overflowX: 'auto' } as const
const table = {
  '& th, & td': { px: 1, height: 36, whiteSpace: 'nowrap', fontWeight: 400 },
} as const
