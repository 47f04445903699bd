import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { format, t } from '#web/i18n.ts'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { useLastPrice } from '#web/kit/record/use-last-price.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { articles } from '../area'

/** What the article cost in the last order that went out; nothing where there is none, or where the reader may not know. */
export function LastPrice({ id }: { id: number }) {
  const last = useLastPrice(articles, id, fieldRights().mayRead(articles, 'target_fob'))
  if (!last) return null
  const { price, currency, date, order, supplier } = last
  return (
    <Section title={word('title')}>
      <Box component="dl" sx={grid}>
        <Fact label={word('price')}>
          {currency} {format.number(price, 2)}
        </Fact>
        <Fact label={word('issued')}>{format.date(date)}</Fact>
        <Fact label={word('order')}>
          <Link component={RouterLink} to={recordAddress('purchase-orders', order.id)} sx={{ color: 'inherit' }}>
            {order.title}
          </Link>
        </Fact>
        <Fact label={word('supplier')}>{supplier.title}</Fact>
      </Box>
    </Section>
  )
}

const word = (key: string) => t(`areas.${articles.name}.screen.last_price.${key}`)

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(208px, 1fr))' },
  columnGap: 3,
  rowGap: 2,
  m: 0,
} as const
