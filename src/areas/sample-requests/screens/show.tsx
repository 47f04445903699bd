import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { PaperButton } from '#web/kit/record/paper-button.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { LabelMenu } from './label-menu'
import { Photos } from './photos'
import { Rounds } from './rounds'
import { SampleMeasures } from './sample-measures'
import { outcome, sections } from './sections'
import { parcelPath, screenText } from './texts'

/** The page of one round of a sample: photos, outcome, request and the other rounds. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      title={(shown, record) => `${titleOf(shown, record)} · ${screenText('round', { round: record.round })}`}
      facts={['sample_type_id', 'article_id', 'supplier_id', 'due_date', 'promised_date']}
      next={nextStep}
      actions={(record) => (
        <>
          <ToParcel record={record} />
          <LabelMenu ids={[record.id]} />
          <PaperButton area={area} record={record} />
        </>
      )}
    >
      {(record) => (
        <>
          <Rounds area={area} record={record} />
          <Photos area={area} record={record} />
          <SampleMeasures area={area} record={record} />
          <ShowSections area={area} record={record} sections={outcome} />
          <ShowSections area={area} record={record} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

const steps: Record<string, readonly string[]> = {
  draft: ['send'],
  requested: ['acknowledge'],
  acknowledged: ['start'],
  in_making: ['dispatch'],
  part_dispatched: ['dispatch', 'receive'],
  dispatched: ['receive'],
  received: ['evaluate', 'dispatch'],
  on_hold: ['evaluate'],
  rejected: ['resubmit'],
}

const nextStep = ({ status = '', moves }: OpenRecord) =>
  steps[status]?.find((name) => moves?.some((offer) => offer.name === name && offer.allowed)) ?? null

/** A link to the parcel form, where quantities can be entered by size. */
function ToParcel({ record: { id, moves } }: { record: OpenRecord }) {
  if (!moves?.some(({ name, allowed }) => name === 'dispatch' && allowed)) return null
  return (
    <Button variant="outlined" component={Link} to={`${parcelPath}?ids=${id}`}>
      {screenText('to_parcel')}
    </Button>
  )
}
