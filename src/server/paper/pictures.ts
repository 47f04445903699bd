import type { Sheet } from './items'

/**
 * Converts the pictures of sheets for embedding in PDF: PNG on white of at most 400 pixels, which is more than a printer
 * shows at the size of a figure. Unreadable pictures have no entry, so their boxes stay empty.
 */
export const embeddable = async (sheets: readonly Sheet[]): Promise<ReadonlyMap<Uint8Array, Buffer>> => {
  const files = new Set(sheets.flatMap((sheet) => sheet.flatMap((item) => ('picture' in item ? [item.picture] : []))))
  const pictures = new Map<Uint8Array, Buffer>()
  if (files.size === 0) return pictures
  // Loaded only for papers with pictures, which are few.
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
