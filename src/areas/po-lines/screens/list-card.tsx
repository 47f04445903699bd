import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { articleName, Compared, OrderLink, Reasons } from './list-columns'
import type { OrderOfLine } from './orders'
import { screenText } from './texts'

/** A line on phones: article, price with comparison, and reasons to check it closely. */
export function LineCard({ line, order }: { line: AnyRecord; order: OrderOfLine | undefined }) {
  const { mayRead } = fieldRights()
  const supplier = mayRead(poLines, 'supplier_id') ? mentionTitle(order?.supplier) : ''
  const ownNumber = supplier ? '' : formatValue(poLines, 'supplier_style_ref', line)
  const money = ['unit_price', 'line_value'].filter((name) => mayRead(poLines, name))
  const compared = ['last_price', 'target_price'].filter((name) => mayRead(poLines, name) && line[name])
  return (
    <>
      <Box sx={{ fontSize: 13, mb: 1 }}>
        {mentionTitle(mentionOf(line, 'article_id'))} {articleName(line)}
      </Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0 }}>
        <Fact label={fieldLabel(poLines, 'purchase_order_id')}>
          <OrderLink line={line} />
        </Fact>
        {supplier && <Fact label={screenText('columns.supplier')}>{supplier}</Fact>}
        {ownNumber && <Fact label={fieldLabel(poLines, 'supplier_style_ref')}>{ownNumber}</Fact>}
        <Fact label={fieldLabel(poLines, 'qty')}>{formatValue(poLines, 'qty', line)}</Fact>
        <Fact label={fieldLabel(poLines, 'ex_factory_date')}>
          {formatValue(poLines, 'ex_factory_date', line) || '–'}
        </Fact>
        {money.map((name) => (
          <Fact key={name} label={fieldLabel(poLines, name)}>
            {formatValue(poLines, name, line) || '–'}
          </Fact>
        ))}
        {compared.map((name) => (
          <Fact key={name} label={fieldLabel(poLines, name)}>
            <Compared line={line} name={name} />
          </Fact>
        ))}
      </Box>
      <Box sx={{ mt: 1 }}>
        <Reasons line={line} />
      </Box>
    </>
  )
}
