import Box from '@mui/material/Box'
import type { PropsWithChildren } from 'react'
import { useSession } from '#web/providers/session.ts'

/** A centred page without the shell; a guest's frame has its own main element. */
export const CentredPage = ({ children }: PropsWithChildren) => {
  const person = useSession()
  return (
    <Box
      {...(person ? { component: 'main', id: 'content' } : {})}
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: '100%',
        minHeight: person ? '100dvh' : 0,
        px: { xs: 1.5, sm: 3 },
        boxSizing: 'border-box',
      }}
    >
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 3, maxWidth: 560, textAlign: 'center' }}>{children}</Box>
    </Box>
  )
}
