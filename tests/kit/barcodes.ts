import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Symbology } from '#shared/trade/print-sheet.ts'

/** What a scanner makes of a picture: kind and text of each code, from above. */
export type ScannedCode = [symbology: Symbology | string, value: string]

/** Reads the barcodes of a drawing, as a scanner of 300 dots an inch sees it. */
export const scanSvg = async (svg: Buffer): Promise<ScannedCode[]> => {
  const { data, info } = await sharp(svg, { density: dots })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return scan(data, info.width, info.height)
}

/** Reads the barcodes of each page of a PDF. */
export const scanPdf = async (file: Buffer): Promise<ScannedCode[][]> => {
  const library = await PDFiumLibrary.init()
  const paper = await library.loadDocument(file)
  const pages: ScannedCode[][] = []
  for (let at = 0; at < paper.getPageCount(); at += 1) {
    const { data, width, height } = await paper.getPage(at).render({ scale: dots / 72 })
    pages.push(await scan(Buffer.from(data), width, height))
  }
  paper.destroy()
  library.destroy()
  return pages
}

const dots = 300

const scan = async (data: Buffer, width: number, height: number): Promise<ScannedCode[]> => {
  // The decoder would otherwise be fetched over the network.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
  const codes = await readBarcodes(
    { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as ImageData,
    {
      tryHarder: true,
      tryRotate: false,
      tryInvert: false,
      formats: ['EAN13', 'ITF', 'Code128', 'QRCode'],
    },
  )
  return codes
    .filter(({ isValid }) => isValid)
    .toSorted((a, b) => a.position.topLeft.y - b.position.topLeft.y)
    .map(({ format, text }) => [symbologyOf[format] ?? format, text])
}

const symbologyOf: Record<string, Symbology | undefined> = {
  EAN13: 'ean13',
  'EAN-13': 'ean13',
  ITF: 'itf14',
  ITF14: 'itf14',
  'ITF-14': 'itf14',
  Code128: 'code128',
  QRCode: 'qrcode',
}
