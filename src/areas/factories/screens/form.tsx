import Alert from '@mui/material/Alert'
import { useParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { session } from '#web/providers/session.ts'
import { openChange } from '../rules'
import type { RequestedChange } from './change-requests'
import { screenText } from './texts'

/** When the pending change was requested. */
const requestedAt = (factory: RequestedChange | undefined) => factory && openChange(factory)?.proposed_at

/** The standard form, with a note for those who can only request a change. */
export function Form({ area }: { area: Area }) {
  const { id } = useParams()
  const { record } = useRecord(area, id)
  const isWish = session()?.role === 'Agent' && record !== undefined && record.status !== 'proposed'
  return (
    <>
      {isWish && (
        <Alert severity="info" sx={{ m: 2, mb: 0 }}>
          {screenText('wish_hint')}
        </Alert>
      )}
      <AreaForm
        area={area}
        successText={(saved) =>
          requestedAt(saved) === requestedAt(record)
            ? undefined
            : screenText('wish_sent', { title: titleOf(area, saved) })
        }
      />
    </>
  )
}
