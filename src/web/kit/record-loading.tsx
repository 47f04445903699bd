import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router'
import type { Area } from '../../shared/area'
import { t } from '../i18n'
import { HttpError } from '../providers/http'
import { listAddress } from './list-memory'
import { Page } from './page'
import { RecordStepper } from './record-stepper'
import { EmptyState, FailedState } from './states'
import { useDelayed } from './use-delayed'
import { listTitle } from './words'

/** Stands for a record that is on its way, gone, or could not be had. */
export function RecordLoading({ area, error, onRetry }: { area: Area; error: unknown; onRetry: () => void }) {
  const waits = useDelayed(!error)
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
    <Page
      title={'\u00a0'}
      back={
        area.single
          ? undefined
          : { to: listAddress(area), label: listTitle(area), beside: <RecordStepper area={area} /> }
      }
    >
      {waits && (
        <>
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={120} />
        </>
      )}
    </Page>
  )
}
