import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'

/**
 * Shows days, hours, minutes and seconds until `end` (milliseconds since 1970; by default 15 days from now). Stops at
 * zero and calls `onComplete` once.
 */
export const Countdown = ({ end, onComplete }: { end?: number; onComplete?: () => void }) => {
  const [usual] = useState(() => Date.now() + usualDays * day)
  const goal = end ?? usual
  const left = useTimeLeft(goal, onComplete)
  return (
    <Box role="timer" aria-live="off" sx={{ display: 'flex', gap: { xs: 1.5, sm: 3 } }}>
      {partsOf(left).map(({ unit, count }) => (
        <Box key={unit} sx={{ minWidth: { xs: 56, sm: 72 }, textAlign: 'center' }}>
          <Box
            sx={{ fontSize: { xs: 24, sm: 32 }, fontWeight: 600, lineHeight: 1.25, fontVariantNumeric: 'tabular-nums' }}
          >
            {count}
          </Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t(`site.countdown.${unit}`, { count })}</Box>
        </Box>
      ))}
    </Box>
  )
}

const useTimeLeft = (end: number, onComplete: (() => void) | undefined) => {
  const [now, setNow] = useState(() => Date.now())
  const complete = useRef(onComplete)
  complete.current = onComplete
  const isReported = useRef(false)
  useEffect(() => {
    const update = () => {
      setNow(Date.now())
      if (Date.now() < end) return
      clearInterval(timer)
      if (!isReported.current) complete.current?.()
      isReported.current = true
    }
    const timer = setInterval(update, tick)
    update()
    return () => clearInterval(timer)
  }, [end])
  return Math.max(end - now, 0)
}

/** Counts complete units only: 14 days and 13 hours show 14 days. */
const partsOf = (left: number) => [
  { unit: 'days', count: Math.floor(left / day) },
  { unit: 'hours', count: Math.floor(left / hour) % 24 },
  { unit: 'minutes', count: Math.floor(left / minute) % 60 },
  { unit: 'seconds', count: Math.floor(left / second) % 60 },
]

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** Interval of the countdown (specification, section 9). */
const tick = 1000
const usualDays = 15
