import type { Sheet } from './layout'

/**
 * The pictures of the sheets as PDF can embed them, by their files: PNG on white, of at most 400 pixels, which is more
 * than a printer shows at the size of a figure. One that cannot be read is absent, and its place stays empty.
 */
export const embeddable = async (sheets: readonly Sheet[]): Promise<ReadonlyMap<Uint8Array, Buffer>> => {
  const files = new Set(sheets.flatMap((sheet) => sheet.flatMap((item) => ('picture' in item ? [item.picture] : []))))
  const pictures = new Map<Uint8Array, Buffer>()
  if (files.size === 0) return pictures
  // Loaded for papers that have pictures, which few have.
  const { default: sharp } = await import('sharp')
  for (const file of files) {
    const png = await sharp(file)
      .resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
      .catch(() => null)
    if (png) pictures.set(file, png)
  }
  return pictures
}

const mostPixels = 400
