import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { deliveryStages } from '#shared/trade/delivery.ts'
import { choiceLabel, fieldLabel, format, t } from '#web/i18n.ts'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { poLines } from '../area'
import { reasonsOf, riskTone, Status, useTones } from './delivery-cells'
import { filledFields } from './filled-fields'
import { screenText } from './texts'

const EditSheet = lazy(() => import('#web/kit/inline/edit-sheet.tsx').then((module) => ({ default: module.EditSheet })))

/** Delivery status, slip and risk; editable on a sheet with the right to do so. */
export function Delivery({ line }: { line: OpenRecord }) {
  const tones = useTones()
  const [isOpen, setOpen] = useState(false)
  const edits = [...deliveryEdits].filter((name) => line.editable?.includes(name))
  const reasons = reasonsOf(line)
  const { delivery_risk: risk } = line
  if (!line.delivery_status_id) return null
  return (
    <Section
      title={sectionTitle(poLines, 'delivery')}
      actions={
        edits.length > 0 && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('kit.inline.change')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        <Status line={line} tones={tones} />
        {typeof risk === 'string' && (
          <ToneChip tone={riskTone[risk] ?? 'neutral'}>{choiceLabel(poLines, 'delivery_risk', risk)}</ToneChip>
        )}
        <Slip days={line.slip_days} />
      </Box>
      <Stages stage={line.delivery_stage} />
      {reasons.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Box component="h3" sx={{ m: 0, fontSize: 12, fontWeight: 500, lineHeight: '16px', color: 'text.secondary' }}>
            {fieldLabel(poLines, 'delivery_risk_reasons')}
          </Box>
          <Box component="ul" sx={{ m: 0, mt: 0.25, pl: 2.25 }}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </Box>
        </Box>
      )}
      <Box sx={{ mt: 2, '&:has(> dl:empty)': { display: 'none' } }}>
        <FactList
          area={poLines}
          record={line}
          fields={filledFields(poLines, ['late_reason', 'delivery_comment'], line)}
        />
      </Box>
      {isOpen && (
        <Suspense>
          <EditSheet area={poLines} record={line} names={edits} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** The slip of the forecast; hidden when it is on plan. */
function Slip({ days }: { days: unknown }) {
  if (typeof days !== 'number' || days === 0) return null
  const count = Math.abs(days)
  return (
    <ToneChip tone={days > 0 ? 'warning' : 'neutral'}>
      {screenText(days > 0 ? 'delivery.late' : 'delivery.early', { count, days: format.number(count) })}
    </ToneChip>
  )
}

/** The progress of the goods as a bar of stages; hidden for closed lines. */
function Stages({ stage }: { stage: unknown }) {
  const at = (onTheWay as readonly unknown[]).indexOf(stage)
  if (at < 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: `repeat(${onTheWay.length}, 1fr)`, gap: 0.5 }}>
        {onTheWay.map((code, index) => (
          <Box
            key={code}
            data-mark={index <= at ? 'fill' : 'track'}
            sx={({ palette }) => ({
              height: 6,
              borderRadius: '3px',
              bgcolor:
                index <= at ? palette.tones[at === onTheWay.length - 1 ? 'success' : 'info'].text : 'action.selected',
            })}
          />
        ))}
      </Box>
      <Box sx={{ mt: 0.75, fontSize: 13 }}>
        {screenText('delivery.stage', {
          stage: choiceLabel(poLines, 'delivery_stage', String(stage)),
          number: at + 1,
          of: onTheWay.length,
        })}
      </Box>
    </Box>
  )
}

const onTheWay = deliveryStages.filter((stage) => stage !== 'closed')
const deliveryEdits = ['delivery_status_id', 'forecast_ex_factory_date', 'late_reason', 'delivery_comment'] as const
