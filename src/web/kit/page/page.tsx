import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { usePageTitle } from '#web/shell/page-title.ts'

/** The frame of a page: link back, title (also of the browser tab), a line of facts, actions at the right, content. */
export function Page({ title, facts, back, actions, fit, children }: Props) {
  usePageTitle(title.trim() && back ? `${title} · ${back.label}` : title)
  return (
    <Box
      sx={{
        px: { xs: 1.5, sm: 2, md: 3 },
        py: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        ...(fit === 'window' ? { height: 'var(--page-height, 100%)', minHeight: 520, boxSizing: 'border-box' } : {}),
        ...(fit === 'form' ? { maxWidth: 960 + 48 } : {}),
      }}
    >
      <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: { xs: facts ? '1 1 100%' : '1 1 auto', sm: 1 }, minWidth: 0, maxWidth: '100%' }}>
          {back && (
            <Box data-screen sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
              <Link
                component={RouterLink}
                to={back.to}
                sx={{
                  display: 'inline-flex',
                  alignItems: 'center',
                  gap: 0.5,
                  minHeight: { xs: 44, sm: 24 },
                  fontSize: 13,
                  color: 'text.secondary',
                }}
              >
                <ArrowBackRounded sx={{ fontSize: 16 }} />
                {back.label}
              </Link>
              {back.adjacent}
            </Box>
          )}
          <Box
            component="h1"
            sx={{ m: 0, py: 0.5, fontSize: 20, fontWeight: 600, lineHeight: '28px', overflowWrap: 'anywhere' }}
          >
            {title}
          </Box>
          {facts && (
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1.5,
                rowGap: 0.5,
                fontSize: 13,
                color: 'text.secondary',
              }}
            >
              {facts}
            </Box>
          )}
        </Box>
        {actions && (
          <Box data-screen sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  )
}

interface Props {
  title: string
  /** State and key facts, in one line below the title. */
  facts?: ReactNode
  /** The link back, and content next to it. */
  back?: { to: string; label: string; adjacent?: ReactNode }
  actions?: ReactNode
  /**
   * `window`: the height that the shell leaves (`--page-height`), with scrolling content. `form`: the width of a form.
   */
  fit?: 'window' | 'form'
  children: ReactNode
}
