import Box from '@mui/material/Box'
import { today } from '#shared/base/dates.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { type Clock, demurrageOf, detentionOf } from '#shared/trade/container-clocks.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { screenText } from './texts'

/** Demurrage and detention of a container, running or ended, one chip each. */
export function Clocks({ container }: { container: Readonly<Record<string, unknown>> }) {
  const clocks = [
    ['demurrage', demurrageOf(container, today())],
    ['detention', detentionOf(container, today())],
  ] as const
  const shown = clocks.filter(([, { state }]) => state !== 'none')
  if (shown.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {shown.map(([name, clock]) => (
        <ToneChip key={name} tone={toneOf(clock)}>
          {`${screenText(`clocks.${name}`)}: ${clockText(clock)}`}
        </ToneChip>
      ))}
    </Box>
  )
}

const toneOf = ({ state, days }: Clock): Tone =>
  state === 'over'
    ? 'danger'
    : state === 'last_day'
      ? 'warning'
      : state === 'stopped' && days > 0
        ? 'warning'
        : 'neutral'

const clockText = ({ state, days }: Clock): string =>
  state === 'stopped' && days === 0 ? screenText('clocks.stopped_free') : screenText(`clocks.${state}`, { count: days })
