import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { t } from '#web/i18n.ts'
import { drawPage, openPdf, type PdfPage, type PdfPaper, pdfScale } from './pdf-library'
import type { Size } from './viewer-zoom'

/** The pages of a PDF, one below the other; a page is rendered when it is scrolled near the stage. */
export default function Pdf({ url, name, scale, natural, stage, onNatural, onPages, onPage, onBroken }: PdfProps) {
  const [paper, setPaper] = useState<PdfPaper | null>(null)
  const events = useRef({ onNatural, onPages, onBroken })
  events.current = { onNatural, onPages, onBroken }
  useEffect(() => {
    let isOver = false
    const { paper: opening, close } = openPdf(url)
    const load = async () => {
      const opened = await opening
      const { width, height } = (await opened.getPage(1)).getViewport({ scale: pdfScale })
      if (isOver) return
      events.current.onNatural({ width, height })
      events.current.onPages(opened.numPages)
      setPaper(opened)
    }
    load().catch(() => {
      if (!isOver) events.current.onBroken()
    })
    return () => {
      isOver = true
      close()
    }
  }, [url])
  useCurrentPage(stage, paper?.numPages ?? 0, onPage)
  if (!paper || !natural) return <Skeleton variant="rectangular" width={280} height={380} sx={{ m: 'auto' }} />
  return (
    <Box sx={{ display: 'grid', gap: 1, p: 1, justifyItems: 'center' }}>
      {Array.from({ length: paper.numPages }, (_, index) => (
        <Page
          // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their numbers
          key={index}
          paper={paper}
          number={index + 1}
          label={t('files.page_of', { name, page: index + 1, pages: paper.numPages })}
          initialSize={natural}
          scale={scale}
          stage={stage}
        />
      ))}
    </Box>
  )
}

interface PdfProps {
  url: string
  name: string
  scale: number
  /** Size of the first page in CSS pixels; null until it is loaded. */
  natural: Size | null
  stage: RefObject<HTMLDivElement | null>
  onNatural: (size: Size) => void
  onPages: (count: number) => void
  onPage: (number: number) => void
  onBroken: () => void
}

interface PageProps {
  paper: PdfPaper
  number: number
  label: string
  /** Size of the page until it is loaded. */
  initialSize: Size
  scale: number
  stage: RefObject<HTMLDivElement | null>
}

const Page = ({ paper, number, label, initialSize, scale: fileScale, stage }: PageProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useNear(frame, stage)
  const [page, setPage] = useState<PdfPage | null>(null)
  const [text, setText] = useState('')
  const [isBroken, setBroken] = useState(false)
  const size = page?.getViewport({ scale: pdfScale }) ?? initialSize
  // Wider pages, such as landscape ones, are reduced to the width of the first page.
  const scale = fileScale * Math.min(1, initialSize.width / size.width)
  useEffect(() => {
    if (!isNear || page) return undefined
    let isOver = false
    const load = async () => {
      const loaded = await paper.getPage(number)
      if (isOver) return
      setPage(loaded)
      const { items } = await loaded.getTextContent()
      if (!isOver) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    load().catch(() => {
      if (!isOver) setBroken(true)
    })
    return () => {
      isOver = true
    }
  }, [isNear, page, paper, number])
  useEffect(() => {
    const target = canvas.current
    if (!isNear || !page || !target) return undefined
    let cancel = () => {}
    // While the zoom changes, the rendered page is stretched; it is rendered again afterwards.
    const timer = setTimeout(() => {
      const drawing = drawPage(page, target, scale)
      cancel = drawing.cancel
      drawing.done.catch((error: Error) => {
        if (error.name !== 'RenderingCancelledException') setBroken(true)
      })
    }, 120)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [isNear, page, scale])
  return (
    <Box
      ref={frame}
      data-page={number}
      sx={{
        position: 'relative',
        width: size.width * scale,
        height: size.height * scale,
        bgcolor: '#fff',
        boxShadow: 1,
      }}
    >
      {isNear && !isBroken && (
        <Box
          component="canvas"
          ref={canvas}
          role="img"
          aria-label={label}
          sx={{ width: 1, height: 1, display: 'block' }}
        />
      )}
      {isBroken && (
        <Box role="alert" sx={{ p: 2, color: '#5f2120', fontSize: 13 }}>
          {t('files.page_broken', { page: number })}
        </Box>
      )}
      {text && <Box sx={visuallyHidden}>{text}</Box>}
    </Box>
  )
}

/** Whether a page is in the visible part of the stage, or within 800 pixels of it. */
const useNear = (page: RefObject<HTMLElement | null>, stage: RefObject<HTMLElement | null>) => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!page.current) return undefined
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: stage.current,
      rootMargin: '800px 0px',
    })
    observer.observe(page.current)
    return () => observer.disconnect()
  }, [page, stage])
  return isNear
}

/** Calls `onPage` with the number of the page at the middle of the stage, on scroll. */
const useCurrentPage = (stage: RefObject<HTMLElement | null>, pages: number, onPage: (number: number) => void) => {
  const onPageChange = useRef(onPage)
  onPageChange.current = onPage
  useEffect(() => {
    const frame = stage.current
    if (!frame || pages === 0) return undefined
    const report = () => {
      const { top, height } = frame.getBoundingClientRect()
      const middle = top + height / 2
      const drawn = [...frame.querySelectorAll<HTMLElement>('[data-page]')]
      const current = drawn.findLast((page) => page.getBoundingClientRect().top <= middle)
      onPageChange.current(Number(current?.dataset.page ?? 1))
    }
    frame.addEventListener('scroll', report, { passive: true })
    return () => frame.removeEventListener('scroll', report)
  }, [stage, pages])
}
