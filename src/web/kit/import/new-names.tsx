import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import type { ImportRecord, NewName, SameRecord } from '#shared/kit/wire/import.ts'
import { t } from '#web/i18n.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { namesSize, useNewNames } from './calls'
import { Pager } from './pager'

/** The names that records would be created for, by page; suggests existing records with similar names. */
export function NewNames({ record, of, disabled, onSame }: Props) {
  const [page, setPage] = useState(1)
  const { data } = useNewNames(record, of, page)
  const sameRecords = record.settings.same ?? []
  const choose = ({ name, alike }: NewName, isSame: boolean) => {
    const otherRecords = sameRecords.filter((item) => item.area !== of || item.name !== name)
    onSame(isSame && alike ? [...otherRecords, { area: of, name, id: alike.id }] : otherRecords)
  }
  if (!data || data.names.length === 0) return null
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PlainTable sx={tableStyle}>
        <thead>
          <tr>
            <th scope="col">{t('import.page.name_in_file')}</th>
            <th scope="col">{t('import.page.new_code')}</th>
          </tr>
        </thead>
        <tbody>
          {data.names.map((item) => (
            <tr key={item.name}>
              <td>
                {item.name}
                {item.spellings.length > 0 && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {` (${t('import.page.also_written', { spellings: item.spellings.join(t('kit.comma')) })})`}
                  </Box>
                )}
              </td>
              <td>
                <Becomes name={item} disabled={disabled} onSame={(isSame) => choose(item, isSame)} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <Pager page={page} size={namesSize} total={data.total} onTurn={setPage} />
    </Box>
  )
}

interface Props {
  record: ImportRecord
  /** The area of the records to create. */
  of: string
  disabled: boolean
  onSame: (same: SameRecord[]) => void
}

function Becomes({ name: { code, alike, same, problems }, disabled, onSame }: BecomesProps) {
  return (
    <>
      {same && alike ? (
        t('import.page.is_existing', { record: alike.title })
      ) : problems.length > 0 ? (
        <Box component="span" sx={{ color: 'error.main' }}>
          {problems.join(' ')}
        </Box>
      ) : (
        <span className="tabular">{code}</span>
      )}
      {alike && (
        <Box>
          {!same && <Box>{t('import.page.alike', { record: alike.title })}</Box>}
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={same}
                disabled={disabled}
                onChange={(_, isSame) => onSame(isSame)}
                sx={{ p: { xs: 1.5, sm: 0.5 } }}
              />
            }
            label={t('import.page.use_existing', { record: alike.title })}
            slotProps={{ typography: { sx: { fontSize: 13 } } }}
          />
        </Box>
      )}
    </>
  )
}

interface BecomesProps {
  name: NewName
  disabled: boolean
  onSame: (isSame: boolean) => void
}

const tableStyle = {
  tableLayout: 'fixed',
  mt: 0.5,
  '& th, & td': { pr: 2, py: 0.5, verticalAlign: 'top' },
  '& td': { overflowWrap: 'anywhere' },
} as const
