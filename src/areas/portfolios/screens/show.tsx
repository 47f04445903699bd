import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { listOf } from '#web/kit/page/area-of.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { Related } from '#web/kit/record/related.tsx'
import { portfolios } from '../area'

/** The page of a portfolio: its suppliers, and the accounts that are limited to them. */
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

/** The accounts with this portfolio; if there are none, a hint where to assign it. */
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
      title={screenText('accounts')}
      actions={
        <Button size="small" component={Link} to={`${listOf('users')}?type=Office`}>
          {screenText('to_accounts')}
        </Button>
      }
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('nobody')}</Box>
    </Section>
  )
}

const screenText = screenTexts(portfolios)
