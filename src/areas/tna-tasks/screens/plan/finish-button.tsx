import TaskAltRounded from '@mui/icons-material/TaskAltRounded'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import type { PlannedTask } from '#shared/trade/tna.ts'
import { t } from '#web/i18n.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { useSession } from '#web/providers/session.ts'
import { tnaTasks } from '../../area'
import { taskName } from './data'

/** Finishes a milestone in place; hidden for milestones of the other side and those that events complete. */
export const FinishButton = ({ task }: { task: PlannedTask }) => {
  const person = useSession()
  const { run, busy, dialog } = useMove(tnaTasks, task as unknown as AnyRecord)
  const fillsItself = task.filled_by === 'issued' || task.filled_by === 'acknowledged'
  if (task.status !== 'pending' || fillsItself || (!isOfficeRole(person?.role) && task.owner !== 'supplier'))
    return null
  const label = t('site.plan.finish', { task: taskName(task) })
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          disabled={busy}
          onClick={() => run('finish')}
          sx={{ p: { xs: 1.5, md: 0.625 }, m: { xs: -0.75, md: 0 } }}
        >
          <TaskAltRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      {dialog}
    </>
  )
}
