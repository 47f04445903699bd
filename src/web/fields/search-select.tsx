import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { t } from '../i18n'

/** One thing to choose, with a quieter second word (a code, a company) and perhaps a picture. */
export interface SearchOption {
  value: string
  label: string
  note?: string
  picture?: ReactNode
}

/**
 * Chooses by typing. Without `onSearch` the options are all there and filtered here; with it they are what the search
 * found. Arrow keys walk, Enter takes, Esc closes.
 */
export function SearchSelect({ id, label, labelId, options, chosen, onChoose, onSearch, ...more }: Props) {
  const helpId = useId()
  return (
    <Autocomplete<SearchOption, false, boolean>
      id={id}
      size="small"
      fullWidth
      autoHighlight
      // A list opened while its dialog still moves would stand beside the input.
      openOnFocus={!onSearch && !more.autoFocus}
      slotProps={{ paper: { sx: { border: 1, borderColor: 'divider', mt: 0.5 } } }}
      options={options as SearchOption[]}
      value={chosen as SearchOption}
      disableClearable={more.required}
      loading={more.loading}
      loadingText={t('kit.form.searching')}
      noOptionsText={more.empty ?? t('kit.form.nothing_found')}
      clearText={t('kit.form.clear_choice')}
      openText={t('kit.form.open_options')}
      closeText={t('kit.form.close_options')}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      filterOptions={onSearch ? (found) => found : filter}
      // Opened by typing, it is searched for that.
      onOpen={({ type }) => type !== 'change' && onSearch?.('')}
      onChange={(_, option) => onChoose(option)}
      onInputChange={(_, typed, reason) => reason === 'input' && onSearch?.(typed)}
      onBlur={more.onBlur}
      renderOption={({ key, ...attributes }, option) => (
        <Box
          component="li"
          key={key}
          {...attributes}
          sx={{ columnGap: 1, fontSize: 14, minHeight: { xs: 44, sm: 32 } }}
        >
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
      )}
      renderInput={({ InputProps: { ref, endAdornment, className }, inputProps, fullWidth }) => (
        <Box>
          <InputBase
            ref={ref}
            size="small"
            fullWidth={fullWidth}
            className={className}
            error={more.invalid}
            autoFocus={more.autoFocus}
            startAdornment={chosen?.picture}
            endAdornment={endAdornment}
            placeholder={more.placeholder}
            inputProps={{
              ...inputProps,
              ...(labelId ? {} : { 'aria-label': label }),
              'aria-invalid': more.invalid || undefined,
              'aria-describedby': [more.describedBy, more.help && helpId].filter(Boolean).join(' ') || undefined,
            }}
          />
          {more.help && (
            <Box id={helpId} sx={{ fontSize: 12, color: 'text.secondary', mt: 0.5 }}>
              {more.help}
            </Box>
          )}
        </Box>
      )}
    />
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
  onBlur?: () => void
  required?: boolean
  loading?: boolean
  invalid?: boolean
  describedBy?: string
  placeholder?: string
  autoFocus?: boolean
  /** Said where nothing is found. */
  empty?: string
  help?: ReactNode
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
  return matches.sort((one, other) => rank(one, wanted) - rank(other, wanted))
}

/** The exact code first, then names that start with what was typed. */
const rank = ({ value, label }: SearchOption, wanted: string) =>
  value.toLowerCase() === wanted ? 0 : label.toLowerCase().startsWith(wanted) ? 1 : 2
