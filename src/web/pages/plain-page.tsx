import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { useFrameTitle } from '#web/shell/page-title.ts'

/** A page with a short text and links to continue. */
export const PlainPage = ({ name, title, body, children }: PropsWithChildren<PlainPageProps>) => {
  useFrameTitle(name)
  return (
    <Box sx={{ maxWidth: 480, mx: 'auto', px: { xs: 1.5, sm: 3 }, py: { xs: 6, sm: 10 } }}>
      <Typography variant="h2" component="h1" gutterBottom>
        {title}
      </Typography>
      {body ? <Typography color="text.secondary">{body}</Typography> : null}
      {children ? <Box sx={{ mt: 3 }}>{children}</Box> : null}
    </Box>
  )
}

export interface PlainPageProps {
  /** The document title. */
  name: string
  title: string
  body?: string
}
