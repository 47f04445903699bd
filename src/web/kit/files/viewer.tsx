import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { t } from '#web/i18n.ts'
import { isPhone } from '#web/shell/is-phone.ts'
import { isPdf } from './data'
import { ViewerBar } from './viewer-bar'
import { Picture } from './viewer-picture'
import { Stage, scrollsSideways } from './viewer-stage'
import { type Size, useZoom, type Zoom, zoomStep } from './viewer-zoom'

/** A full-screen viewer of a record's pictures and PDFs, with zoom, pages and steps by mouse, keys and touch. */
export const Viewer = ({ file, files, onShow, onClose }: ViewerProps) => (
  <Dialog
    open
    fullScreen={isPhone()}
    onClose={onClose}
    maxWidth={false}
    aria-labelledby={titleId}
    slotProps={{ paper: { sx: { width: 1, height: 1, maxWidth: 1600, overflow: 'hidden' } } }}
  >
    <ViewerContent key={file.id} file={file} files={files} onShow={onShow} onClose={onClose} />
  </Dialog>
)

interface ViewerProps {
  file: Attachment
  /** All files that can be viewed, in order. */
  files: readonly Attachment[]
  onShow: (file: Attachment) => void
  onClose: () => void
}

const titleId = 'viewer-title'

const ViewerContent = ({ file, files, onShow, onClose }: ViewerProps) => {
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [natural, setNatural] = useState<Size | null>(null)
  const [pages, setPages] = useState(file.pages ?? 0)
  const [page, setPage] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const zoom = useZoom(natural, room)
  const isPaper = isPdf(file)

  const index = files.findIndex(({ id }) => id === file.id)
  const step = (direction: -1 | 1) => {
    const next = files[index + direction]
    if (index >= 0 && next) onShow(next)
  }
  const toPage = (number: number) => {
    const target = stage.current?.querySelector(`[data-page="${number}"]`)
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    setPage(number)
  }
  // The stage gets the focus, so that keys scroll and zoom the file at once.
  useEffect(() => stage.current?.focus(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).closest('input') !== null
    const command = isTyping || event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!command || !stage.current) return
    command({
      stage: stage.current,
      zoomBy: zoom.by,
      setZoom: zoom.set,
      step,
      page,
      pages: isPaper ? pages : 0,
      toPage,
    })
    event.preventDefault()
  }
  return (
    <Box onKeyDown={onKeyDown} sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0 }}>
      <ViewerBar
        titleId={titleId}
        file={file}
        position={index >= 0 && files.length > 1 ? { at: index, count: files.length } : null}
        onStep={step}
        zoom={natural && !isBroken ? zoom : null}
        page={isPaper && pages > 0 && !isBroken ? { number: page, count: pages, onChange: toPage } : null}
        onClose={onClose}
      />
      <Stage
        stage={stage}
        label={t('files.content_of', { name: file.name })}
        scale={natural && zoom.scale}
        onZoomBy={zoom.by}
        onToggle={() => zoom.set((current) => toggledZoom(current, natural, room))}
        onSwipe={step}
      >
        {isBroken ? (
          <Broken file={file} />
        ) : isPaper ? (
          <Suspense>
            <Pdf
              url={`${file.url}&view=1`}
              name={file.name}
              scale={zoom.scale}
              natural={natural}
              stage={stage}
              onNatural={setNatural}
              onPages={setPages}
              onPage={setPage}
              onBroken={() => setBroken(true)}
            />
          </Suspense>
        ) : (
          <Picture
            file={file}
            natural={natural}
            scale={zoom.scale}
            onNatural={setNatural}
            onBroken={() => setBroken(true)}
          />
        )}
      </Stage>
    </Box>
  )
}

const Pdf = lazy(() => import('./viewer-pdf'))

/** Toggles between the fitted size and a closer look: the natural size, or twice the fitted size if that is larger. */
const toggledZoom = (current: Zoom, natural: Size | null, room: Size): Zoom => {
  if (current !== 'page' || !natural) return 'page'
  const fittedScale = Math.min(room.width / natural.width, room.height / natural.height)
  return Math.max(1, fittedScale * 2)
}

interface KeyActs {
  stage: HTMLElement
  zoomBy: (factor: number) => void
  setZoom: (zoom: Zoom) => void
  step: (by: -1 | 1) => void
  page: number
  /** Number of pages; 0 for a picture. */
  pages: number
  toPage: (number: number) => void
}

/** Scrolls horizontally if the content is wider than the stage, else steps to another file. */
const scrollOrStep =
  (direction: -1 | 1) =>
  ({ stage, step }: KeyActs) => {
    if (scrollsSideways(stage)) stage.scrollBy({ left: direction * 80 })
    else step(direction)
  }

const turnPage =
  (direction: -1 | 1) =>
  ({ stage, page, pages, toPage }: KeyActs) => {
    if (pages > 1) toPage(Math.min(pages, Math.max(1, page + direction)))
    else stage.scrollBy({ top: direction * stage.clientHeight * 0.9 })
  }

const keys: Readonly<Record<string, (acts: KeyActs) => void>> = {
  ArrowLeft: scrollOrStep(-1),
  ArrowRight: scrollOrStep(1),
  ArrowUp: ({ stage }) => stage.scrollBy({ top: -80 }),
  ArrowDown: ({ stage }) => stage.scrollBy({ top: 80 }),
  PageUp: turnPage(-1),
  PageDown: turnPage(1),
  Home: ({ stage, pages, toPage }) => (pages > 1 ? toPage(1) : stage.scrollTo({ top: 0, left: 0 })),
  End: ({ stage, pages, toPage }) => (pages > 1 ? toPage(pages) : stage.scrollTo({ top: stage.scrollHeight })),
  '+': ({ zoomBy }) => zoomBy(zoomStep),
  '=': ({ zoomBy }) => zoomBy(zoomStep),
  '-': ({ zoomBy }) => zoomBy(1 / zoomStep),
  '0': ({ setZoom }) => setZoom('page'),
}

/** The current size of the stage without its padding, in pixels. */
const useRoom = (stage: { current: HTMLElement | null }): Size => {
  const [room, setRoom] = useState<Size>({ width: 800, height: 600 })
  useEffect(() => {
    const frame = stage.current
    if (!frame) return undefined
    const measure = () => {
      // The offset size includes scroll bars, which would appear and disappear with the zoom.
      const [width, height] = [frame.offsetWidth - padding, frame.offsetHeight - padding]
      if (width > 0 && height > 0)
        setRoom((current) => (current.width === width && current.height === height ? current : { width, height }))
    }
    measure()
    // Environments without layout, such as jsdom, have no ResizeObserver.
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [stage])
  return room
}
const padding = 32

const Broken = ({ file: { url, name, type } }: { file: Attachment }) => (
  <Box
    role="alert"
    sx={{ p: 3, maxWidth: '60ch', textAlign: 'center', display: 'grid', gap: 2, justifyItems: 'center' }}
  >
    {t(type === 'application/pdf' ? 'files.broken_pdf' : 'files.broken')}
    <Button component="a" href={url} download={name} variant="outlined">
      {t('files.download_short')}
    </Button>
  </Box>
)
