import { useEffect, useState } from 'react'
import { drawPage, openPdf, type PdfPaper, pdfScale } from '#web/kit/files/pdf-library.ts'

/** Pixels of the longer side of a rendered page, the same as of the server's pictures of first pages. */
const longerSide = 2000

/**
 * Renders a page of a PDF in the browser, as the server has pictures of first pages only. `src` is the picture's
 * address, null while it is being rendered. Without `url` nothing is rendered.
 */
export const usePagePicture = (url: string | null, page: number): { src: string | null; isBroken: boolean } => {
  const paper = usePaper(url)
  const [drawn, setDrawn] = useState<string | null>(null)
  const [broken, setBroken] = useState<number | null>(null)
  useEffect(() => {
    if (!paper || !url) return undefined
    let isOver = false
    let src = ''
    let cancel = () => {}
    const renderPage = async () => {
      const loaded = await (await paper).getPage(page)
      if (isOver) return
      const { width, height } = loaded.getViewport({ scale: pdfScale })
      const canvas = document.createElement('canvas')
      const drawing = drawPage(loaded, canvas, longerSide / Math.max(width, height) / devicePixelRatio)
      cancel = drawing.cancel
      await drawing.done
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      if (isOver) return
      if (!blob) throw new Error('The canvas could not encode the page as a picture.')
      src = URL.createObjectURL(blob)
      setDrawn(src)
      setBroken(null)
    }
    renderPage().catch(() => {
      if (!isOver) setBroken(page)
    })
    return () => {
      isOver = true
      cancel()
      if (src) URL.revokeObjectURL(src)
      setDrawn(null)
    }
  }, [paper, url, page])
  return { src: drawn, isBroken: broken === page }
}

/** Opens the PDF at `url` on first use, and closes it when the address changes. */
const usePaper = (url: string | null) => {
  const [paper, setPaper] = useState<Promise<PdfPaper> | null>(null)
  useEffect(() => {
    if (!url) return undefined
    const { paper: opened, close } = openPdf(url)
    setPaper(opened)
    return () => {
      setPaper(null)
      close()
    }
  }, [url])
  return paper
}
