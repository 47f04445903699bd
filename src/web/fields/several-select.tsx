import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { type SearchOption, SearchSelect } from './search-select'

/** Selects several options: a search, and the selected ones as removable chips. */
export function SeveralSelect({ chosen, onChange, ...search }: Props) {
  return (
    <Stack spacing={1}>
      <SearchSelect
        {...search}
        key={chosen.length}
        autoFocus
        options={search.options.filter(({ value }) => !chosen.some((item) => item.value === value))}
        chosen={null}
        onChoose={(option) => option && onChange([...chosen, option])}
      />
      {chosen.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5 }}>
          {chosen.map((item) => (
            <Chip
              key={item.value}
              size="small"
              label={item.label}
              onDelete={() => onChange(chosen.filter(({ value }) => value !== item.value))}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

interface Props {
  id: string
  label: string
  options: readonly SearchOption[]
  chosen: readonly SearchOption[]
  onChange: (chosen: SearchOption[]) => void
  onSearch?: (typed: string) => void
  answered?: string | null
  loading?: boolean
}
