import SearchRounded from '@mui/icons-material/SearchRounded'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n'
import { useDebounced } from '../../kit/use-debounced'
import { useHotkey } from '../../kit/use-hotkey'

/** The field of a search page: it searches while one types. */
export const SearchBox = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const settled = useDebounced(typed, 300)
  const sent = useRef(value)
  useHotkey('/', () => input.current?.focus())
  useEffect(() => {
    // What is in the address but was not typed here (the back button, a link) is what the box says.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    onChange(settled)
  }, [settled, onChange])
  return (
    <OutlinedInput
      type="search"
      fullWidth
      autoFocus
      inputRef={input}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(typed)}
      placeholder={t('site.find.placeholder')}
      inputProps={{ 'aria-label': t('site.find.placeholder'), 'aria-keyshortcuts': '/', maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded />
        </InputAdornment>
      }
      sx={{ maxWidth: 720, minHeight: 48, fontSize: 16, backgroundColor: 'background.paper' }}
    />
  )
}
