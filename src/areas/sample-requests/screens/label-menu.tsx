import QrCode2Rounded from '@mui/icons-material/QrCode2Rounded'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { sampleLabelForms } from '#shared/trade/sample-label.ts'
import { download } from '#web/kit/files/download.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { sampleRequests } from '../area'
import { screenText } from './texts'

/** Prints a label with a QR code for each piece of these samples. */
export function LabelMenu({ ids, isSmall = false }: { ids: readonly number[]; isSmall?: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoading, setLoading] = useState(false)
  const print = async (form: (typeof sampleLabelForms)[number]) => {
    setAnchor(null)
    setLoading(true)
    const params = new URLSearchParams({ ids: ids.join(), form })
    await download(`/api/${sampleRequests.name}/labels.pdf`, 'sample-labels.pdf', params).catch(notifyFailure)
    setLoading(false)
  }
  return (
    <>
      <Button
        variant={isSmall ? 'text' : 'outlined'}
        {...(isSmall && { size: 'small', color: 'inherit' })}
        startIcon={<QrCode2Rounded />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        loading={isLoading}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('labels.button')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {sampleLabelForms.map((form) => (
          <MenuItem key={form} onClick={() => void print(form)}>
            {screenText(`labels.${form}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** The menu for the selected rows of a list; not offered when all matches are selected. */
export const chosenLabels = ({ selection: { rows, all } }: AreaListState) =>
  all || rows.size === 0 || rows.size > 100 ? null : <LabelMenu ids={[...rows.keys()]} isSmall />
