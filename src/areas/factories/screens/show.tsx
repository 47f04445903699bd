import type { Area } from '../../../shared/area'
import { RecordPage, ShowSections } from '../../../web/kit/area-show'
import { openChange } from '../rules'
import { ChangeRequests, type Wished } from './change-requests'
import { sections } from './sections'

/** A factory: what waits for an answer, its profile, whom it works for, what happened. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} facts={['factory_code', 'country', 'city']} next={nextStep}>
      {(factory: Wished) => (
        <>
          <ChangeRequests area={area} changes={factory.changes ?? []} />
          <ShowSections area={area} record={factory} sections={sections} />
        </>
      )}
    </RecordPage>
  )
}

const nextStep = (factory: Wished): string | null => {
  if (openChange(factory)) return 'accept_change'
  return { proposed: 'evaluate', under_evaluation: 'approve', conditional: 'approve' }[factory.status ?? ''] ?? null
}
