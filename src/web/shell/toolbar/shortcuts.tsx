import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { useSession } from '#web/providers/session.ts'

/**
 * The person's shortcuts and the button to choose them: in a row for the toolbar, in a column for the side panel.
 * Rendered after the first page, in reserved space.
 */
export const Shortcuts = ({ direction = 'row' }: { direction?: 'row' | 'column' }) => {
  const count = useSession()?.data.shortcuts.length || 1
  const length = 4 + (count + 1) * 44 - 4
  const size = direction === 'row' ? { width: length, height: 44 } : { width: 44, height: length }
  return (
    <Suspense fallback={<Box sx={{ ...size, flexShrink: 1 }} />}>
      <ShortcutsBar direction={direction} />
    </Suspense>
  )
}

const ShortcutsBar = lazy(async () => ({ default: (await import('./shortcuts-bar')).ShortcutsBar }))
