import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { download } from '#web/kit/files/download.ts'
import { filterParams, type ListAddress } from '#web/kit/list/list-address.ts'
import { http } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { poLineRrps } from '../area'
import { screenText } from './texts'

/** Downloads the ticket file of the matching released prices, as a workbook or as text. */
export function TicketButton({ query }: { query: Pick<ListAddress, 'q' | 'filters'> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (format: string) => {
    setAnchor(null)
    setBusy(true)
    try {
      const params = new URLSearchParams(filterParams({ q: query.q, filters: query.filters }))
      if (await hasReleased(params)) {
        params.set('format', format)
        await download(`/api/${poLineRrps.name}/tickets`, `tickets.${format}`, params)
      } else notify({ tone: 'warning', text: screenText('tickets_none') })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<LocalOfferOutlined />}
        disabled={busy}
        title={screenText('tickets_help')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('tickets')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem key={format} onClick={() => void save(format)}>
            {screenText(`ticket_forms.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Whether any price is released: an empty file would look like a failure. */
const hasReleased = async (filters: URLSearchParams): Promise<boolean> => {
  const params = new URLSearchParams(filters)
  params.append('released_at_nnull', 'true')
  params.set('_start', '0')
  params.set('_end', '0')
  const { headers } = await http.get(`/api/${poLineRrps.name}`, { params })
  return Number(headers['x-total-count']) > 0
}
