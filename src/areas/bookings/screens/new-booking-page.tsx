import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { RecordLoading } from '#web/kit/record/record-loading.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { bookings as area } from '../area'
import { Form } from './form'
import { newPath, screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** One page with three states: a new booking, an edited draft, and the confirmation after submission. */
export function Page() {
  useLanguage()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const id = /^[1-9]\d{0,14}$/.test(search.get('id') ?? '') ? (search.get('id') ?? '') : undefined
  const state = pathname.slice(newPath.length + 1)
  if (state === '') return <Form area={area} />
  if (!id) return <Navigate to={newPath} replace />
  return state === 'edit' ? <Form key={id} area={area} id={id} /> : <Success id={id} />
}

function Success({ id }: { id: string }) {
  const { record, error, refetch } = useRecord(area, id)
  if (!record) return <RecordLoading area={area} error={error} onRetry={refetch} />
  return (
    <Frame
      title={screenText('success.title', { booking: record.booking_no })}
      back={{ to: area.path ?? '/', label: listTitle(area) }}
      fit="form"
    >
      <Section title={screenText('success.next')}>
        <Box component="ol" sx={{ m: 0, pl: 2.5, fontSize: 13, display: 'grid', gap: 0.5 }}>
          {['approve', 'carrier', 'instruction', 'documents'].map((step) => (
            <li key={step}>{screenText(`success.${step}`)}</li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, mt: 2 }}>
          <Button variant="contained" component={Link} to={`${area.path}/${record.id}`}>
            {screenText('success.open')}
          </Button>
          <Button variant="outlined" component={Link} to={newPath}>
            {screenText('success.another')}
          </Button>
        </Box>
      </Section>
    </Frame>
  )
}
