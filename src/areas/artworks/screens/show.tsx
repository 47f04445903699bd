import Button from '@mui/material/Button'
import { Link, useNavigate } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { openArtworkStates } from '#shared/trade/artworks.ts'
import { linesWithout } from '#web/kit/allocation/lines-without.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { openVersion } from '#web/kit/versions/use-versions.ts'
import { VersionNotice } from '#web/kit/versions/version-notice.tsx'
import { CanAccess } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { Picture } from './picture'
import { Reviews } from './reviews'
import { decided, sections } from './sections'
import { screenText } from './texts'
import { Versions } from './versions'

/** The page of an artwork: picture with comments, reviews, production data and versions. */
export function Show({ area }: { area: Area }) {
  const navigate = useNavigate()
  return (
    <RecordPage
      area={area}
      facts={['artwork_type', 'house_brand_id', 'label_market_id']}
      next={({ status }) => nextSteps[status ?? ''] ?? null}
      needs={({ status }) => (openArtworkStates.includes(status ?? '') ? ['print_file'] : [])}
      actions={({ status }) =>
        status === 'released' && (
          <CanAccess resource={allocations.name} action="create">
            <Button variant="outlined" component={Link} to={linesWithout(allocations)}>
              {screenText('allocate')}
            </Button>
          </CanAccess>
        )
      }
      onMoved={(move, artwork) => {
        if (move === 'revise')
          void openVersion(area, artwork).then((draft) => draft && navigate(`${area.path}/${draft}/edit`))
      }}
    >
      {(artwork) => (
        <>
          <VersionNotice area={area} code="artwork_code" record={artwork} />
          <Picture id={artwork.id} />
          {isHouse() && <Reviews artwork={artwork} />}
          <ShowSections area={area} sections={[...sections, decided]} record={artwork} />
          <Versions artwork={artwork} />
          <RelatedAreas area={area} id={artwork.id} />
        </>
      )}
    </RecordPage>
  )
}

const allocations = areaNamed('artwork-allocations')

const isHouse = () => {
  const role = session()?.role
  return role !== undefined && isOfficeRole(role)
}

const nextSteps: Record<string, string | undefined> = {
  draft: 'submit',
  changes_requested: 'submit',
  approved: 'release',
  released: 'revise',
}
