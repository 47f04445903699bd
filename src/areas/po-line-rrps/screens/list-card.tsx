import Box from '@mui/material/Box'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { poLineRrps } from '../area'
import { Due, Findings } from './list-columns'

/** A price on phones: goods, amount and due date. */
export function RrpCard({ rrp }: { rrp: AnyRecord }) {
  const { mayRead } = fieldRights()
  const goods = ['article_id', 'colourway_id'].map((name) => mentionTitle(mentionOf(rrp, name))).filter(Boolean)
  const facts = ['amount', 'previous_amount', 'imu_pct', 'ex_factory_date', 'supplier_id'].filter(
    (name) => mayRead(poLineRrps, name) && (name === 'amount' || formatValue(poLineRrps, name, rrp) !== ''),
  )
  return (
    <>
      <Box sx={{ fontSize: 13, mb: 1 }}>{goods.join(' · ')}</Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0 }}>
        {facts.map((name) => (
          <Fact key={name} label={fieldLabel(poLineRrps, name)}>
            {formatValue(poLineRrps, name, rrp) || '–'}
          </Fact>
        ))}
        {mayRead(poLineRrps, 'due_date') && (
          <Fact label={fieldLabel(poLineRrps, 'due_date')}>
            <Due rrp={rrp} />
          </Fact>
        )}
      </Box>
      {mayRead(poLineRrps, 'findings') && (
        <Box sx={{ mt: 1, '&:empty': { display: 'none' } }}>
          <Findings rrp={rrp} />
        </Box>
      )}
    </>
  )
}
