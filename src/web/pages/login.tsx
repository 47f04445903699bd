import VisibilityOffRounded from '@mui/icons-material/VisibilityOffRounded'
import VisibilityRounded from '@mui/icons-material/VisibilityRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { Link as RouterLink, useLocation, useNavigate } from 'react-router'
import { portal } from '../boot'
import { t } from '../i18n'
import { HttpError } from '../providers/http-error'
import { wantedPath } from '../providers/redirect'
import { signIn } from '../providers/session'
import { notify } from '../shell/messages'
import { usePageTitle } from '../shell/page-title'

/** The sign-in card of the specification, section 2; its rules stand in sections 5 and 8. */
export const LoginPage = () => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [entry, setEntry] = useState({ email: '', password: '', remember: true })
  const [left, setLeft] = useState({ email: false, password: false })
  const [refusals, setRefusals] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  usePageTitle(t('pages.login.page'))

  const isShort = (field: 'email' | 'password') => entry[field].trim().length < minLength
  const isValid = !isShort('email') && !isShort('password')
  const problem = (field: 'email' | 'password') =>
    refusals[field]?.[0] ?? (left[field] && isShort(field) ? t('pages.login.min_length') : undefined)

  const change = (field: 'email' | 'password') => (value: string) => {
    // The portal's chunks travel while the password is typed, but not for somebody who only looks at the page.
    if (field === 'password') void portal.load().catch(() => undefined)
    setEntry({ ...entry, [field]: value })
    setRefusals({})
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid || busy) return
    setBusy(true)
    setRefusals({})
    const target = wantedPath(search)
    try {
      await signIn({
        ...entry,
        email: entry.email.trim(),
        ready: async ({ role }) => (await portal.load()).prepare(role, target),
      })
      navigate(target, { replace: true })
    } catch (error) {
      setBusy(false)
      if (!(error instanceof HttpError)) throw error
      setRefusals(error.errors ?? {})
      notify({ tone: 'danger', text: error.message, key: 'session' })
    }
  }

  return (
    <Paper component="form" onSubmit={submit} noValidate sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
      <Typography variant="h2" component="h1" sx={{ fontSize: '1rem', letterSpacing: '0.02em' }}>
        {t('pages.login.title')}
      </Typography>
      <Typography color="text.secondary" sx={{ mt: 0.5, mb: 3 }}>
        {t('pages.login.welcome')}
      </Typography>
      <Entry
        name="email"
        label={t('pages.login.email')}
        value={entry.email}
        problem={problem('email')}
        onValue={change('email')}
        onBlur={() => setLeft((now) => ({ ...now, email: entry.email !== '' }))}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
      />
      <PasswordEntry
        name="password"
        label={t('pages.login.password')}
        value={entry.password}
        problem={problem('password')}
        onValue={change('password')}
        onBlur={() => setLeft((now) => ({ ...now, password: entry.password !== '' }))}
        autoComplete="current-password"
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 2 }}>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={entry.remember}
              onChange={(_, remember) => setEntry({ ...entry, remember })}
            />
          }
          label={t('pages.login.remember')}
        />
        <Link component={RouterLink} to="/pages/auth/forgot-password-2" sx={{ py: 0.5 }}>
          {t('pages.login.forgot')}
        </Link>
      </Box>
      <Button type="submit" variant="contained" size="large" fullWidth disabled={!isValid || busy} aria-busy={busy}>
        {busy ? (
          <CircularProgress size={20} color="inherit" aria-label={t('shell.loading')} />
        ) : (
          t('pages.login.submit')
        )}
      </Button>
    </Paper>
  )
}

/** Characters that a name and a password have at least on this page (specification, section 5). */
const minLength = 4

type EntryProps = Omit<OutlinedInputProps, 'name'> & {
  name: string
  label: string
  problem: string | undefined
  onValue: (value: string) => void
}

const Entry = ({ name, label, problem, onValue, ...input }: EntryProps) => (
  <FormControl fullWidth error={problem !== undefined} sx={{ mb: 1.5 }}>
    <Typography component="label" htmlFor={name} variant="caption" sx={{ fontWeight: 500, mb: 0.5 }}>
      {label}
    </Typography>
    <OutlinedInput
      {...input}
      id={name}
      name={name}
      onChange={(event) => onValue(event.target.value)}
      inputProps={{ ...input.inputProps, 'aria-describedby': `${name}-problem`, maxLength: 254 }}
      sx={{ '& input': { py: 1.25 } }}
    />
    <FormHelperText id={`${name}-problem`} sx={{ mx: 0, minHeight: 20 }}>
      {problem}
    </FormHelperText>
  </FormControl>
)

const PasswordEntry = (props: EntryProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Entry
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={t(shown ? 'pages.login.hide_password' : 'pages.login.show_password')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOffRounded /> : <VisibilityRounded />}
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
