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

/** The current page of a file, with its picture. */
export interface FilePages {
  page: number
  pages: number
  turnTo(page: number): void
  /** Address of the page's picture; null while it is being rendered. */
  src: string | null
  isBroken: boolean
}

/** The pages of a file; a picture has one. Another file starts at its first page. */
export const useFilePages = (file: Attachment): FilePages => {
  const pages = isPdf(file) ? Math.max(1, file.pages ?? 1) : 1
  const [current, setTurned] = useState({ id: file.id, page: 1 })
  const page = current.id === file.id ? current.page : 1
  const turnTo = (nextPage: number) => setTurned({ id: file.id, page: nextPage })
  const rendered = usePagePicture(page > 1 ? file.url : null, page)
  return { page, pages, turnTo, src: page > 1 ? rendered.src : (file.preview ?? file.url), isBroken: rendered.isBroken }
}

/** Buttons that turn the pages; nothing for a single page. `name` is the file's label if there are two. */
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

/** Placeholder of a page that is being rendered, or cannot be. */
export const PageWaiting = ({ isBroken, page, height }: Pick<FilePages, 'isBroken' | 'page'> & { height: object }) =>
  isBroken ? (
    <Box role="alert" sx={{ display: 'grid', placeItems: 'center', height }}>
      {t('files.page_broken', { page })}
    </Box>
  ) : (
    <Skeleton variant="rounded" sx={{ height }} />
  )
