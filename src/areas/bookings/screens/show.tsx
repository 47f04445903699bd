import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { BookedGoods } from './booked-goods'
import { Packed } from './packed'
import { PrintMenu } from './print-menu'
import { sections } from './sections'
import { Timeline } from './timeline'

/** The page of a booking: progress, exceptions, goods and containers. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['supplier_id', 'port_of_loading_id', 'port_of_discharge_id', 'vessel', 'etd', 'pieces_qty']}
      next={nextStep}
      actions={(record) => <PrintMenu record={record} />}
    >
      {(record) => (
        <>
          <Timeline record={record} />
          <Exceptions area={area} record={record} />
          <BookedGoods record={record} />
          <SectionsOn area={area} id={record.id} />
          <Packed record={record} />
          <ShowSections area={area} record={record} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

function Exceptions({ area, record }: { area: Area; record: OpenRecord }) {
  const exceptions = (record.exceptions ?? []) as string[]
  if (exceptions.length === 0) return null
  return (
    <Section title={fieldLabel(area, 'exceptions')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
        {exceptions.map((exception) => (
          <ToneChip key={exception} tone="warning">
            {choiceLabel(area, 'exceptions', exception)}
          </ToneChip>
        ))}
      </Box>
      <FactList
        area={area}
        record={record}
        fields={['exception_reason', ...(record.needs_admin ? ['needs_admin'] : [])]}
      />
    </Section>
  )
}

const steps: Record<string, string> = {
  draft: 'submit',
  returned: 'submit',
  submitted: 'approve',
  approved: 'confirm_carrier',
  confirmed: 'submit_si',
  si_submitted: 'accept_si',
  si_accepted: 'receive_cargo',
  cargo_received: 'ship',
  shipped: 'arrive',
  arrived: 'close',
  cancel_requested: 'approve_cancel',
}

const nextStep = ({ status = '', moves }: OpenRecord) => {
  const name = steps[status]
  return name && moves?.some((offer) => offer.name === name && offer.allowed) ? name : null
}
