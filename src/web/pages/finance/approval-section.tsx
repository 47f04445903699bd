import type { ReactNode } from 'react'
import type { PayablesOverview } from '#shared/trade/payables.ts'
import { format, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { FigureLink } from './figure-link'

const periods = ['now', 'before'] as const

/** How long approvals take and how many invoices have exceptions, now and in the previous period. */
export function ApprovalSection({ approval, rate }: Pick<PayablesOverview, 'approval' | 'rate'>) {
  const text = (name: string, params?: Record<string, string | number>) =>
    t(`finance.overview.approval.${name}`, params)
  const days = (value: number | null) =>
    value === null ? '–' : text('days', { count: value, number: format.number(value) })
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : text('percent', { number: format.number(Math.round((1000 * part) / whole) / 10) })
  return (
    <Section title={text('title')} help={text('help')}>
      <PlainTable label={text('title')}>
        <thead>
          <tr>
            <th scope="col">{text('period')}</th>
            {periods.map((period) => (
              <th key={period} scope="col" className="number">
                {text(period)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row title={text('median')} cell={(period) => days(approval[period].median_days)} />
          <Row title={text('p90')} cell={(period) => days(approval[period].p90_days)} />
          <Row
            title={text('approved')}
            cell={(period) => (
              <FigureLink
                name={`${text('approved')}, ${text(period)}`}
                number={format.number(approval[period].count)}
                query={approval[period].query}
                isEmpty={approval[period].count === 0}
              />
            )}
          />
          <Row
            title={text('submitted')}
            cell={(period) => (
              <FigureLink
                name={`${text('submitted')}, ${text(period)}`}
                number={format.number(rate[period].submitted)}
                query={rate[period].submitted_query}
                isEmpty={rate[period].submitted === 0}
              />
            )}
          />
          <Row
            title={text('with_exceptions')}
            cell={(period) => (
              <FigureLink
                name={`${text('with_exceptions')}, ${text(period)}`}
                number={format.number(rate[period].exceptions)}
                query={rate[period].exceptions_query}
                isEmpty={rate[period].exceptions === 0}
              />
            )}
          />
          <Row title={text('rate')} cell={(period) => share(rate[period].exceptions, rate[period].submitted)} />
        </tbody>
      </PlainTable>
    </Section>
  )
}

function Row({ title, cell }: { title: string; cell: (period: (typeof periods)[number]) => ReactNode }) {
  return (
    <tr>
      <th scope="row" style={{ fontWeight: 400 }}>
        {title}
      </th>
      {periods.map((period) => (
        <td key={period} className="number tabular">
          {cell(period)}
        </td>
      ))}
    </tr>
  )
}
