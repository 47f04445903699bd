import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { planOf } from '#shared/trade/allocation.ts'
import { stateLabel, t } from '#web/i18n.ts'
import { type NextMoves, namesOf, offeredMoves } from '#web/kit/moves/move-buttons.tsx'
import { moveText } from '#web/kit/moves/move-text.ts'
import { RecordPage, type RecordPageProps } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'

/**
 * The page of an allocation that its supplier answers. Notes above the content show why it was rejected and why the
 * next step is not possible yet; the files list the required evidence.
 */
export const AllocationPage = ({ area, evidence, next = nextAnswer, children, ...page }: AllocationPageProps) => (
  <RecordPage
    {...page}
    area={area}
    next={next}
    needs={(record) =>
      evidenceStates.has(record.status ?? '') ? [...(planOf(area)?.evidence ?? []), ...(evidence?.(record) ?? [])] : []
    }
  >
    {(record) => (
      <>
        <AnswerNotes area={area} record={record} next={next(record)} />
        {children(record)}
      </>
    )}
  </RecordPage>
)

interface AllocationPageProps extends Omit<RecordPageProps, 'needs' | 'next'> {
  next?: (record: OpenRecord) => NextMoves
  /** Kinds of attachments that this record requires in addition to those of the plan. */
  evidence?: (record: OpenRecord) => readonly AttachmentKind[]
}

const AnswerNotes = ({ area, record, next }: { area: Area; record: OpenRecord; next: NextMoves }) => {
  const refusedMove = offeredMoves(area, record).find(({ name, allowed }) => namesOf(next).includes(name) && !allowed)
  return (
    <>
      {record.status === 'rejected' && typeof record.decision_comment === 'string' && (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{stateLabel(area, 'rejected')}</AlertTitle>
          {record.decision_comment}
        </Alert>
      )}
      {refusedMove?.reason && (
        <Alert severity="info" variant="outlined">
          {[moveText(area, refusedMove.name), refusedMove.reason].join(t('kit.colon'))}
        </Alert>
      )}
    </>
  )
}

/**
 * The next moves by status: the supplier acknowledges and submits, the office decides and reallocates outdated ones.
 */
export const nextAnswer = ({ status }: { status?: string }): NextMoves => nextMovesByStatus[status ?? ''] ?? null

const nextMovesByStatus: Record<string, NextMoves | undefined> = {
  allocated: 'acknowledge',
  acknowledged: 'submit_evidence',
  submitted: ['approve', 'reject'],
  rejected: 'resubmit',
  outdated: 'reallocate',
}

/** States in which evidence can be attached, by the supplier or by the office on its behalf. */
const evidenceStates: ReadonlySet<string> = new Set(['allocated', 'acknowledged', 'submitted', 'rejected', 'outdated'])
