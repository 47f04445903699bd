import type { Area } from '../../../shared/area'
import { RecordPage, RelatedAreas, ShowSections } from '../../../web/kit/area-show'
import { fieldRights } from '../../../web/providers/permission'
import { suppliers } from '../area'
import { openProposal } from '../rules'
import { ScorecardSection } from './scorecard'
import { sections } from './sections'
import { ProposalSection, StandingHistory, type Supplier } from './standings'

/** A supplier: what waits for a decision, who it is, whom to reach, how it does, how it stood before. */
export function Show({ area }: { area: Area }) {
  const isHouse = fieldRights().mayRead(suppliers, 'standing')
  return (
    <RecordPage area={area} facts={['code', 'country', 'standing', 'score']} next={nextStep}>
      {(supplier: Supplier) => (
        <>
          {isHouse && <ProposalSection area={area} supplier={supplier} />}
          <ShowSections area={area} sections={sections} record={supplier} />
          {isHouse && <ScorecardSection supplier={supplier} />}
          {isHouse && <StandingHistory standings={supplier.standings ?? []} />}
          <RelatedAreas area={area} id={supplier.id} />
        </>
      )}
    </RecordPage>
  )
}

// Proposals are answered beside their reasons.
const nextStep = (supplier: Supplier): string | null =>
  !openProposal(supplier) && supplier.status === 'inactive' ? 'activate' : null
