import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import type { HttpError } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { factoryAccreditations as area } from '../area'
import { CurrentResults } from './current-results'
import { useAuditsOf } from './data'
import { screenText } from './texts'
import { Timeline } from './timeline'

/** The accreditations of a factory: what counts now, and all audits on one line of time. */
export function Section({ id }: { id: number }) {
  useLanguage()
  return can(area.name, 'read') ? <Accreditations key={id} factory={id} /> : null
}

function Accreditations({ factory }: { factory: number }) {
  const { data, error, refetch } = useAuditsOf(factory)
  if (!data && !error) return null
  return (
    <PageSection
      title={screenText('factory.title')}
      actions={
        <>
          {data && data.length > 0 && (
            <Button size="small" component={Link} to={`${area.path}?factory_id=${factory}`}>
              {screenText('factory.all')}
            </Button>
          )}
          {can(area.name, 'create') && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<AddRounded />}
              component={Link}
              to={`${area.path}/new?factory_id=${factory}`}
            >
              {screenText('factory.add')}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <FailedState error={error as HttpError} onRetry={() => void refetch()} />
      ) : data?.length ? (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <CurrentResults audits={data} />
          <Timeline audits={data} />
        </Box>
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>{screenText('factory.none')}</Box>
      )}
    </PageSection>
  )
}
