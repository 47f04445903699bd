import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '../../../shared/area'
import { t } from '../../../web/i18n'
import { listOf } from '../../../web/kit/area-of'
import { RecordPage, ShowSections } from '../../../web/kit/area-show'
import { Related } from '../../../web/kit/related'
import { Section } from '../../../web/kit/section'
import { portfolios } from '../area'

/** A portfolio: its suppliers, and the accounts that it confines to them. */
export const Show = ({ area }: { area: Area }) => (
  <RecordPage area={area}>
    {(portfolio) => (
      <>
        <ShowSections area={area} record={portfolio} />
        <Accounts portfolio={portfolio.id} />
      </>
    )}
  </RecordPage>
)

/** Who has it; while nobody does, where that is said. */
function Accounts({ portfolio }: { portfolio: number }) {
  const { query, result } = useList<AnyRecord, HttpError>({
    resource: 'users',
    pagination: { currentPage: 1, pageSize: 5, mode: 'server' },
    filters: [{ field: 'portfolio_id', operator: 'eq', value: portfolio }],
    errorNotification: false,
  })
  if (!query.data) return null
  if (result.total) return <Related area="users" by="portfolio_id" id={portfolio} />
  return (
    <Section
      title={word('accounts')}
      actions={
        <Button size="small" component={Link} to={`${listOf('users')}?type=Office`}>
          {word('to_accounts')}
        </Button>
      }
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{word('nobody')}</Box>
    </Section>
  )
}

const word = (name: string) => t(`areas.${portfolios.name}.screen.${name}`)
