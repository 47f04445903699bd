import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { StatementAccount as Account } from '#shared/trade/statement.ts'
import { format, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { invoices } from './data'

/** A supplier's account in one currency: opening balance, entries and closing balance. */
export function StatementAccount({ account, from, to }: { account: Account; from: string; to: string }) {
  const { currency, opening, entries, invoiced, settled, closing } = account
  const money = (amount: string) => format.money(amount, currency)
  const bold = (name: string, day: string, amount: string) => (
    <Box component="tr" sx={{ '& th, & td': { fontWeight: 600 } }}>
      <td className="day">{format.date(day)}</td>
      <th scope="row" colSpan={4}>
        {t(`finance.statement.columns.${name}`)}
      </th>
      <td className="due" />
      <td className="number tabular">{money(amount)}</td>
    </Box>
  )
  return (
    <Section title={t('finance.statement.table', { currency })}>
      <Box component="dl" sx={{ m: 0, mb: 2, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
        {Object.entries({ opening, invoiced, settled, closing }).map(([name, amount]) => (
          <Box key={name}>
            <Box component="dt" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {t(`finance.statement.columns.${name}`)}
            </Box>
            <Box component="dd" className="tabular" sx={{ m: 0, fontSize: 16, fontWeight: 600 }}>
              {money(amount)}
            </Box>
          </Box>
        ))}
      </Box>
      <PlainTable label={t('finance.statement.table', { currency })} sx={tableStyle}>
        <thead>
          <tr>
            {(['day', 'kind', 'document', 'reference', 'due_date'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`finance.statement.columns.${name}`)}
              </th>
            ))}
            {(['amount', 'balance'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(`finance.statement.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bold('opening', from, opening)}
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no number of their own and keep their order
            <tr key={index}>
              <td className="day tabular">{format.date(entry.day)}</td>
              <td>{t(`finance.statement.kinds.${entry.kind}`)}</td>
              <td>
                <Link
                  component={RouterLink}
                  to={`${invoices.path}/${entry.invoice_id}`}
                  sx={{ color: 'text.primary', display: 'inline-block', py: { xs: 1.5, sm: 0.5 } }}
                >
                  {entry.invoice_no}
                </Link>
              </td>
              <td className="reference">{entry.reference}</td>
              <td className="due tabular">{format.date(entry.due_date)}</td>
              <td className="number tabular">{money(entry.amount)}</td>
              <td className="number balance tabular" data-label={t('finance.statement.columns.balance')}>
                {money(entry.balance)}
              </td>
            </tr>
          ))}
          {entries.length === 0 && (
            <tr>
              <Box component="td" colSpan={7} sx={{ color: 'text.secondary' }}>
                {t('finance.statement.no_entries')}
              </Box>
            </tr>
          )}
          {bold('closing', to, closing)}
        </tbody>
      </PlainTable>
    </Section>
  )
}

const tableStyle = {
  '& td, & th': { whiteSpace: 'nowrap' },
  // On phones an entry has two lines, with the amounts visible at their end.
  '@media (max-width: 599.95px)': {
    '& thead, & .due': { display: 'none' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: '100px 1fr auto',
      columnGap: 1.5,
    },
    '& tbody :is(td, th)': { p: 0, display: 'flex', alignItems: 'center' },
    '& .number': { justifyContent: 'flex-end' },
    '& :is(.reference, .balance), tr:has(.balance) .day': { height: 28 },
    '& .day': { gridColumn: 1 },
    '& tr:has(.balance) .day': { gridRow: 2 },
    '& .reference': { gridRow: 2, gridColumn: 2, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .balance': { gridRow: 2, gridColumn: 3, color: 'text.secondary' },
    '& .balance::before': { content: 'attr(data-label)', mr: 1 },
  },
} as const
