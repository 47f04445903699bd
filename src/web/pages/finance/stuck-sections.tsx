import Box from '@mui/material/Box'
import type { PayableFigure, PayablesOverview } from '#shared/trade/payables.ts'
import { choiceLabel, format, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { invoices } from './data'
import { FigureLink, money } from './figure-link'

/** Invoices that are stuck, by reason. */
export function StuckSection({ stuck }: Pick<PayablesOverview, 'stuck'>) {
  return (
    <Section title={t('finance.overview.stuck.title')} help={t('finance.overview.stuck.help')}>
      <FigureTable
        label={t('finance.overview.stuck.title')}
        head={t('finance.overview.stuck.reason')}
        none={t('finance.overview.stuck.none')}
        figures={stuck
          .filter(({ count }) => count > 0)
          .map((figure) => ({ ...figure, title: choiceLabel(invoices, 'stuck', figure.name) }))}
      />
    </Section>
  )
}

/** Exceptions of the match on invoices that wait for a decision. */
export function ExceptionsSection({ exceptions }: Pick<PayablesOverview, 'exceptions'>) {
  return (
    <Section title={t('finance.overview.exceptions.title')} help={t('finance.overview.exceptions.help')}>
      <FigureTable
        label={t('finance.overview.exceptions.title')}
        head={t('finance.overview.exceptions.code')}
        none={t('finance.overview.exceptions.none')}
        figures={exceptions.map((figure) => ({ ...figure, title: choiceLabel(invoices, 'exceptions', figure.name) }))}
      />
    </Section>
  )
}

interface FigureTableProps {
  label: string
  head: string
  none: string
  figures: readonly (PayableFigure & { name: string; title: string })[]
}

function FigureTable({ label, head, none, figures }: FigureTableProps) {
  if (figures.length === 0) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{none}</Box>
  return (
    <PlainTable label={label} sx={{ '& td, & th': { verticalAlign: 'top', py: 0.75 } }}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="number">
            {t('finance.overview.stuck.invoices')}
          </th>
          <th scope="col" className="number">
            {t('finance.overview.stuck.owed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, title, count, query, sums }) => (
          <tr key={name}>
            <Box component="th" scope="row" sx={{ fontWeight: 400, lineHeight: '24px' }}>
              {title}
            </Box>
            <td className="number">
              <FigureLink name={title} number={format.number(count)} query={query} />
            </td>
            <td className="number">
              {sums.map((sum) => (
                <Box key={sum.currency}>
                  <FigureLink
                    name={`${title}, ${sum.currency}`}
                    number={money(sum.amount, sum.currency)}
                    query={sum.query}
                  />
                </Box>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
