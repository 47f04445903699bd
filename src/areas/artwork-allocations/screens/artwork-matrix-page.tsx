import ViewListRounded from '@mui/icons-material/ViewListRounded'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { AllocationMatrix } from '#web/kit/allocation/matrix/matrix.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { artworkAllocations } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Order lines by type of artwork: missing, waiting and outdated allocations. */
export function Page() {
  useLanguage()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Frame
      title={screenText('matrix.title')}
      fit={isPhone ? undefined : 'window'}
      actions={
        <Button variant="outlined" component={Link} to={artworkAllocations.path ?? ''} startIcon={<ViewListRounded />}>
          {screenText('links.list')}
        </Button>
      }
    >
      <AllocationMatrix area={areaNamed(artworkAllocations.name)} />
    </Frame>
  )
}
