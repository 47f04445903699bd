import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { FormEvent, ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { t } from '#web/i18n.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { BackgroundPattern } from './background-pattern'

/**
 * The card of an account page: title, lead, content and links. With `words` it is beside the pattern, which shows the
 * words; otherwise the pattern is a strip above it.
 */
export const AccountCard = ({ page, title, lead, words, onSubmit, foot, children }: AccountCardProps) => {
  usePageTitle(page)
  return (
    <Paper
      sx={{
        width: '100%',
        maxWidth: words ? { xs: 440, md: 880 } : 440,
        mx: 'auto',
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        display: 'grid',
        gridTemplateColumns: { md: words ? '5fr 6fr' : '1fr' },
      }}
    >
      <Cloth words={words} />
      <Box
        component={onSubmit ? 'form' : 'div'}
        onSubmit={onSubmit}
        {...(onSubmit && { noValidate: true })}
        sx={{ p: { xs: 3, sm: 4 }, minWidth: 0, alignSelf: 'center' }}
      >
        <Typography component="h1" sx={{ fontSize: '1rem', lineHeight: '24px', fontWeight: 600 }}>
          {title}
        </Typography>
        {lead ? (
          <Typography color="text.secondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
            {lead}
          </Typography>
        ) : null}
        <Box sx={{ mt: 3 }}>{children}</Box>
        {foot ? <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>{foot}</Box> : null}
      </Box>
    </Paper>
  )
}

export interface AccountCardProps {
  /** The document title. */
  page: string
  title: string
  lead?: ReactNode
  /** Text on the pattern beside the card. */
  words?: string
  /** Makes the card a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Links to related pages. */
  foot?: ReactNode
  children: ReactNode
}

/** A secondary link of an account card, large enough for touch on phones. */
export const CardLink = ({ to, state, children }: CardLinkProps) => (
  <Link
    component={RouterLink}
    to={to}
    state={state}
    underline="always"
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 32 } }}
  >
    {children}
  </Link>
)

interface CardLinkProps {
  to: string
  state?: object
  children: ReactNode
}

/** The link back to signing in, with the text of the specification. */
export const BackToLogin = ({ to = '/login', email }: { to?: string; email?: string }) => (
  <CardLink to={to} state={{ email }}>
    {t('account.back')}
  </CardLink>
)

const Cloth = ({ words }: { words: string | undefined }) => (
  <Box sx={{ position: 'relative', minHeight: words ? { xs: 28, md: 480 } : 28 }}>
    <BackgroundPattern />
    {words ? (
      <Box
        sx={{
          display: { xs: 'none', md: 'flex' },
          position: 'absolute',
          inset: 0,
          alignItems: 'flex-end',
          p: 4,
          background: 'linear-gradient(transparent 30%, #0e1c28 82%)',
        }}
      >
        <Typography
          sx={{ fontSize: '1.25rem', lineHeight: '28px', fontWeight: 600, color: '#ECEFF1', textWrap: 'balance' }}
        >
          {words}
        </Typography>
      </Box>
    ) : null}
  </Box>
)
