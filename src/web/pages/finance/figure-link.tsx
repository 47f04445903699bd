import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { format, t } from '#web/i18n.ts'
import { listAt } from './data'

/** A number that is linked to the list of its invoices; plain text if there are none. */
export function FigureLink({ name, number, query, isEmpty, tone }: FigureLinkProps) {
  if (isEmpty) return <span className="tabular">{number}</span>
  return (
    <Link
      component={RouterLink}
      to={listAt(query)}
      className="tabular"
      aria-label={t('finance.overview.leads', { name, number })}
      sx={{
        ...(tone === 'danger' ? { color: 'tones.danger.text' } : { color: 'text.primary' }),
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: { xs: 44, sm: 24 },
        minWidth: { xs: 44, sm: 0 },
        '.number &': { justifyContent: 'flex-end' },
        whiteSpace: 'nowrap',
      }}
    >
      {number}
    </Link>
  )
}

interface FigureLinkProps {
  /** What the number counts, for screen readers. */
  name: string
  number: string
  query: string
  isEmpty?: boolean
  tone?: 'danger' | undefined
}

/** Formats an amount with its currency: `USD 1,200.00`. */
export const money = (amount: string, currency: string): string => `${currency} ${format.money(amount, currency)}`
