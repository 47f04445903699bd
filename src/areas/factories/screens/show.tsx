import type { Area } from '#shared/kit/area.ts'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { SectionsOn } from '#web/kit/record/sections-on.tsx'
import { openChange } from '../rules'
import { Categories } from './categories'
import { ChangeRequests, type RequestedChange } from './change-requests'
import { DuplicateSection } from './duplicate-section'
import { sections } from './sections'

/** A factory: pending decisions, its profile, its suppliers, history. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area} facts={['factory_code', 'country', 'city']} next={nextStep}>
      {(factory: RequestedChange) => (
        <>
          <DuplicateSection area={area} factory={factory} />
          <ChangeRequests area={area} factory={factory} />
          <ShowSections area={area} record={factory} sections={sections.slice(0, 1)} />
          <SectionsOn area={area} id={factory.id} />
          <ShowSections area={area} record={factory} sections={sections.slice(1, at)} />
          <Categories area={area} factory={factory} />
          <ShowSections area={area} record={factory} sections={sections.slice(at + 1)} />
        </>
      )}
    </RecordPage>
  )
}

const at = sections.findIndex(({ name }) => name === 'categories')

const nextStep = (factory: RequestedChange): string | null => {
  if (openChange(factory)) return 'accept_change'
  return { proposed: 'evaluate', under_evaluation: 'approve', conditional: 'approve' }[factory.status ?? ''] ?? null
}
