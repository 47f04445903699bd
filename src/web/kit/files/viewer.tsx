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

/** Pictures and PDFs of a record, one after the other: zoomed, page by page, by mouse, keys and fingers. */
export const Viewer = ({ file, files, onShow, onClose }: ViewerProps) => (
  <Dialog
    open
    fullScreen={isPhone()}
    onClose={onClose}
    maxWidth={false}
    aria-labelledby={titleId}
    slotProps={{ paper: { sx: { width: 1, height: 1, maxWidth: 1600, overflow: 'hidden' } } }}
  >
    <OneFile key={file.id} file={file} files={files} onShow={onShow} onClose={onClose} />
  </Dialog>
)

interface ViewerProps {
  file: Attachment
  /** All files that can be shown, in their order. */
  files: readonly Attachment[]
  onShow: (file: Attachment) => void
  onClose: () => void
}

const titleId = 'viewer-title'

const OneFile = ({ file, files, onShow, onClose }: ViewerProps) => {
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [natural, setNatural] = useState<Size | null>(null)
  const [pages, setPages] = useState(file.pages ?? 0)
  const [page, setPage] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const zoom = useZoom(natural, room)
  const isPaper = isPdf(file)

  const at = files.findIndex(({ id }) => id === file.id)
  const step = (by: -1 | 1) => {
    const next = files[at + by]
    if (at >= 0 && next) onShow(next)
  }
  const toPage = (number: number) => {
    const target = stage.current?.querySelector(`[data-page="${number}"]`)
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    setPage(number)
  }
  // Whoever opens a file looks at it: keys scroll and zoom it at once.
  useEffect(() => stage.current?.focus(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).closest('input') !== null
    const act = isTyping || event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act || !stage.current) return
    act({ stage: stage.current, zoomBy: zoom.by, setZoom: zoom.set, step, page, pages: isPaper ? pages : 0, toPage })
    event.preventDefault()
  }
  return (
    <Box onKeyDown={onKeyDown} sx={{ display: 'flex', flexDirection: 'column', height: 1, minHeight: 0 }}>
      <ViewerBar
        titleId={titleId}
        file={file}
        position={at >= 0 && files.length > 1 ? { at, count: files.length } : null}
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
        onToggle={() => zoom.set((now) => toggled(now, natural, room))}
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

/** The whole becomes natural size, or twice as large where it is that already; anything else the whole. */
const toggled = (now: Zoom, natural: Size | null, room: Size): Zoom => {
  if (now !== 'page' || !natural) return 'page'
  const whole = Math.min(room.width / natural.width, room.height / natural.height)
  return Math.max(1, whole * 2)
}

interface KeyActs {
  stage: HTMLElement
  zoomBy: (factor: number) => void
  setZoom: (zoom: Zoom) => void
  step: (by: -1 | 1) => void
  page: number
  /** Pages to turn; 0 for a picture. */
  pages: number
  toPage: (number: number) => void
}

/** Sideways where there is more to see at the sides, else to the next file. */
const sideways =
  (by: -1 | 1) =>
  ({ stage, step }: KeyActs) => {
    if (scrollsSideways(stage)) stage.scrollBy({ left: by * 80 })
    else step(by)
  }

const turn =
  (by: -1 | 1) =>
  ({ stage, page, pages, toPage }: KeyActs) => {
    if (pages > 1) toPage(Math.min(pages, Math.max(1, page + by)))
    else stage.scrollBy({ top: by * stage.clientHeight * 0.9 })
  }

const keys: Readonly<Record<string, (acts: KeyActs) => void>> = {
  ArrowLeft: sideways(-1),
  ArrowRight: sideways(1),
  ArrowUp: ({ stage }) => stage.scrollBy({ top: -80 }),
  ArrowDown: ({ stage }) => stage.scrollBy({ top: 80 }),
  PageUp: turn(-1),
  PageDown: turn(1),
  Home: ({ stage, pages, toPage }) => (pages > 1 ? toPage(1) : stage.scrollTo({ top: 0, left: 0 })),
  End: ({ stage, pages, toPage }) => (pages > 1 ? toPage(pages) : stage.scrollTo({ top: stage.scrollHeight })),
  '+': ({ zoomBy }) => zoomBy(zoomStep),
  '=': ({ zoomBy }) => zoomBy(zoomStep),
  '-': ({ zoomBy }) => zoomBy(1 / zoomStep),
  '0': ({ setZoom }) => setZoom('page'),
}

/** The size of the stage, less its padding, while it changes. */
const useRoom = (stage: { current: HTMLElement | null }): Size => {
  const [room, setRoom] = useState<Size>({ width: 800, height: 600 })
  useEffect(() => {
    const frame = stage.current
    if (!frame) return undefined
    const measure = () => {
      // Without its scroll bars, which come and go with the zoom.
      const [width, height] = [frame.offsetWidth - padding, frame.offsetHeight - padding]
      if (width > 0 && height > 0)
        setRoom((now) => (now.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    // Where nothing is laid out, nothing changes its size.
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
