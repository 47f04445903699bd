import AddRounded from '@mui/icons-material/AddRounded'
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import FitScreenRounded from '@mui/icons-material/FitScreenRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useEffect, useState } from 'react'
import { plainWhole } from '#shared/delimited/typed-number.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { format, t } from '#web/i18n.ts'
import { Tool, toolSize } from '#web/kit/page/tool.tsx'
import { sizeText } from './file-size'
import { type useZoom, type Zoom, zoomStep } from './viewer-zoom'

/** The bar of the viewer: the file's name and facts, its position among the files, pages, zoom and download. */
export const ViewerBar = ({ titleId, file, position, onStep, zoom, page, onClose }: ViewerBarProps) => {
  const { name, url, size, created_at, created_by } = file
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, px: { xs: 1, sm: 2 }, py: 0.5 }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, order: 0 }}>
        <Box component="h2" id={titleId} sx={{ m: 0, fontSize: 14, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[sizeText(size), created_by?.title ?? t('files.portal'), format.moment(created_at)].join(' · ')}
        </Box>
      </Box>
      {/* On phones the tools wrap to a second line; the close button stays next to the name. */}
      <Box
        sx={{
          order: { xs: 2, md: 1 },
          display: 'flex',
          flexWrap: 'wrap',
          flexBasis: { xs: '100%', md: 'auto' },
          columnGap: 1.5,
          justifyContent: { xs: 'space-between', md: 'flex-end' },
        }}
      >
        {position && (
          <Group label={t('files.among')}>
            <Tool label={t('files.previous')} disabled={position.at === 0} onClick={() => onStep(-1)}>
              <ChevronLeftRounded />
            </Tool>
            <span className="tabular">{t('files.position', { at: position.at + 1, count: position.count })}</span>
            <Tool label={t('files.next')} disabled={position.at === position.count - 1} onClick={() => onStep(1)}>
              <ChevronRightRounded />
            </Tool>
          </Group>
        )}
        {page && page.count > 1 && <Pages {...page} />}
        {zoom && <ZoomTools zoom={zoom} />}
      </Box>
      <Box sx={{ order: { xs: 1, md: 2 }, display: 'flex' }}>
        <Tooltip title={t('files.download', { name })}>
          <IconButton
            component="a"
            href={url}
            download={name}
            aria-label={t('files.download', { name })}
            sx={toolStyle}
          >
            <DownloadRounded />
          </IconButton>
        </Tooltip>
        <Tool label={t('kit.close')} onClick={onClose}>
          <CloseRounded />
        </Tool>
      </Box>
    </Box>
  )
}

interface ViewerBarProps {
  titleId: string
  file: Attachment
  /** Zero-based position of the file; null if it is the only one. */
  position: { at: number; count: number } | null
  onStep: (by: -1 | 1) => void
  /** Null until the file is rendered. */
  zoom: ReturnType<typeof useZoom> | null
  page: PagesProps | null
  onClose: () => void
}

const ZoomTools = ({ zoom: { zoom, scale, set, by } }: { zoom: ReturnType<typeof useZoom> }) => {
  const fitting = (to: Zoom) => ({ 'aria-pressed': zoom === to, onClick: () => set(to) })
  return (
    <Group label={t('files.zoom')}>
      <Tool label={t('files.zoom_out')} onClick={() => by(1 / zoomStep)}>
        <RemoveRounded />
      </Tool>
      <Box className="tabular" aria-live="polite" sx={{ minWidth: 44, textAlign: 'center' }}>
        {t('files.percent', { percent: Math.round(scale * 100) })}
      </Box>
      <Tool label={t('files.zoom_in')} onClick={() => by(zoomStep)}>
        <AddRounded />
      </Tool>
      <Tool label={t('files.fit_page')} {...fitting('page')}>
        <FitScreenRounded />
      </Tool>
      <Tool label={t('files.fit_width')} {...fitting('width')}>
        <SwapHorizRounded />
      </Tool>
    </Group>
  )
}

interface PagesProps {
  number: number
  count: number
  onChange: (number: number) => void
}

/** The current page as an input, with buttons to the previous and next one. */
const Pages = ({ number, count, onChange }: PagesProps) => {
  const [typed, setTyped] = useState(String(number))
  useEffect(() => setTyped(String(number)), [number])
  const goToPage = () => {
    const typedPage = Number(plainWhole(typed))
    if (Number.isInteger(typedPage) && typedPage >= 1 && typedPage <= count) onChange(typedPage)
    else setTyped(String(number))
  }
  return (
    <Group label={t('files.pages')}>
      <Tool label={t('files.previous_page')} disabled={number <= 1} onClick={() => onChange(number - 1)}>
        <ChevronLeftRounded />
      </Tool>
      <InputBase
        value={typed}
        onChange={({ target: { value } }) => setTyped(value)}
        onBlur={goToPage}
        onKeyDown={({ key }) => key === 'Enter' && goToPage()}
        inputProps={{ 'aria-label': t('files.page'), inputMode: 'numeric', maxLength: 5 }}
        sx={({ palette }) => ({
          width: 48,
          height: 32,
          fontSize: 13,
          border: `1px solid ${palette.divider}`,
          borderRadius: 1,
          input: { textAlign: 'center', p: 0 },
        })}
      />
      <span className="tabular">{t('files.of_pages', { count })}</span>
      <Tool label={t('files.next_page')} disabled={number >= count} onClick={() => onChange(number + 1)}>
        <ChevronRightRounded />
      </Tool>
    </Group>
  )
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box role="group" aria-label={label} sx={{ display: 'flex', alignItems: 'center', fontSize: 13, gap: 0.25 }}>
    {children}
  </Box>
)

const toolStyle = { width: toolSize, height: toolSize, color: 'text.primary' } as const
