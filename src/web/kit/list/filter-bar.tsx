import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { PropsWithChildren } from 'react'
import { isComposing } from '#web/hooks/composing.ts'
import { t } from '#web/i18n.ts'
import { useTypedSearch } from './use-typed-search'

/**
 * The bar of search and filters above a list, a board or a plan. With `room`, its minimum height by breakpoint, it is
 * part of the list's surface; without it the bar has its own.
 */
export const FilterBar = ({ room, children }: PropsWithChildren<{ room?: Record<string, number> }>) => (
  <Box role="search" sx={{ ...bar, ...(room ? { ...within, minHeight: room } : alone) }}>
    {children}
  </Box>
)

/** The search field of a filter bar, focused by `/`; searches shortly after typing. */
export const SearchBox = ({ value, label = t('kit.list.search'), onChange }: SearchBoxProps) => {
  const { input, typed, setTyped } = useTypedSearch(value, onChange)
  return (
    <OutlinedInput
      size="small"
      type="search"
      inputRef={input}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && setTyped('')}
      placeholder={label}
      inputProps={{ 'aria-label': label, 'aria-keyshortcuts': '/', maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded sx={{ fontSize: 18 }} />
        </InputAdornment>
      }
      sx={{ width: { xs: 'auto', md: 232 }, flex: { xs: 1, md: 'none' }, height: { xs: 44, sm: 36 }, fontSize: 13 }}
    />
  )
}

interface SearchBoxProps {
  value: string
  /** Label of the search field; by default `Search`. */
  label?: string
  onChange: (q: string) => void
}

const bar = { display: 'flex', alignItems: 'center', gap: 1, px: 1.5, py: 1 }
const within = { flexWrap: { xs: 'wrap', md: 'nowrap' } }
const alone = {
  flexWrap: 'wrap',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& > .MuiOutlinedInput-root': { flexBasis: { xs: '100%', md: 'auto' }, minWidth: { md: 272 } },
}
