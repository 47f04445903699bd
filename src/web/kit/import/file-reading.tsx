import Box from '@mui/material/Box'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { type Encoding, encodings } from '#shared/delimited/decode.ts'
import type { Area } from '#shared/kit/area.ts'
import type { ImportRecord } from '#shared/kit/wire/import.ts'
import { t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { fileOf, type ReadOptions, rereadFile } from './calls'

/**
 * The sheet of a workbook, or the encoding of a text file if it was guessed or chosen. Both can be changed as long as
 * the page has the file.
 */
export function FileReading({ area, record, onUploaded }: Props) {
  const [isBusy, setBusy] = useState(false)
  const file = fileOf(record)
  const isWorkbook = record.encoding === 'xlsx'
  if (isWorkbook ? record.sheets.length < 2 : record.encoding === 'utf-8') return null
  const readAgain = async (options: ReadOptions) => {
    if (!file) return
    setBusy(true)
    try {
      onUploaded(await rereadFile(area, record, file, options))
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  const label = t(isWorkbook ? 'import.page.sheet' : 'import.page.encoding')
  const offered = isWorkbook
    ? record.sheets.map((sheet) => ({ value: sheet, text: sheet }))
    : encodings.map((encoding) => ({ value: encoding, text: t(`import.page.encodings.${encoding}`) }))
  return (
    <Section
      title={t('import.page.reading_title')}
      help={t(isWorkbook ? 'import.page.sheet_help' : 'import.page.reading_help')}
    >
      <Box sx={{ maxWidth: 400 }}>
        <FieldFrame label={label} hint={file ? undefined : t('import.page.read_again')}>
          {({ id, describedBy }) => (
            <NativeSelect
              fullWidth
              value={isWorkbook ? (record.sheet ?? '') : record.encoding}
              disabled={isBusy || !file}
              sx={{ '& .MuiNativeSelect-icon': { right: 8 } }}
              input={<OutlinedInput size="small" />}
              inputProps={{ id, 'aria-describedby': describedBy }}
              onChange={({ target: { value } }) =>
                void readAgain(isWorkbook ? { sheet: value } : { encoding: value as Encoding })
              }
            >
              {offered.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </NativeSelect>
          )}
        </FieldFrame>
      </Box>
    </Section>
  )
}

interface Props {
  area: Area
  record: ImportRecord
  onUploaded: (record: ImportRecord) => void
}
