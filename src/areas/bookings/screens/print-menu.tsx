import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { type CartonRange, cartonLabelForms, labelFiles } from '#shared/trade/carton-label.ts'
import type { CartonRow } from '#shared/trade/packing.ts'
import { download } from '#web/kit/files/download.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { bookings } from '../area'
import { screenText } from './texts'

const languages = ['en', 'zh', 'both'] as const

/** The documents of a booking: booking form and packing list by language, and carton labels once cartons are packed. */
export function PrintMenu({ record }: { record: OpenRecord }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoading, setLoading] = useState(false)
  const files = labelFiles((record.cartons ?? []) as CartonRow[])
  const print = async (paper: string, params: Record<string, string>) => {
    setAnchor(null)
    setLoading(true)
    const path = `/api/${bookings.name}/${record.id}/${paper}`
    await download(path, `${record.booking_no}.pdf`, new URLSearchParams(params)).catch(notifyFailure)
    setLoading(false)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PrintOutlined />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        loading={isLoading}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('print.button')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem key={`form ${language}`} onClick={() => void print('pdf', { language })}>
            {screenText(`print.form_${language}`)}
          </MenuItem>
        ))}
        <Divider />
        {languages.map((language) => (
          <MenuItem key={`list ${language}`} onClick={() => void print('packing-list.pdf', { language })}>
            {screenText(`print.list_${language}`)}
          </MenuItem>
        ))}
        {files.length > 0 && <Divider />}
        {cartonLabelForms.flatMap((format) =>
          files.map((range) => (
            <MenuItem
              key={`${format} ${range.from}`}
              onClick={() => void print('labels.pdf', { format, from: `${range.from}`, to: `${range.to}` })}
            >
              {labelText(format, range, files.length)}
            </MenuItem>
          )),
        )}
      </Menu>
    </>
  )
}

/** Adds the range of cartons when the labels need several files. */
const labelText = (format: (typeof cartonLabelForms)[number], { from, to }: CartonRange, files: number) =>
  files === 1 ? screenText(`print.labels_${format}`) : screenText(`print.part_${format}`, { from, to })
