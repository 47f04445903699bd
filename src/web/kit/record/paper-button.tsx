import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { t } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import type { OpenRecord } from './record-actions'

const languages = ['en', 'zh', 'both'] as const

/** Downloads the record's paper as PDF in English, Chinese or both; `options` are further parameters of the request. */
export function PaperButton({ area, record, options = {} }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoading, setLoading] = useState(false)
  const load = async (language: (typeof languages)[number]) => {
    setAnchor(null)
    setLoading(true)
    const name = `${record[area.title] ?? record.id}.pdf`
    const params = new URLSearchParams({ language, ...options })
    await download(`/api/${area.name}/${record.id}/pdf`, name, params).catch(notifyFailure)
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
        {t('kit.paper.button')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem key={language} onClick={() => void load(language)}>
            {t(`kit.paper.${language}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface Props {
  area: Area
  record: OpenRecord
  options?: Record<string, string>
}
