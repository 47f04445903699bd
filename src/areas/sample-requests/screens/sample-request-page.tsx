import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router'
import { loadAllAreas } from '#web/i18n.ts'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { LineFacts } from '#web/kit/form/line-facts.tsx'
import { sampleRequests } from '../area'
import { PlanForLines } from './plan-for-lines'
import { sections } from './sections'
import { requestPath, screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Requests a single sample, or with `?plan` all planned samples of order lines. */
export function Page() {
  const [search] = useSearchParams()
  if (search.has('plan')) return <PlanForLines />
  return (
    <AreaForm area={sampleRequests}>
      {() => (
        <>
          <Button variant="outlined" component={Link} to={`${requestPath}?plan=1`} sx={{ alignSelf: 'flex-start' }}>
            {screenText('new_plan')}
          </Button>
          <LineFacts area={sampleRequests} />
          <FormSections area={sampleRequests} sections={sections} />
        </>
      )}
    </AreaForm>
  )
}
