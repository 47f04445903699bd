import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/OutlinedInput'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'

/** An option with a secondary text, such as a code or a company, and a picture. */
export interface SearchOption {
  value: string
  label: string
  note?: string
  picture?: ReactNode
}

/**
 * A select with search. Without `onSearch` the options are filtered here; with it they are the results of a search by
 * the caller. Arrow keys move, Enter selects, Escape closes. If the person types faster than results arrive, Enter
 * never selects from outdated results: it selects the option that matches the text, or waits for the results and
 * selects a single match.
 */
export function SearchSelect({
  id,
  label,
  labelId,
  options,
  chosen,
  onChoose,
  onSearch,
  answered,
  ...otherProps
}: Props) {
  const helpId = useId()
  const [isOpen, setOpen] = useState(false)
  /** The text for which Enter was pressed before its results arrived. */
  const pendingEnter = useRef<string | null>(null)
  /** The typed text that is not selected yet. */
  const text = useRef('')
  /** The options to show until results arrive: earlier ones that contain the text. */
  const earlierMatches = (matches: readonly SearchOption[], typed: string) =>
    typed === answered
      ? [...matches]
      : matches.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  useEffect(() => {
    if (pendingEnter.current === null || pendingEnter.current !== answered) return
    const match = matchOf(options, pendingEnter.current)
    pendingEnter.current = null
    if (!match) return
    onChoose(match)
    setOpen(false)
  })
  return (
    <Autocomplete<SearchOption, false, boolean>
      id={id}
      size="small"
      fullWidth
      autoHighlight
      slotProps={{ paper: { sx: { border: 1, borderColor: 'divider', mt: 0.5 } } }}
      options={options as SearchOption[]}
      value={chosen as SearchOption}
      disableClearable={otherProps.required}
      loading={otherProps.loading}
      loadingText={t('kit.form.searching')}
      noOptionsText={otherProps.empty ?? t('kit.form.nothing_found')}
      clearText={t('kit.form.clear_choice')}
      openText={t('kit.form.open_options')}
      closeText={t('kit.form.close_options')}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      filterOptions={(options, state) =>
        onSearch ? earlierMatches(options, state.inputValue) : filter(options, state)
      }
      open={isOpen}
      onOpen={({ type }) => {
        setOpen(true)
        // When it was opened by typing, the input has already started the search.
        if (type !== 'change') onSearch?.(text.current)
      }}
      onClose={(_, reason) => {
        setOpen(false)
        if (reason === 'escape') pendingEnter.current = null
      }}
      onChange={(_, option) => {
        // Another selection cancels an Enter that waits for results.
        pendingEnter.current = null
        onChoose(option)
      }}
      onInputChange={(_, typed, reason) => {
        text.current = reason === 'input' ? typed : ''
        if (reason !== 'input') return
        pendingEnter.current = null
        onSearch?.(typed)
      }}
      onKeyDown={(event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
        const typed = (event.target as HTMLInputElement).value
        if (!onSearch || event.key !== 'Enter' || event.which === composing) return
        if (['', answered, chosen?.label].includes(typed) || earlierMatches(options, typed).length > 0) return
        pendingEnter.current = typed
        // Also keeps Enter from submitting the form.
        event.preventDefault()
        event.defaultMuiPrevented = true
      }}
      onBlur={otherProps.onBlur}
      renderOption={({ key, ...attributes }, option) => (
        <OptionItem key={key} option={option} attributes={attributes} />
      )}
      renderInput={({ InputProps: { ref, endAdornment, className }, inputProps, fullWidth }) => (
        <Box>
          <InputBase
            ref={ref}
            size="small"
            fullWidth={fullWidth}
            className={className}
            error={otherProps.invalid}
            autoFocus={otherProps.autoFocus}
            startAdornment={chosen?.picture}
            endAdornment={endAdornment}
            placeholder={otherProps.placeholder}
            inputProps={{
              ...inputProps,
              ...(labelId ? {} : { 'aria-label': label }),
              'aria-invalid': otherProps.invalid || undefined,
              'aria-describedby':
                [otherProps.describedBy, otherProps.help && helpId].filter(Boolean).join(' ') || undefined,
            }}
          />
          {otherProps.help && (
            <Box id={helpId} sx={{ fontSize: 12, color: 'text.secondary', mt: 0.5 }}>
              {otherProps.help}
            </Box>
          )}
        </Box>
      )}
    />
  )
}

function OptionItem({ option, attributes }: { option: SearchOption; attributes: HTMLAttributes<HTMLLIElement> }) {
  return (
    <Box component="li" {...attributes} sx={{ columnGap: 1, fontSize: 14, minHeight: { xs: 44, sm: 32 } }}>
      {option.picture}
      <Box
        component="span"
        sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
      >
        <Box component="span" sx={{ flex: '1 0 auto', maxWidth: '100%' }}>
          {option.label}
        </Box>
        {option.note && (
          <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
            {option.note}
          </Box>
        )}
      </Box>
    </Box>
  )
}

interface Props {
  id: string
  label: string
  labelId?: string
  options: readonly SearchOption[]
  chosen: SearchOption | null
  onChoose: (option: SearchOption | null) => void
  onSearch?: (typed: string) => void
  /** The search text that the options are results of; null while there are no results. */
  answered?: string | null
  onBlur?: () => void
  required?: boolean
  loading?: boolean
  invalid?: boolean
  describedBy?: string
  placeholder?: string
  autoFocus?: boolean
  /** Text if nothing matches. */
  empty?: string
  help?: ReactNode
}

/** Key code while an input method composes a word. */
const composing = 229

/** The option with exactly this name, else the only option. */
const matchOf = (options: readonly SearchOption[], typed: string) => {
  const normalised = typed.trim().toLowerCase()
  const exact = options.filter(({ label, note }) => [label, note].some((text) => text?.toLowerCase() === normalised))
  const [match, ...otherMatches] = exact.length > 0 ? exact : options
  return otherMatches.length === 0 ? match : undefined
}

const filter = (options: SearchOption[], { inputValue }: { inputValue: string }) => {
  const wanted = inputValue.trim().toLowerCase()
  if (!wanted) return options
  const matches = options.filter(
    ({ value, label, note }) =>
      value.toLowerCase().startsWith(wanted) ||
      label.toLowerCase().includes(wanted) ||
      note?.toLowerCase().includes(wanted),
  )
  return matches.sort((a, b) => rank(a, wanted) - rank(b, wanted))
}

/** The exact code first, then names that start with what was typed. */
const rank = ({ value, label }: SearchOption, normalised: string) =>
  value.toLowerCase() === normalised ? 0 : label.toLowerCase().startsWith(normalised) ? 1 : 2
