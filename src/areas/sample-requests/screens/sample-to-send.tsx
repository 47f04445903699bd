import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { countDigits } from '#shared/delimited/typed-number.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { format } from '#web/i18n.ts'
import { PhotoPicker } from '#web/kit/files/photo-picker.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { sampleRequests as area } from '../area'
import { screenText } from './texts'

/** The entered quantities of a request by size row; a size without an entry is sent in full. */
export type Counted = Readonly<Record<number, string>>

interface Size {
  id: number
  label: string
  left: number
}

const sizesOf = ({ sizes }: AnyRecord): Size[] =>
  (sizes as { id: number; size?: { title: string } | null; qty: number; sent_qty: number }[]).map(
    ({ id, size, qty, sent_qty }) => ({ id, label: size?.title ?? '', left: qty - sent_qty }),
  )

/** A sample of the parcel, in the format of the API. */
export const sampleOf = (record: AnyRecord, counted: Counted) => ({
  id: record.id,
  version: record.version,
  sizes: sizesOf(record).map(({ id, left }) => ({ id, qty: Number(counted[id] ?? left) })),
})

/** A request that the parcel may contain; once chosen, with quantities by size. */
export function SampleToSend({ request, record, counted, photos, fault, onChange, onPhotos }: Props) {
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', py: 0.5 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={counted !== undefined}
            onChange={(_, checked) => onChange(checked ? {} : undefined)}
            sx={{ alignSelf: 'flex-start' }}
          />
        }
        label={
          <Box sx={{ fontSize: 13, py: 1 }}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {formatValue(area, 'sample_type_id', request)} · {formatValue(area, 'article_id', request)}
            </Box>{' '}
            <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              {[
                request.request_no,
                screenText('round', { round: request.round }),
                screenText('due', { date: format.date(String(request.due_date)) }),
              ].join(' · ')}
            </Box>
          </Box>
        }
        sx={{ display: 'flex', mr: 0 }}
      />
      {record && counted && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pl: 4.5, pb: 1 }}>
          {sizesOf(record).map(({ id, label, left }) => (
            <Box component="label" key={id} sx={{ fontSize: 12, color: 'text.secondary', width: 96 }}>
              {label || screenText('no_size')}
              <OutlinedInput
                size="small"
                fullWidth
                value={counted[id] ?? String(left)}
                disabled={left === 0}
                inputProps={{ inputMode: 'numeric', maxLength: 2 }}
                onChange={({ target }) => onChange({ ...counted, [id]: countDigits(target.value) })}
                sx={{ minHeight: { xs: 44, sm: 32 } }}
              />
              {screenText('left', { count: left })}
            </Box>
          ))}
        </Box>
      )}
      {record && counted && (
        <Box sx={{ pl: 4.5, pb: 1 }}>
          <PhotoPicker
            photos={photos}
            onChange={onPhotos}
            label={screenText('photos_of', { name: request.request_no })}
          />
        </Box>
      )}
      {fault && (
        <Box role="alert" sx={{ pl: 4.5, pb: 1, fontSize: 13, color: 'error.main' }}>
          {fault}
        </Box>
      )}
    </Box>
  )
}

interface Props {
  request: AnyRecord
  /** The full record, once the request is chosen and loaded. */
  record: AnyRecord | undefined
  /** Undefined while the request is not chosen. */
  counted: Counted | undefined
  photos: readonly File[]
  /** Why the server refused it. */
  fault: string | undefined
  onChange: (counted: Counted | undefined) => void
  onPhotos: (photos: readonly File[]) => void
}
