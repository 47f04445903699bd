import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { t } from '#web/i18n.ts'

/** The kinds of files that a record requires: those that are attached, and a button to attach each missing one. */
export const NeededKinds = ({ needs, missing, onChoose }: NeededKindsProps) => (
  <Box component="ul" aria-label={t('files.needed')} sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0 }}>
    {needs.map((kind) => {
      const isMissing = missing.includes(kind)
      const name = t(`files.kinds.${kind}`)
      const Icon = isMissing ? ErrorOutlineRounded : CheckCircleRounded
      return (
        <Box
          component="li"
          key={kind}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44, fontSize: 13 }}
        >
          <Icon aria-hidden sx={{ fontSize: 18, color: isMissing ? 'tones.warning.text' : 'tones.success.text' }} />
          <Box component="span" sx={{ flex: 1 }}>
            {t(isMissing ? 'files.kind_missing' : 'files.kind_attached', { kind: name })}
          </Box>
          {isMissing && onChoose && (
            <Button variant="outlined" onClick={() => onChoose(kind)}>
              {t('files.attach_kind', { kind: name })}
            </Button>
          )}
        </Box>
      )
    })}
  </Box>
)

interface NeededKindsProps {
  needs: readonly AttachmentKind[]
  missing: readonly AttachmentKind[]
  /** Absent if the reader may not attach files. */
  onChoose?: (kind: AttachmentKind) => void
}
