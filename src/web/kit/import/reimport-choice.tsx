import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useId } from 'react'
import type { ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { t } from '#web/i18n.ts'

/** Asks whether the file is an edited export, if it has the columns of one. */
export function ReimportChoice({ record, settings, onChange }: Props) {
  const helpId = useId()
  if (!isStamped(record)) return null
  return (
    <Box sx={{ mb: 2 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={settings.bring_back === true}
            slotProps={{ input: { 'aria-describedby': helpId } }}
            onChange={(_, bring_back) => onChange({ ...settings, bring_back })}
          />
        }
        label={t('import.page.bring_back')}
      />
      <Box id={helpId} sx={{ fontSize: 13, color: 'text.secondary', maxWidth: '75ch' }}>
        {t('import.page.bring_back_help')}
      </Box>
    </Box>
  )
}

interface Props {
  record: ImportRecord
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

/** The columns of an export that identify its records and their versions. */
export const stampHeadings: readonly string[] = ['id', 'version']

const isStamped = ({ columns }: ImportRecord) =>
  stampHeadings.every((name) => columns.some(({ heading }) => heading === name))
