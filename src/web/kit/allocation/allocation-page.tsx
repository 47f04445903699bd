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
 * The page of an allocation that its supplier answers. Above its content: why it was rejected, and what the next step
 * still lacks. Its files list the evidence that is needed.
 */
export const AllocationPage = ({ area, evidence, next = nextAnswer, children, ...page }: AllocationPageProps) => (
  <RecordPage
    {...page}
    area={area}
    next={next}
    needs={(record) =>
      answerable.has(record.status ?? '') ? [...(planOf(area)?.evidence ?? []), ...(evidence?.(record) ?? [])] : []
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
  /** Kinds of attachments that this record needs beside those of every one. */
  evidence?: (record: OpenRecord) => readonly AttachmentKind[]
}

const AnswerNotes = ({ area, record, next }: { area: Area; record: OpenRecord; next: NextMoves }) => {
  const refused = offeredMoves(area, record).find(({ name, allowed }) => namesOf(next).includes(name) && !allowed)
  return (
    <>
      {record.status === 'rejected' && typeof record.decision_comment === 'string' && (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{stateLabel(area, 'rejected')}</AlertTitle>
          {record.decision_comment}
        </Alert>
      )}
      {refused?.reason && (
        <Alert severity="info" variant="outlined">
          {[moveText(area, refused.name), refused.reason].join(t('kit.colon'))}
        </Alert>
      )}
    </>
  )
}

/** The supplier acknowledges and submits, the office approves or rejects; an outdated one is allocated again. */
export const nextAnswer = ({ status }: { status?: string }): NextMoves => answers[status ?? ''] ?? null

const answers: Record<string, NextMoves | undefined> = {
  allocated: 'acknowledge',
  acknowledged: 'submit_evidence',
  submitted: ['approve', 'reject'],
  rejected: 'resubmit',
  outdated: 'reallocate',
}

/** States in which the supplier, or the office in its name, still shows evidence. */
const answerable: ReadonlySet<string> = new Set(['allocated', 'acknowledged', 'submitted', 'rejected', 'outdated'])
