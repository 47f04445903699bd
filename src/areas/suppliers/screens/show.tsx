import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { areaName } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { suppliers } from '../area'
import { openProposal } from '../rules'
import { ScorecardSection } from './scorecard'
import { ProposalSection, StandingHistory, type Supplier } from './standings'

/** A supplier: pending decisions, profile, contacts, scorecard, former standings. */
export function Show({ area }: { area: Area }) {
  const isHouse = fieldRights().mayRead(suppliers, 'standing')
  const mayReadAccounts = useCan(accounts.name, 'read')
  return (
    <RecordPage
      area={area}
      facts={['code', 'country', 'standing', 'score']}
      next={nextStep}
      actions={({ id }) =>
        mayReadAccounts && (
          <Button variant="outlined" component={Link} to={`${accounts.path}?supplier_id=${id}`}>
            {areaName(accounts)}
          </Button>
        )
      }
    >
      {(supplier: Supplier) => (
        <>
          {isHouse && <ProposalSection area={area} supplier={supplier} />}
          <ShowSections area={area} record={supplier} />
          {isHouse && <ScorecardSection supplier={supplier} />}
          {isHouse && <StandingHistory standings={supplier.standings ?? []} />}
          <RelatedAreas area={area} id={supplier.id} />
        </>
      )}
    </RecordPage>
  )
}

const accounts = areaNamed('supplier-bank-accounts')

// Proposals are answered next to their reasons, so they are not the next step.
const nextStep = (supplier: Supplier): string | null =>
  !openProposal(supplier) && supplier.status === 'inactive' ? 'activate' : null
