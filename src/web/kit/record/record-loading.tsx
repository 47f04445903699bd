import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { t } from '#web/i18n.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { HttpError } from '#web/providers/http.ts'
import { useBackToList } from './back-to-list'

/** Replaces a record's page while it is loading, if it does not exist, or if loading failed. */
export function RecordLoading({ area, error, onRetry }: { area: Area; error: unknown; onRetry: () => void }) {
  const showsSkeleton = useDelayed(!error)
  const back = useBackToList(area)
  if (error instanceof HttpError && error.statusCode === 404)
    return (
      <EmptyState title={t('kit.states.gone')} text={t('kit.states.gone_help')}>
        <Button variant="outlined" component={Link} to={listAddress(area)}>
          {listTitle(area)}
        </Button>
      </EmptyState>
    )
  if (error) return <FailedState error={error} onRetry={onRetry} />
  return (
    <Page title={'\u00a0'} back={back}>
      {showsSkeleton && (
        <>
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={120} />
        </>
      )}
    </Page>
  )
}
