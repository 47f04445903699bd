import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { today } from '#shared/base/dates.ts'
import type { ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { format, t } from '#web/i18n.ts'

/** Offers the mapping of the last file with the same headings, unless it is used already. */
export function EarlierColumns({ record: { earlier }, settings, onChange }: Props) {
  if (!earlier || isSame(earlier.settings.mapping, settings.mapping)) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mb: 2, fontSize: 13 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {t('import.page.earlier_choice', {
          file: earlier.file_name,
          date: format.date(today(undefined, new Date(earlier.used_at))),
        })}
      </Box>
      <Button size="small" variant="outlined" onClick={() => onChange({ ...settings, ...earlier.settings })}>
        {t('import.page.use_earlier')}
      </Button>
    </Box>
  )
}

interface Props {
  record: ImportRecord
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

const isSame = (a: ImportSettings['mapping'], b: ImportSettings['mapping']) => {
  const paths = Object.keys(a)
  return (
    paths.length === Object.keys(b).length && paths.every((path) => JSON.stringify(a[path]) === JSON.stringify(b[path]))
  )
}
