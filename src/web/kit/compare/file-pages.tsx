import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { isPdf } from '#web/kit/files/data.ts'
import { Tool, ToolValue } from '#web/kit/page/tool.tsx'
import { usePagePicture } from './use-page-picture'

/** The page of a file that is shown, of how many, and its picture. */
export interface FilePages {
  page: number
  pages: number
  turnTo(page: number): void
  /** The address of the page's picture; null while it is drawn. */
  src: string | null
  isBroken: boolean
}

/** A picture is its only page. Another file begins with its first. */
export const useFilePages = (file: Attachment): FilePages => {
  const pages = isPdf(file) ? Math.max(1, file.pages ?? 1) : 1
  const [turned, setTurned] = useState({ id: file.id, page: 1 })
  const page = turned.id === file.id ? turned.page : 1
  const turnTo = (to: number) => setTurned({ id: file.id, page: to })
  const drawn = usePagePicture(page > 1 ? file.url : null, page)
  return { page, pages, turnTo, src: page > 1 ? drawn.src : (file.preview ?? file.url), isBroken: drawn.isBroken }
}

/** Turns the pages of a file that has several; `name` says of which, where there are two. */
export const PageTools = ({ page, pages, name, onTurn }: PageToolsProps) => {
  if (pages < 2) return null
  return (
    <Box
      role="group"
      aria-label={[name, t('compare.pins.pages')].filter(Boolean).join(' · ')}
      sx={{ display: 'flex', alignItems: 'center' }}
    >
      <Tool label={t('compare.pins.previous_page')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeftRounded />
      </Tool>
      <ToolValue width={84}>{t('compare.pins.page', { page, pages })}</ToolValue>
      <Tool label={t('compare.pins.next_page')} disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <ChevronRightRounded />
      </Tool>
    </Box>
  )
}

interface PageToolsProps extends Pick<FilePages, 'page' | 'pages'> {
  name?: string
  onTurn(page: number): void
}

/** In place of a page that is being drawn, or that cannot be. */
export const PageWaiting = ({ isBroken, page, height }: Pick<FilePages, 'isBroken' | 'page'> & { height: object }) =>
  isBroken ? (
    <Box role="alert" sx={{ display: 'grid', placeItems: 'center', height }}>
      {t('files.page_broken', { page })}
    </Box>
  ) : (
    <Skeleton variant="rounded" sx={{ height }} />
  )
