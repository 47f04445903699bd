import VisibilityOffRounded from '@mui/icons-material/VisibilityOffRounded'
import VisibilityRounded from '@mui/icons-material/VisibilityRounded'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Optional } from '#web/kit/form/field-frame.tsx'

export type EntryProps = Omit<OutlinedInputProps, 'name'> & {
  name: string
  label: string
  optional?: boolean
  /** The error, shown below the input. */
  problem?: string | undefined
  /** Help text, replaced by an error. */
  hint?: string
  onValue: (value: string) => void
}

/** An input of an account page, with its label above and help or an error below. */
export const Entry = ({ name, label, optional, problem, hint, onValue, ...input }: EntryProps) => {
  const id = useId()
  return (
    <FormControl fullWidth error={problem !== undefined} sx={{ mb: 1 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: 12, lineHeight: '16px', fontWeight: 500, mb: 0.5 }}>
        {label}
        {optional && <Optional />}
      </Box>
      <OutlinedInput
        {...input}
        id={id}
        name={name}
        onChange={(event) => onValue(event.target.value)}
        inputProps={{
          maxLength: 254,
          ...input.inputProps,
          'aria-describedby': [`${id}-help`, input.inputProps?.['aria-describedby']].filter(Boolean).join(' '),
        }}
        sx={{ minHeight: 44, '& input': { py: 1.25 }, ...input.sx }}
      />
      <FormHelperText id={`${id}-help`} sx={{ mx: 0, minHeight: 20 }}>
        {problem ?? hint}
      </FormHelperText>
    </FormControl>
  )
}

/** A password input that can show what is typed. */
export const PasswordEntry = (props: EntryProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Entry
      {...props}
      type={shown ? 'text' : 'password'}
      inputProps={{ maxLength: 1024, autoCapitalize: 'none', spellCheck: false, ...props.inputProps }}
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
