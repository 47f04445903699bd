import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { Clocks } from './clocks'
import { DiscrepancyReport, GoodsTable, goodsOf } from './goods'
import { Milestones, WaitingMilestones } from './milestones'
import { receipt, sections } from './sections'
import { screenText } from './texts'

/** The page of a container: milestones, charges, goods, count and dates. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['type', 'vessel', 'eta', 'location_id']}
      next={nextStep}
      actions={(record) => <Count area={area} record={record} />}
    >
      {(record) => (
        <>
          <Section
            title={screenText('milestones')}
            help={screenText('milestones_help')}
            actions={<Clocks container={record} />}
          >
            <WaitingMilestones status={record.status} events={record.events} />
            <Milestones events={record.events} />
          </Section>
          {isCounted(record) && <DiscrepancyReport lines={goodsOf(record)} />}
          <Section title={screenText('goods')}>
            <GoodsTable lines={goodsOf(record)} />
          </Section>
          <SectionsOn area={area} id={record.id} />
          {isBegun(record) && <ShowSections area={area} record={record} sections={[receipt]} />}
          <ShowSections area={area} record={record} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

const isCounted = ({ status }: OpenRecord) => countedStates.some((state) => state === status)
const isBegun = (record: OpenRecord) => isCounted(record) || record.status === 'unloading'

const steps: Record<string, readonly string[]> = {
  planned: ['load'],
  loaded: ['depart'],
  on_water: ['arrive_port'],
  arrived_port: ['clear_customs'],
  customs_hold: ['clear_customs'],
  customs_cleared: ['gate_out'],
  gated_out: ['arrive_dc'],
  at_dc: ['start_unloading'],
  unloading: [],
  received: ['return_empty', 'close'],
  empty_returned: ['close'],
}

const nextStep = ({ status = '', moves }: OpenRecord) =>
  steps[status]?.find((name) => moves?.some((offer) => offer.name === name && offer.allowed)) ?? null

/** A link to the page on which the goods are counted. */
function Count({ area, record: { id, status } }: { area: Area; record: OpenRecord }) {
  const mayEdit = useCan(area.name, 'edit')
  if (status !== 'unloading' || !mayEdit) return null
  return (
    <Button variant="contained" component={Link} to={`${area.path}/${id}/receive`}>
      {screenText('open_receive')}
    </Button>
  )
}
