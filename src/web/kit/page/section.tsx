import Box from '@mui/material/Box'
import { type ReactNode, useId } from 'react'

/** A section of a page: title, optional help and actions, content. */
export function Section({ title, help, actions, isInternal, children }: Props) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      data-internal={isInternal || undefined}
      sx={{ bgcolor: 'background.paper', borderRadius: 1, p: { xs: 1.5, md: 2.5 }, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 'min(160px, 100%)' }}>
          <Box component="h2" id={id} sx={{ m: 0, fontSize: 14, fontWeight: 600, lineHeight: '20px' }}>
            {title}
          </Box>
          {help && <Box sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '72ch' }}>{help}</Box>}
        </Box>
        {actions}
      </Box>
      {children}
    </Box>
  )
}

interface Props {
  title: string
  help?: string
  actions?: ReactNode
  /** For the retailer only: hidden in print, as printouts may be given to suppliers. */
  isInternal?: boolean
  children: ReactNode
}
