import Box from '@mui/material/Box'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { bookings } from '../../area'
import { screenText } from '../texts'
import { useBookingState } from './use-wizard'

/** Files of the booking, such as a packing list or a declaration of dangerous goods. They belong to a saved draft. */
export function DocumentsStep() {
  const { record } = useBookingState()
  if (record) return <Attachments area={bookings} id={record.id} />
  return (
    <Section title={screenText('wizard.step.documents')}>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('wizard.documents_later')}</Box>
    </Section>
  )
}
