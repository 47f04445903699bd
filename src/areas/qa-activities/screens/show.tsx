import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { PaperButton } from '#web/kit/record/paper-button.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { DefectPlaces } from './defect-places'
import { InspectedMeasures } from './inspected-measures'
import { Judgement } from './judgement'
import { Reinspection } from './reinspection'
import { checklist, defects, outcome, planned, sampling } from './sections'
import { Signed } from './signed'
import { screenText } from './texts'

/** The page of an activity: findings, the sampling plan, the decision, corrective actions, and planned fields. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      title={(shown, record) => `${titleOf(shown, record)} · ${formatValue(shown, 'type', record)}`}
      facts={['planned_date', 'article_id', 'factory_id', 'result']}
      next={nextStep}
      actions={(record) => (
        <>
          <Inspect area={area} record={record} />
          <PaperButton area={area} record={record} />
        </>
      )}
    >
      {(record) => (
        <>
          <Judgement area={area} record={record} />
          <Reinspection area={area} record={record} />
          <ShowSections area={area} record={record} sections={outcome} />
          <ShowSections area={area} record={record} sections={hasChecks(record) ? [defects, checklist] : [defects]} />
          <DefectPlaces area={area} record={record} />
          <InspectedMeasures area={area} record={record} />
          <Signed area={area} record={record} />
          <ShowSections area={area} record={record} sections={[...planned, sampling]} />
        </>
      )}
    </RecordPage>
  )
}

const steps: Record<string, readonly string[]> = {
  planned: ['schedule', 'request'],
  requested: ['schedule'],
  scheduled: ['start'],
  in_progress: ['complete'],
  completed: ['accept', 'require_rework'],
  rework_required: ['submit_plan', 'reinspect', 'accept_plan'],
  missed: ['schedule'],
}

const nextStep = ({ status = '', moves }: OpenRecord) =>
  steps[status]?.find((name) => moves?.some((offer) => offer.name === name && offer.allowed)) ?? null

/** A button to the inspection page, while the inspection takes place. */
function Inspect({ area, record: { id, status } }: { area: Area; record: OpenRecord }) {
  const mayEdit = useCan(area.name, 'edit')
  if (status !== 'in_progress' || !mayEdit) return null
  return (
    <Button variant="contained" component={Link} to={`${area.path}/${id}/inspect`}>
      {screenText('inspect.start')}
    </Button>
  )
}

/** Whether the activity has a checklist, which is copied when it starts. */
const hasChecks = ({ checks }: OpenRecord) => Array.isArray(checks) && checks.length > 0
