import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

export type PdfPaper = PDFDocumentProxy
export type PdfPage = PDFPageProxy

/**
 * Loads PDF.js with its first use, and opens the paper at an address or with these bytes; `close` ends what is under way
 * and frees its memory.
 */
export const openPdf = (source: string | Uint8Array): { paper: Promise<PdfPaper>; close: () => void } => {
  let isClosed = false
  let end: (() => Promise<void>) | undefined
  const paper = (async () => {
    // The build for browsers of the last years; phones are older than the newest one asks for.
    const [pdfjs, { default: worker }] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
    ])
    pdfjs.GlobalWorkerOptions.workerSrc = worker
    const base = `/assets/pdfjs-${pdfjs.version}`
    const task = pdfjs.getDocument({
      ...(typeof source === 'string' ? { url: source } : { data: source }),
      // Errors alone: what it repairs in a file is no concern of the page.
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      // Papers from China often name the system's fonts instead of bringing their own.
      cMapUrl: `${base}/cmaps/`,
      standardFontDataUrl: `${base}/standard_fonts/`,
      wasmUrl: `${base}/wasm/`,
      // Pages that nobody looks at are not fetched.
      disableAutoFetch: true,
      disableStream: true,
      enableXfa: false,
    })
    end = () => task.destroy()
    if (isClosed) await end()
    return task.promise
  })()
  paper.catch(() => {})
  return {
    paper,
    close: () => {
      isClosed = true
      void end?.()
    },
  }
}

/** The text of the first pages of a paper, `most` characters at most. */
export const pdfText = async (bytes: Uint8Array, most: number): Promise<string> => {
  const { paper, close } = openPdf(bytes)
  try {
    const opened = await paper
    let text = ''
    for (let number = 1; number <= opened.numPages && text.length < most; number += 1) {
      const { items } = await (await opened.getPage(number)).getTextContent()
      text += `${items.map((item) => ('str' in item ? item.str : '')).join(' ')}\n`
    }
    return text.slice(0, most)
  } finally {
    close()
  }
}

/** Pixels of a canvas that phones can draw. */
const mostPixels = 16_000_000

/** Draws a page on a canvas as large as it is shown; `cancel` ends the drawing. */
export const drawPage = (page: PdfPage, canvas: HTMLCanvasElement, scale: number) => {
  const size = page.getViewport({ scale: scale * pdfScale })
  const sharp = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (size.width * size.height)))
  const viewport = page.getViewport({ scale: scale * pdfScale * sharp })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  return { done: task.promise, cancel: () => task.cancel() }
}

/** CSS pixels of a point. */
export const pdfScale = 96 / 72
