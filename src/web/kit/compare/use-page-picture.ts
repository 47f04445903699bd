import { useEffect, useState } from 'react'
import { drawPage, openPdf, type PdfPaper, pdfScale } from '#web/kit/files/pdf-library.ts'

/** Pixels of the longer side of a drawn page, as many as the portal's own pictures of first pages have. */
const longerSide = 2000

/**
 * The address of a picture of a page of a PDF, drawn in the browser; the portal keeps a picture of first pages alone.
 * Null while it is being drawn. Without `url` nothing is drawn.
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
    const draw = async () => {
      const loaded = await (await paper).getPage(page)
      if (isOver) return
      const { width, height } = loaded.getViewport({ scale: pdfScale })
      const canvas = document.createElement('canvas')
      const drawing = drawPage(loaded, canvas, longerSide / Math.max(width, height) / devicePixelRatio)
      cancel = drawing.cancel
      await drawing.done
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      if (isOver) return
      if (!blob) throw new Error('no picture')
      src = URL.createObjectURL(blob)
      setDrawn(src)
      setBroken(null)
    }
    draw().catch(() => {
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

/** The paper, opened when it is first looked into. */
const usePaper = (url: string | null) => {
  const [paper, setPaper] = useState<Promise<PdfPaper> | null>(null)
  useEffect(() => {
    if (!url) return undefined
    const { paper: opening, close } = openPdf(url)
    setPaper(opening)
    return () => {
      setPaper(null)
      close()
    }
  }, [url])
  return paper
}
