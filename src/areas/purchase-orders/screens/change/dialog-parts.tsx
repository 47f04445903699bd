import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { isDate } from '#shared/base/dates.ts'
import { choiceLabel, moveInputLabel, t } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { purchaseOrders } from '../../area'
import type { OpenLine } from '../open-order'
import { screenText } from '../texts'
import { keyOf } from './draft'
import { ValueInput } from './line-changes'
import type { ChangeSubmit } from './use-change-submit'

/** Sets one ex-factory date for all lines, because most late orders are late as a whole. */
export function SameDay({ lines, onChange }: SameDayProps) {
  const [value, setValue] = useState('')
  const change = (day: string) => {
    setValue(day)
    if (isDate(day))
      onChange(
        new Map(lines.map(({ id }) => [keyOf({ po_line_id: id, size_id: null, field: 'ex_factory_date' }), day])),
      )
  }
  return (
    <ValueInput
      field="ex_factory_date"
      label={screenText('change.all_lines')}
      value={value}
      old={null}
      isChanged={false}
      fault={undefined}
      onChange={change}
      onPaste={undefined}
    />
  )
}

interface SameDayProps {
  lines: readonly OpenLine[]
  onChange: (changes: ReadonlyMap<string, string>) => void
}

/** The reason, if the move requires one, and a comment. */
export const ReasonAndComment = ({ submit }: { submit: ChangeSubmit }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: submit.reasons ? '260px 1fr' : '1fr' } }}>
    {submit.reasons && (
      <TextField
        select
        required
        label={moveInputLabel(purchaseOrders, 'reason_code')}
        value={submit.reason}
        error={submit.isReasonMissing}
        helperText={submit.isReasonMissing ? t('validation.required') : undefined}
        inputRef={submit.reasonInput}
        onChange={(event) => submit.chooseReason(event.target.value)}
      >
        {submit.reasons.map((code) => (
          <MenuItem key={code} value={code}>
            {choiceLabel(areaOf(purchaseOrders, 'changes'), 'reason_code', code)}
          </MenuItem>
        ))}
      </TextField>
    )}
    <TextField
      label={moveInputLabel(purchaseOrders, 'comment')}
      value={submit.comment}
      onChange={(event) => submit.setComment(event.target.value)}
      multiline
      maxRows={4}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  </Box>
)
