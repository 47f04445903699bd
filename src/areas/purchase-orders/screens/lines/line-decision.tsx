import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { t } from '#web/i18n.ts'
import { useMove } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import type { MoveOffer } from '#web/kit/record/record-actions.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { can } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import type { OpenLine, OpenOrder } from '../open-order'

/**
 * Whether the user may approve the order's lines, and why not. Lines are approved as a whole order, so the offer for
 * one pending line applies to all. Undefined when no line is pending or the role does not approve.
 */
export const useLineVerdict = (order: OpenOrder): MoveOffer | undefined => {
  const lines = areaOf(purchaseOrders, 'lines')
  const waiting = can(lines.name, 'move:approve') ? order.lines.find(({ status }) => status === 'pending') : undefined
  const { record } = useRecord(lines, waiting?.id)
  return waiting && record?.moves?.find(({ name }) => name === 'approve')
}

/** A line's approval status, and the three decisions while it is pending. */
export function LineDecision({ line, order }: { line: OpenLine; order: OpenOrder }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const { run, busy, dialog } = useMove(lines, line)
  const verdict = useLineVerdict(order)
  const mayDecide = line.status === 'pending' && verdict?.allowed === true
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <StatusChip area={lines} status={line.status} />
      {mayDecide &&
        answers.map(({ move, Icon }) => (
          <Tooltip key={move} title={moveText(lines, move)}>
            <IconButton
              size="small"
              disabled={busy}
              aria-label={[moveText(lines, move), line.line_title].join(t('kit.colon'))}
              onClick={() => run(move)}
              sx={{ width: { xs: 44, md: 30 }, height: { xs: 44, md: 30 } }}
            >
              <Icon sx={{ fontSize: 18 }} />
            </IconButton>
          </Tooltip>
        ))}
      {dialog}
    </Box>
  )
}

const answers = [
  { move: 'approve', Icon: CheckRounded },
  { move: 'request_revision', Icon: ReplayRounded },
  { move: 'reject', Icon: CloseRounded },
] as const
