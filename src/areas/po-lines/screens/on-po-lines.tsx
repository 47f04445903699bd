import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { isReady } from '#shared/trade/readiness.ts'
import { neededTypes } from '#shared/trade/requirement-profiles.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { useLanguage } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/lazy-attachments.tsx'
import { areaNamed, areaOf } from '#web/kit/page/area-of.ts'
import { useRecord } from '#web/kit/record/use-record.ts'
import { poLines } from '../area'
import { useNeeds } from './needs'
import { orderIdOf } from './orders'
import { screenText } from './texts'

/** The files of a line: one row for each required kind, and links to other places with files that count. */
export function Section({ id }: { id: number }) {
  useLanguage()
  const { record } = useRecord(areaNamed(poLines.name), String(id))
  const needs = useNeeds(id)
  if (!record || !needs) return null
  const attachmentRequirement = needs.requirements.find(({ area }) => area === poLines.name)
  const isNeeded = attachmentRequirement !== undefined && attachmentRequirement.status !== 'not_required'
  const kinds = neededTypes((record.requirements ?? []) as string[], 'attachments') as AttachmentKind[]
  const order = mentionOf(record, 'purchase_order_id')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Attachments
        area={areaNamed(poLines.name)}
        id={id}
        needs={isNeeded ? kinds : []}
        lacks={
          attachmentRequirement && !isReady(attachmentRequirement.status)
            ? (attachmentRequirement.missing as AttachmentKind[])
            : []
        }
      />
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {screenText('files.of_order')}{' '}
        <TextLink component={Link} to={`${areaOf(poLines, 'purchase_order_id').path}/${orderIdOf(record)}`}>
          {mentionTitle(order)}
        </TextLink>
      </Box>
    </Box>
  )
}
