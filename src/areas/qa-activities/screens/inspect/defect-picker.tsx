import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type Mention, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, language } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import type { Sheet } from './load-inspection'

type Code = Sheet['codes'][number]

export const nameOf = (code: Pick<Code, 'name_en' | 'name_zh'> | undefined): string =>
  (language() === 'zh' && code?.name_zh) || code?.name_en || ''

/** The name of a defect code; for retired codes, the name in the record. */
export const kindName = (
  { codes, record }: Pick<Sheet, 'codes' | 'record'>,
  { defect_code_id }: { defect_code_id: number },
): string => {
  const rows = (record.defects ?? []) as { defect_code_id: number; defect_code?: Mention }[]
  return (
    nameOf(codes.find(({ id }) => id === defect_code_id)) ||
    mentionTitle(rows.find((row) => row.defect_code_id === defect_code_id)?.defect_code)
  )
}

/** All defect codes as buttons, by category; each tap counts one more unit. */
export function DefectPicker({ codes, onAdd }: { codes: readonly Code[]; onAdd: (code: Code) => void }) {
  const [typed, setTyped] = useState('')
  const searchText = typed.trim().toLocaleLowerCase()
  const matchingCodes = codes.filter(({ name_en, name_zh }) =>
    [name_en, name_zh].some((name) => name.toLocaleLowerCase().includes(searchText)),
  )
  const defects = areaOf(area, 'defects')
  const library = areaOf(defects, 'defect_code_id')
  const categories = [...new Set(matchingCodes.map(({ category }) => category))]
  return (
    <Section title={screenText('inspect.defects')}>
      <TextField
        size="small"
        fullWidth
        placeholder={screenText('inspect.find')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{
          htmlInput: { 'aria-label': screenText('inspect.find'), type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchRounded />
              </InputAdornment>
            ),
          },
        }}
      />
      {categories.map((category) => (
        <Box key={category} component="fieldset" sx={{ border: 0, m: 0, mt: 1.5, p: 0, minWidth: 0 }}>
          <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: 12, color: 'text.secondary' }}>
            {choiceLabel(library, 'category', category)}
          </Box>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
            }}
          >
            {matchingCodes
              .filter((code) => code.category === category)
              .map((code) => (
                <Button
                  key={code.id}
                  variant="outlined"
                  color="inherit"
                  aria-label={screenText('inspect.add', { name: nameOf(code) })}
                  onClick={() => onAdd(code)}
                  sx={{
                    minHeight: 56,
                    px: 1,
                    py: 0.5,
                    display: 'grid',
                    justifyItems: 'start',
                    justifyContent: 'start',
                    textAlign: 'left',
                    lineHeight: '16px',
                    fontSize: 13,
                    borderColor: 'divider',
                  }}
                >
                  {nameOf(code)}
                  <Box component="span" sx={{ fontSize: 11, color: 'text.secondary' }}>
                    {choiceLabel(defects, 'severity', code.default_severity)}
                  </Box>
                </Button>
              ))}
          </Box>
        </Box>
      ))}
    </Section>
  )
}
