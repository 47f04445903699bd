import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { shippedStates } from '#shared/trade/booking-terms.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { useLanguage } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { LinkedRecords } from '#web/kit/record/linked-records.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { api } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { invoices as area } from '../area'
import { screenText } from './texts'

const bookings = areaNamed('bookings')

/** The invoices of a booking, with a button that drafts them once it has shipped. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const mayCreate = useCan(area.name, 'create')
  const { record } = useRecord(bookings, String(id))
  if (!can(area.name, 'read') || !shippedStates.some((state) => state === record?.status)) return null
  return (
    <PageSection title={screenText('of_booking')} actions={mayCreate && <DraftButton booking={id} />}>
      <LinkedRecords
        area={area}
        of={{ field: 'booking_id', value: id }}
        sort={{ field: 'id', order: 'desc' }}
        name="invoice_no"
        facts={['total', 'balance', 'due_date', 'match_status']}
        empty={screenText('none_for_booking')}
      />
    </PageSection>
  )
}

interface Drafted {
  invoices: { id: number; invoice_no: string; total: string }[]
}

function DraftButton({ booking }: { booking: number }) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const draft = async () => {
    setBusy(true)
    try {
      const { invoices } = await api<Drafted>('POST', `${area.name}/from-booking`, { body: { booking_id: booking } })
      const [first] = invoices
      if (invoices.length === 1 && first && !isLeft()) return navigate(`${area.path}/${first.id}/edit`)
      notify({ tone: 'success', text: screenText('drafted', { count: invoices.length }) })
      await refresh()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" variant="outlined" loading={busy} onClick={() => void draft()}>
      {screenText('draft')}
    </Button>
  )
}
