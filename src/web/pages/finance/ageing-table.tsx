import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TableSortLabel from '@mui/material/TableSortLabel'
import { Link as RouterLink } from 'react-router'
import { compare, currencyDigits, round, sum } from '#shared/base/money.ts'
import { type AgeingRow, ageBuckets, type PayablesAgeing } from '#shared/trade/payables.ts'
import { format, t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { listAt } from './data'

/** The columns by which the table can be sorted. */
export const ageingColumns = ['supplier', 'currency', ...ageBuckets, 'total', 'base'] as const
export type AgeingColumn = (typeof ageingColumns)[number]
export interface AgeingSort {
  by: AgeingColumn
  desc: boolean
}

/** Balances of suppliers and currencies by age, with the sums of each currency. */
export function AgeingTable({ rows, base_currency, sort, onSort }: AgeingTableProps) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort()
  return (
    <PlainTable
      label={t('finance.ageing.table')}
      sx={{ '& .first': { position: 'sticky', left: 0, bgcolor: 'background.paper', minWidth: 140, zIndex: 1 } }}
    >
      <thead>
        <tr>
          {ageingColumns.map((name) => (
            <th
              key={name}
              scope="col"
              className={isText(name) ? (name === 'supplier' ? 'first' : undefined) : 'number'}
              aria-sort={sort.by === name ? (sort.desc ? 'descending' : 'ascending') : 'none'}
            >
              <TableSortLabel
                active={sort.by === name}
                direction={sort.by === name && sort.desc ? 'desc' : 'asc'}
                onClick={() => onSort({ by: name, desc: sort.by === name ? !sort.desc : !isText(name) })}
              >
                {columnName(name, base_currency)}
              </TableSortLabel>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(rows, sort).map((row) => (
          <tr key={`${row.supplier_id} ${row.currency}`}>
            <Box component="th" scope="row" className="first" sx={{ fontWeight: 400 }}>
              <Link
                component={RouterLink}
                to={`/app/finance/statement?supplier_id=${row.supplier_id}`}
                sx={{ color: 'text.primary', display: 'inline-block', py: { xs: 1.5, sm: 0.5 } }}
              >
                {row.supplier_name}
              </Link>
            </Box>
            <td>{row.currency}</td>
            {row.buckets.map(({ name, count, amount, query }) => (
              <Amount key={name} row={row} name={bucketName(name)} {...{ count, amount, query }} />
            ))}
            <Amount
              row={row}
              name={t('finance.ageing.columns.total')}
              count={row.count}
              amount={row.amount}
              query={row.query}
            />
            <td className="number tabular">{baseText(row, base_currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {currencies.map((currency) => {
          const currencyRows = rows.filter((row) => row.currency === currency)
          const add = (amounts: readonly string[]) =>
            format.money(round(sum(amounts), currencyDigits(currency)), currency)
          return (
            <Box
              component="tr"
              key={currency}
              sx={{ '& th, & td': { fontWeight: 600, borderTop: 1, borderColor: 'divider' } }}
            >
              <th scope="row" className="first">
                {t('finance.ageing.sum_of', { currency })}
              </th>
              <td>{currency}</td>
              {ageBuckets.map((bucket) => (
                <td key={bucket} className="number tabular">
                  {add(currencyRows.map((row) => bucketOf(row, bucket)?.amount ?? '0'))}
                </td>
              ))}
              <td className="number tabular">{add(currencyRows.map(({ amount }) => amount))}</td>
              <td className="number tabular">
                {currencyRows.every(({ base }) => base.unrated === 0) &&
                  format.money(sum(currencyRows.map(({ base }) => base.amount)), base_currency)}
              </td>
            </Box>
          )
        })}
      </tfoot>
    </PlainTable>
  )
}

interface AgeingTableProps extends PayablesAgeing {
  sort: AgeingSort
  onSort: (sort: AgeingSort) => void
}

function Amount({ row, name, count, amount, query }: AmountProps) {
  const { supplier_name, currency } = row
  return (
    <td className="number tabular">
      {count > 0 && (
        <Link
          component={RouterLink}
          to={listAt(query)}
          aria-label={t('finance.ageing.cell', {
            supplier: supplier_name,
            bucket: name,
            currency,
            amount: format.money(amount, currency),
          })}
          sx={{ color: 'text.primary', display: 'inline-block', py: { xs: 1.5, sm: 0.5 } }}
        >
          {format.money(amount, currency)}
        </Link>
      )}
    </td>
  )
}

interface AmountProps {
  row: AgeingRow
  name: string
  count: number
  amount: string
  query: string
}

const isText = (name: AgeingColumn) => name === 'supplier' || name === 'currency'
const bucketName = (name: string) => t(`finance.ageing.buckets.${name}`)
const bucketOf = ({ buckets }: AgeingRow, name: AgeingColumn) => buckets.find((bucket) => bucket.name === name)

const columnName = (name: AgeingColumn, base: string): string =>
  (ageBuckets as readonly string[]).includes(name)
    ? bucketName(name)
    : t(`finance.ageing.columns.${name}`, { currency: base })

/**
 * The amount in the base currency. Empty if a part has no exchange rate, because the rest would be taken for the whole.
 */
const baseText = ({ base }: AgeingRow, currency: string) =>
  base.unrated > 0 ? '–' : format.money(base.amount, currency)

const sorted = (rows: readonly AgeingRow[], { by, desc }: AgeingSort): AgeingRow[] => {
  const direction = desc ? -1 : 1
  const order = (a: AgeingRow, b: AgeingRow) => {
    if (by === 'supplier') return a.supplier_name.localeCompare(b.supplier_name)
    if (by === 'currency') return a.currency.localeCompare(b.currency)
    return compare(amountIn(a, by), amountIn(b, by))
  }
  return [...rows].sort((a, b) => direction * order(a, b) || a.supplier_name.localeCompare(b.supplier_name))
}

const amountIn = (row: AgeingRow, by: AgeingColumn): string =>
  by === 'total' ? row.amount : by === 'base' ? row.base.amount : (bucketOf(row, by)?.amount ?? '0')
