import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Box from '@mui/material/Box'
import { memo } from 'react'
import { today } from '#shared/base/dates.ts'
import type { ReadinessKind, Side } from '#shared/trade/readiness.ts'
import { type ReadinessCell, waitingDays } from '#shared/trade/readiness-matrix.ts'
import { choiceLabel, format, t, useLanguage } from '#web/i18n.ts'
import { ReadinessChip } from '#web/kit/allocation/readiness-chip.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { poLines } from '../../area'
import { attachmentNames } from '../needs'
import { screenText } from '../texts'
import { ownSide } from './use-readiness-list'

export const kindLabel = (kind: ReadinessKind): string => choiceLabel(poLines, 'office_turn', kind)

/** The short label of a kind, for column heads. */
export const shortLabel = (kind: ReadinessKind): string => screenText(`readiness.short.${kind}`)

/**
 * The state of a kind on a line, and below it whose turn it is and since when. Memoised, so that scrolling does not
 * render it again.
 */
export const CellContent = memo(function CellContent({ kind, cell }: { kind: ReadinessKind; cell: ReadinessCell }) {
  useLanguage()
  if (cell.state === 'not_required')
    return (
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {t('editing.matrix.not_required')}
      </Box>
    )
  const waits = waitingWords(cell)
  const missing = attachmentNames(cell.missing)
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: '2px', minWidth: 0 }}>
      <ReadinessChip area={areaNamed(poLines.name)} name={`${kind}_readiness`} value={cell.state} />
      {missing && (
        <Box title={missing} sx={smallLine}>
          {missing}
        </Box>
      )}
      {waits && (
        <Box
          title={waits}
          sx={{
            ...smallLine,
            ...(isOwn(cell) ? { color: 'text.primary', fontWeight: 600 } : {}),
          }}
        >
          {waitingWords(cell, 'days_short')}
          {cell.reminded && (
            <NotificationsNoneRounded
              titleAccess={remindedWords(cell)}
              sx={{ fontSize: 13, ml: 0.5, verticalAlign: 'text-bottom' }}
            />
          )}
        </Box>
      )}
    </Box>
  )
})

const smallLine = {
  fontSize: 11,
  lineHeight: '14px',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  maxWidth: 1,
  color: 'text.secondary',
} as const

/** Whether the user's own side has to act. */
export const isOwn = ({ turns }: ReadinessCell): boolean => turns.includes(ownSide())

/** Whose turn it is and for how many days: `You · 12 days`, in short `You · 12 d`; empty when it is nobody's turn. */
export const waitingWords = ({ turns, since }: ReadinessCell, days: 'days' | 'days_short' = 'days'): string => {
  if (turns.length === 0) return ''
  const own = ownSide()
  const names = [...turns].sort((a, b) => Number(b === own) - Number(a === own)).map(sideName)
  return [names.join(' + '), since ? ageWords(since, days) : ''].filter(Boolean).join(' · ')
}

/** When the supplier was reminded; empty if it was not. */
export const remindedWords = ({ reminded }: ReadinessCell): string =>
  reminded ? screenText('readiness.remind.last', { date: format.date(reminded) }) : ''

export const sideName = (side: Side): string =>
  screenText(side === ownSide() ? 'readiness.side.own' : `readiness.side.${side}`)

/** The number of lines that wait for a side: `9 waiting for you`. */
export const waitWords = (side: Side, count: number): string =>
  screenText(`readiness.wait_for.${side === ownSide() ? 'own' : side}`, { count: format.number(count) })

const ageWords = (since: string, days: 'days' | 'days_short'): string =>
  screenText(`readiness.${days}`, { count: waitingDays({ since }, today()) ?? 0 })

/** The cell as text, for its accessible name. */
export const cellWords = (kind: ReadinessKind, cell: ReadinessCell): string =>
  [
    choiceLabel(areaNamed(poLines.name), `${kind}_readiness`, cell.state),
    attachmentNames(cell.missing),
    waitingWords(cell),
    remindedWords(cell),
  ]
    .filter(Boolean)
    .join(', ')
