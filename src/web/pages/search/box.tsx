import SearchRounded from '@mui/icons-material/SearchRounded'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { isComposing } from '#web/hooks/composing.ts'
import { t } from '#web/i18n.ts'
import { useTypedSearch } from '#web/kit/list/use-typed-search.ts'

/** The field of a search page, which searches while the person types. */
export const SearchBox = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => {
  const { input, typed, setTyped } = useTypedSearch(value, onChange)
  return (
    <OutlinedInput
      type="search"
      fullWidth
      autoFocus
      inputRef={input}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onChange(typed)}
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
