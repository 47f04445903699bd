import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { stateLabel } from '#web/i18n.ts'

/** The chip of a state in its tone. */
export function StatusChip({ area, status }: { area: Area; status: string }) {
  return <ToneChip tone={area.lifecycle?.states[status] ?? 'neutral'}>{stateLabel(area, status)}</ToneChip>
}

/** A coloured chip. Warning and danger also have an icon, so that the meaning does not depend on colour alone. */
export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = tone === 'danger' ? ErrorOutlineRounded : tone === 'warning' ? WarningAmberRounded : null
  return (
    <Tint data-tone={tone}>
      {Icon && <Icon aria-hidden sx={{ fontSize: 14 }} />}
      <span>{children}</span>
    </Tint>
  )
}

const Tint = styled('span')(({ theme: { palette } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 22,
  maxWidth: '100%',
  paddingInline: 8,
  borderRadius: 6,
  fontSize: 12,
  fontWeight: 500,
  lineHeight: 1,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: '16px' },
  ...Object.fromEntries(
    Object.entries(palette.tones).map(([tone, { text, tint }]) => [
      `&[data-tone="${tone}"]`,
      { color: text, backgroundColor: tint },
    ]),
  ),
}))
