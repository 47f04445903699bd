import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Requirement } from '#shared/trade/requirements.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { areaNamed, recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import { poLines } from '../area'
import { filledFields } from './filled-fields'
import { marketName, useNeeds } from './needs'
import { screenText } from './texts'

/** Season, brand and category of a line with their warnings, and its retail prices by market. */
export function Attributes({ line }: { line: AnyRecord }) {
  const prices = useNeeds(line.id)?.requirements.filter(({ record }) => record) ?? []
  const filled = filledFields(poLines, Object.values(fieldByWarning), line)
  const wrong = filledFields(poLines, Object.keys(fieldByWarning), line)
  if (filled.length + wrong.length + prices.length === 0) return null
  return (
    <Section title={sectionTitle(poLines, 'attributes')}>
      <FactList area={poLines} record={line} fields={filled} />
      {wrong.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 2 }}>
          {wrong.map((name) => (
            <ToneChip key={name} tone="warning">
              {screenText('attributes.warning', {
                field: fieldLabel(poLines, fieldByWarning[name as keyof typeof fieldByWarning]),
                warning: choiceLabel(poLines, name, String(line[name])),
              })}
            </ToneChip>
          ))}
        </Box>
      )}
      {prices.length > 0 && <Prices prices={prices} />}
    </Section>
  )
}

/** The retail prices by market, with their status. */
function Prices({ prices }: { prices: readonly Requirement[] }) {
  return (
    <Box sx={{ mt: 2 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 12, fontWeight: 500, lineHeight: '16px', color: 'text.secondary' }}>
        {screenText('attributes.prices')}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {prices.map((price) => (
          <Price key={price.market} price={price} />
        ))}
      </Box>
    </Box>
  )
}

function Price({ price }: { price: Requirement }) {
  const { area, record } = price
  if (!record) return null
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: '1fr auto 112px', alignItems: 'center', gap: 1.5, minHeight: 36 }}
    >
      <TextLink component={Link} to={recordAddress(area, record.id)} sx={{ color: 'text.primary', minWidth: 0 }}>
        {marketName(price)}
      </TextLink>
      <span className="tabular">
        {record.amount === null ? '–' : `${record.currency ?? ''} ${format.money(record.amount, record.currency)}`}
      </span>
      <Box sx={{ textAlign: 'right', minWidth: 0 }}>
        <StatusChip area={areaNamed(area)} status={record.state} />
      </Box>
    </Box>
  )
}

/** The field that each warning is about; shown below the warning. */
const fieldByWarning = {
  season_warning: 'season_id',
  brand_warning: 'house_brand_id',
  category_warning: 'product_category_id',
} as const
