import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { type DocumentType, documentTypes } from '#shared/trade/document-types.ts'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { sizeText } from '#web/kit/files/file-size.ts'
import { Tool } from '#web/kit/page/tool.tsx'
import { isPhone } from '#web/shell/is-phone.ts'
import { shippingDocuments as area } from '../area'
import { screenText } from './texts'
import type { TypedFile } from './typed-file'
import { useTypedFiles } from './use-typed-files'

/**
 * Files with types suggested from their names and texts; the user confirms or changes the types and adds all files at
 * once.
 */
export function AddFilesDialog({ booking: givenBooking, files, type, onClose }: Props) {
  const titleId = useId()
  const bookingId = useId()
  const [booking, setBooking] = useState(givenBooking)
  const [isAsked, setAsked] = useState(false)
  const typed = useTypedFiles(files, type, onClose)
  const waiting = typed.rows.filter(({ isDone }) => !isDone)
  const lacksType = waiting.some((row) => !row.type)
  const send = () => {
    setAsked(true)
    if (booking !== null && !lacksType) void typed.send(booking)
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isPhone()}
      onClose={typed.isSending ? undefined : onClose}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{screenText('add.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>{screenText('add.help')}</Box>
        {givenBooking === null && (
          <Box sx={{ mb: 2 }}>
            <Box
              component="label"
              htmlFor={bookingId}
              sx={{ display: 'block', mb: 0.5, fontSize: 13, fontWeight: 500 }}
            >
              {fieldLabel(area, 'booking_id')}
            </Box>
            <ReferenceInput
              id={bookingId}
              area={area}
              name="booking_id"
              field={area.fields.booking_id}
              record={{}}
              label={fieldLabel(area, 'booking_id')}
              value={booking}
              onChange={(value) => setBooking(value === null ? null : Number(value))}
            />
          </Box>
        )}
        {isAsked && booking === null && <Alert severity="warning">{screenText('add.booking_needed')}</Alert>}
        {isAsked && lacksType && <Alert severity="warning">{screenText('add.type_needed')}</Alert>}
        <Box component="ul" aria-label={screenText('review.files')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {typed.rows.map((row) => (
            <FileRow
              key={row.id}
              row={row}
              disabled={typed.isSending}
              onType={(next) => typed.change(row.id, { type: next, by: null })}
              onLeave={() => typed.leave(row.id)}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={typed.isSending}>
          {screenText('add.close')}
        </Button>
        <Button variant="contained" onClick={send} disabled={typed.isSending || waiting.length === 0}>
          {typed.isSending ? screenText('add.sending') : screenText('add.send', { count: waiting.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  /** The booking of the files; null: the user chooses one. */
  booking: number | null
  files: readonly File[]
  /** The type of all files, when the dialog was opened from a document. */
  type?: DocumentType | undefined
  onClose: () => void
}

function FileRow({ row, disabled, onType, onLeave }: FileRowProps) {
  const { file, type, by, isReading, problem, percent, isDone } = row
  const state = isDone
    ? screenText('add.sent')
    : percent !== null
      ? `${percent}%`
      : isReading
        ? screenText('add.reading')
        : by && screenText(`add.by_${by}`)
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
          {file.name}{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {sizeText(file.size)}
          </Box>
        </Box>
        {problem ? (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
            {problem}
          </Box>
        ) : (
          <Box role="status" sx={{ fontSize: 12, minHeight: 18, color: 'text.secondary' }}>
            {state}
          </Box>
        )}
      </Box>
      <NativeSelect
        value={type ?? ''}
        disabled={disabled || isDone}
        onChange={({ target }) => onType((target.value || null) as DocumentType | null)}
        input={<OutlinedInput size="small" />}
        inputProps={{ 'aria-label': screenText('add.type_of', { file: file.name }) }}
        sx={{ flex: '1 1 200px', maxWidth: { sm: 280 }, '& .MuiNativeSelect-icon': { right: 8 } }}
      >
        <option value="">{screenText('add.unknown')}</option>
        {documentTypes.map((name) => (
          <option key={name} value={name}>
            {choiceLabel(area, 'doc_type', name)}
          </option>
        ))}
      </NativeSelect>
      {isDone ? (
        <CheckRounded color="success" aria-hidden sx={{ width: 44 }} />
      ) : (
        <Tool label={screenText('add.remove', { file: file.name })} onClick={onLeave} disabled={disabled}>
          <CloseRounded />
        </Tool>
      )}
    </Box>
  )
}

interface FileRowProps {
  row: TypedFile
  disabled: boolean
  onType: (type: DocumentType | null) => void
  onLeave: () => void
}

const rowStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  gap: 1,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
