import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { LengthUnit } from '#shared/trade/measures.ts'
import { download } from '#web/kit/files/download.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { specifications } from '../area'
import { screenText } from './texts'

const languages = ['en', 'zh', 'both'] as const

/** The specification as PDF in English, Chinese or both, with lengths in the unit that the page shows. */
export function PaperButton({ record, unit }: { record: OpenRecord; unit: LengthUnit }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoading, setLoading] = useState(false)
  const load = async (language: (typeof languages)[number]) => {
    setAnchor(null)
    setLoading(true)
    const wish = new URLSearchParams({ language, unit })
    await download(`/api/${specifications.name}/${record.id}/pdf`, `${record.spec_id}.pdf`, wish).catch(notifyFailure)
    setLoading(false)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PictureAsPdfOutlined />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        loading={isLoading}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {screenText('paper.button')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem key={language} onClick={() => void load(language)}>
            {screenText(`paper.${language}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
