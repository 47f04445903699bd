import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

export type PdfPaper = PDFDocumentProxy
export type PdfPage = PDFPageProxy

/**
 * Opens a PDF from an address or from bytes; PDF.js is loaded on first use. `close` aborts loading and frees memory.
 */
export const openPdf = (source: string | Uint8Array): { paper: Promise<PdfPaper>; close: () => void } => {
  let isClosed = false
  let destroy: (() => Promise<void>) | undefined
  const paper = (async () => {
    // The legacy build, as the modern one requires newer browsers than many phones have.
    const [pdfjs, { default: worker }] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
    ])
    pdfjs.GlobalWorkerOptions.workerSrc = worker
    const base = `/assets/pdfjs-${pdfjs.version}`
    const task = pdfjs.getDocument({
      ...(typeof source === 'string' ? { url: source } : { data: source }),
      // No warnings about defects that PDF.js repairs.
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      // PDFs from China often refer to system fonts instead of embedding theirs.
      cMapUrl: `${base}/cmaps/`,
      standardFontDataUrl: `${base}/standard_fonts/`,
      wasmUrl: `${base}/wasm/`,
      // Only the pages that are viewed are fetched.
      disableAutoFetch: true,
      disableStream: true,
      enableXfa: false,
    })
    destroy = () => task.destroy()
    if (isClosed) await destroy()
    return task.promise
  })()
  paper.catch(() => {})
  return {
    paper,
    close: () => {
      isClosed = true
      void destroy?.()
    },
  }
}

/** The first `maxCharacters` characters of a PDF's text. */
export const pdfText = async (bytes: Uint8Array, maxCharacters: number): Promise<string> => {
  const { paper, close } = openPdf(bytes)
  try {
    const pdf = await paper
    let text = ''
    for (let number = 1; number <= pdf.numPages && text.length < maxCharacters; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      text += `${items.map((item) => ('str' in item ? item.str : '')).join(' ')}\n`
    }
    return text.slice(0, maxCharacters)
  } finally {
    close()
  }
}

/** Maximum pixels of a canvas that phones support. */
const maxPixels = 16_000_000

/** Renders a page to a canvas at the resolution of the screen; `cancel` aborts it. */
export const drawPage = (page: PdfPage, canvas: HTMLCanvasElement, scale: number) => {
  const size = page.getViewport({ scale: scale * pdfScale })
  const pixelRatio = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (size.width * size.height)))
  const viewport = page.getViewport({ scale: scale * pdfScale * pixelRatio })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  return { done: task.promise, cancel: () => task.cancel() }
}

/** CSS pixels per point. */
export const pdfScale = 96 / 72
