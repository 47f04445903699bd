import Skeleton from '@mui/material/Skeleton'
import { t } from '../i18n'
import { HttpError } from '../providers/http'
import { Page } from './page'
import { EmptyState, FailedState } from './states'
import { useDelayed } from './use-delayed'

/** Stands for a record that is on its way, gone, or could not be had. */
export function RecordLoading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const waits = useDelayed(!error)
  if (error instanceof HttpError && error.statusCode === 404)
    return <EmptyState title={t('kit.states.gone')} text={t('kit.states.gone_help')} />
  if (error) return <FailedState error={error} onRetry={onRetry} />
  return (
    <Page title={'\u00a0'}>
      {waits && (
        <>
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={120} />
        </>
      )}
    </Page>
  )
}
