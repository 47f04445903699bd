import Box from '@mui/material/Box'
import type { PayablesOverview } from '#shared/trade/payables.ts'
import { format, t } from '#web/i18n.ts'
import { FigureLink, money } from './figure-link'

/** What is due by when: number of invoices, and their total in each currency and in the base currency. */
export function DueCards({ due, base_currency }: Pick<PayablesOverview, 'due' | 'base_currency'>) {
  return (
    <Box
      component="section"
      aria-label={t('finance.overview.due.title')}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
        },
      }}
    >
      {due.map(({ name, count, query, sums, base }) => {
        const title = t(`finance.overview.due.${name}`)
        return (
          <Box
            key={name}
            component="article"
            aria-label={title}
            sx={{ bgcolor: 'background.paper', borderRadius: 1, p: 1.5, minWidth: 0 }}
          >
            <Box
              component="h2"
              sx={{ m: 0, fontSize: 12, fontWeight: 500, lineHeight: '20px', color: 'text.secondary' }}
            >
              {title}
            </Box>
            <Box sx={{ fontSize: 24, fontWeight: 600, lineHeight: { xs: '44px', sm: '36px' } }}>
              <FigureLink
                name={title}
                number={format.number(count)}
                query={query}
                isEmpty={count === 0}
                tone={name === 'overdue' ? 'danger' : undefined}
              />
            </Box>
            {sums.map((sum) => (
              <Box key={sum.currency} sx={{ fontSize: 13, lineHeight: { sm: '24px' } }}>
                <FigureLink
                  name={`${title}, ${sum.currency}`}
                  number={money(sum.amount, sum.currency)}
                  query={sum.query}
                />
              </Box>
            ))}
            {count > 0 && base.unrated < count && (
              <Box className="tabular" sx={{ fontSize: 12, lineHeight: '20px', color: 'text.secondary' }}>
                {inBase(base, base_currency)}
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}

/** An amount in the base currency, with a note about invoices that it leaves out. */
export const inBase = ({ amount, unrated }: { amount: string; unrated: number }, currency: string): string =>
  unrated > 0
    ? t('finance.overview.in_base_part', { currency, amount: format.money(amount, currency), count: unrated })
    : t('finance.overview.in_base', { currency, amount: format.money(amount, currency) })
