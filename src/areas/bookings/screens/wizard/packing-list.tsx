import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChangeEvent, useRef, useState } from 'react'
import { cubicMetres, kilograms } from '#shared/trade/cargo.ts'
import { type CartonRow, cargoOfRows, packLines } from '#shared/trade/packing.ts'
import { format, t } from '#web/i18n.ts'
import { DropArea } from '#web/kit/files/drop-area.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { http } from '#web/providers/http.ts'
import { confirmDialog, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { bookings } from '../../area'
import { screenText } from '../texts'
import { CartonTable } from './carton-table'
import { MeasuresForAll } from './measures-for-all'
import { useBookingState } from './use-wizard'

const bookingCartons = areaOf(bookings, 'cartons')

interface ReadList {
  rows: CartonRow[]
  faults: { line: number; heading: string | null; text: string }[]
  count: number
}

/** The packing list: computed from the packing of the order, imported from a file, or entered row by row. */
export function PackingList() {
  const { values, rows, known, write } = useBookingState()
  const cartons = values.cartons ?? []
  const { preview, setPreview, isReading, picker, readFile } = usePackingFile()
  const cargo = cargoOfRows(cartons)

  const packCartons = async () => {
    if (
      cartons.length > 0 &&
      !(await confirmDialog({
        title: screenText('wizard.replace'),
        body: screenText('wizard.replace_help'),
        confirm: screenText('wizard.replace_yes'),
      }))
    )
      return
    const measured = cartons.find(({ length_cm }) => length_cm) ?? {}
    const { length_cm, width_cm, height_cm, gross_kg, net_kg } = measured as CartonRow
    const lines = rows.flatMap((row) => {
      const line = known.get(Number(row.po_line_id))
      const sizes = (row.sizes ?? []).map(({ size_id, qty }) => ({
        size_id: Number(size_id) || null,
        qty: Number(qty) || 0,
      }))
      return line
        ? [{ po_line_id: line.id, pack_type: line.pack_type, units_per_carton: line.units_per_carton, sizes }]
        : []
    })
    const packed = packLines(lines, 1, { length_cm, width_cm, height_cm, gross_kg, net_kg })
    const unpackedLines = lines.filter(({ po_line_id }) => !packed.some((row) => row.po_line_id === po_line_id))
    if (packed.length > 0) write('cartons', packed)
    if (unpackedLines.length > 0)
      notify({ tone: 'info', text: screenText('wizard.not_packed', { count: unpackedLines.length }) })
  }

  return (
    <Section
      title={screenText('wizard.packing_list')}
      help={screenText('wizard.packing_help')}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => void packCartons()} disabled={rows.length === 0}>
            {screenText('wizard.pack')}
          </Button>
          <Button variant="outlined" onClick={() => picker.current?.click()} disabled={rows.length === 0 || isReading}>
            {screenText(isReading ? 'wizard.reading' : 'wizard.import')}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            aria-label={screenText('wizard.import')}
            onChange={(event: ChangeEvent<HTMLInputElement>) => void readFile(event.target.files?.[0])}
          />
        </Box>
      }
    >
      {preview && (
        <ReadPreview
          read={preview}
          onTake={() => {
            write('cartons', preview.rows)
            setPreview(null)
          }}
          onClose={() => setPreview(null)}
        />
      )}
      {cartons.length === 0 ? (
        <DropArea label={screenText('wizard.import')} onFiles={([file]) => void readFile(file)}>
          <Box sx={{ fontSize: 13, color: 'text.secondary', textAlign: 'center', py: 2 }}>
            {screenText('wizard.no_cartons')}
          </Box>
        </DropArea>
      ) : (
        <>
          <Box className="tabular" sx={{ fontSize: 13, mb: 1.5 }}>
            {screenText('wizard.cargo', {
              count: cargo.cartons,
              pieces: format.number(cargo.pieces),
              gross: format.number(kilograms(cargo.gross_g)),
              volume: format.number(cubicMetres(cargo.volume_mm3)),
            })}
          </Box>
          <MeasuresForAll />
        </>
      )}
      <CartonTable area={bookingCartons} />
    </Section>
  )
}

/** Reads a packing list from a file on the server, and keeps the result as a preview. */
const usePackingFile = () => {
  const { rows } = useBookingState()
  const [preview, setPreview] = useState<(ReadList & { name: string }) | null>(null)
  const [isReading, setReading] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const readFile = async (file: File | undefined) => {
    if (!file) return
    setReading(true)
    try {
      const ids = rows.flatMap(({ po_line_id }) => Number(po_line_id) || [])
      const { data } = await http.post<ReadList>(`/api/${bookings.name}/packing-list`, file, {
        params: { lines: ids.join(',') },
        headers: { 'Content-Type': 'application/octet-stream' },
      })
      setPreview({ ...data, name: file.name })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setReading(false)
      if (picker.current) picker.current.value = ''
    }
  }
  return { preview, setPreview, isReading, picker, readFile }
}

/** A preview of the imported file, before it replaces the entered rows. */
function ReadPreview({
  read,
  onTake,
  onClose,
}: {
  read: ReadList & { name: string }
  onTake: () => void
  onClose: () => void
}) {
  const { rows, faults, count, name } = read
  return (
    <Alert
      severity={faults.length > 0 ? 'warning' : 'success'}
      variant="outlined"
      sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Box>{screenText('wizard.read', { count, name, cartons: format.number(cargoOfRows(rows).cartons) })}</Box>
      {faults.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflowY: 'auto' }}>
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.heading} ${fault.text}`}>
              {[screenText('wizard.file_row', { line: fault.line }), fault.heading, fault.text]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button size="small" variant="contained" onClick={onTake} disabled={rows.length === 0}>
          {screenText('wizard.take', { count: rows.length })}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
      </Box>
    </Alert>
  )
}
