import Box from '@mui/material/Box'
import { register } from '#register'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { differences } from '#shared/kit/merge.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { ChangeList } from '#web/kit/record/change-list.tsx'

/** Lists what changed in a record while it was being edited; nothing when there are no changes. */
export function ChangedMeanwhile({ area, before, after }: Props) {
  const changes = differences(area, register, before, after)
  const moved = before.status !== after.status
  if (changes.length === 0 && !moved) return null
  return (
    <Box role="group" aria-label={t('kit.inline.changed_meanwhile')}>
      <Box sx={{ fontSize: 13, fontWeight: 600, mb: 0.5 }}>{t('kit.inline.changed_meanwhile')}</Box>
      {moved && before.status && after.status && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, fontSize: 13 }}>
          {fieldLabel(area, 'status')}
          {t('kit.colon')}
          <StatusChip area={area} status={before.status} /> → <StatusChip area={area} status={after.status} />
        </Box>
      )}
      <ChangeList changes={changes} currency={after.currency} />
    </Box>
  )
}

interface Props {
  area: Area
  before: AnyRecord
  after: AnyRecord
}
