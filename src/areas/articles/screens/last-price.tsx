import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { format } from '#web/i18n.ts'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { useLastPrice } from '#web/kit/record/use-last-price.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { articles } from '../area'

/** The price of the article in the last issued order; hidden when there is none, or without the right to read it. */
export function LastPrice({ id }: { id: number }) {
  const last = useLastPrice(articles, id, fieldRights().mayRead(articles, 'target_fob'))
  if (!last) return null
  const { price, currency, date, order, supplier } = last
  return (
    <Section title={screenText('last_price.title')}>
      <Box component="dl" sx={grid}>
        <Fact label={screenText('last_price.price')}>
          {currency} {format.number(price, 2)}
        </Fact>
        <Fact label={screenText('last_price.issued')}>{format.date(date)}</Fact>
        <Fact label={screenText('last_price.order')}>
          <Link component={RouterLink} to={recordAddress('purchase-orders', order.id)} sx={{ color: 'inherit' }}>
            {order.title}
          </Link>
        </Fact>
        <Fact label={screenText('last_price.supplier')}>{supplier.title}</Fact>
      </Box>
    </Section>
  )
}

const screenText = screenTexts(articles)

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(208px, 1fr))' },
  columnGap: 3,
  rowGap: 2,
  m: 0,
} as const
