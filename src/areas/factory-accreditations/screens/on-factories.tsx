import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { currentAudits } from '#shared/trade/accreditation.ts'
import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import type { HttpError } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { factoryAccreditations as area } from '../area'
import { CurrentResults } from './current-results'
import { type Audit, useAuditsOf, useScopes } from './data'
import { screenText } from './texts'
import { Timeline } from './timeline'

/** The accreditations of a factory: current results, and all audits on a timeline. */
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
        <Results audits={data} />
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>{screenText('factory.none')}</Box>
      )}
    </PageSection>
  )
}

/** Current results, and all audits on a timeline. */
function Results({ audits }: { audits: readonly Audit[] }) {
  const scopes = useScopes(audits.map(({ standard_program_id }) => standard_program_id))
  const current = currentAudits(audits, ({ standard_program_id }) => scopes.get(standard_program_id) ?? 'factory')
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <CurrentResults audits={current} />
      <Timeline audits={audits} current={new Set(current.map(({ id }) => id))} />
    </Box>
  )
}
