import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { t } from '#web/i18n.ts'
import { type CellSelection, nothingChosen } from './selection'

/** Skeleton of the matrix, shown when loading takes longer than a moment. */
export function MatrixLoading() {
  const isLate = useDelayed(true)
  return (
    <Box
      role="status"
      aria-label={t('kit.list.loading')}
      sx={{ flex: 1, p: 1.5, display: 'grid', gap: 1, alignContent: 'start' }}
    >
      {isLate &&
        ['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <Skeleton key={key} variant="rounded" height={36} />
        ))}
    </Box>
  )
}

/** State of a selection that is cleared when other lines are shown (`shown` identifies them). */
export const useSelectionOf = (shown: string) => {
  const [state, setState] = useState<{ shown: string; selection: CellSelection }>({ shown, selection: nothingChosen })
  const selection = state.shown === shown ? state.selection : nothingChosen
  return [selection, (next: CellSelection) => setState({ shown, selection: next })] as const
}

/** Style of the box around a matrix and its bar. */
export const frameLook = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: { sm: 400 },
  borderRadius: 1,
  overflow: { sm: 'hidden' },
  bgcolor: { sm: 'background.paper' },
} as const
