import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Area } from '../../shared/area'
import type { Tone } from '../../shared/lifecycle'
import { stateLabel } from '../i18n'

/** A record's state in its tone. */
export function StatusChip({ area, status }: { area: Area; status: string }) {
  return <ToneChip tone={area.lifecycle?.states[status] ?? 'neutral'}>{stateLabel(area, status)}</ToneChip>
}

/** A word on a tint; warning and danger carry an icon, so that colour never speaks alone. */
export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = tone === 'danger' ? ErrorOutlineRounded : tone === 'warning' ? WarningAmberRounded : null
  return (
    <Box
      component="span"
      sx={({ palette }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 22,
        maxWidth: '100%',
        px: 1,
        borderRadius: '6px',
        fontSize: 12,
        fontWeight: 500,
        lineHeight: 1,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        color: palette.tones[tone].text,
        bgcolor: palette.tones[tone].tint,
      })}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: 14 }} />}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: '16px' }}>
        {children}
      </Box>
    </Box>
  )
}
