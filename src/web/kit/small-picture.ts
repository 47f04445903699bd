import { articleImageLimits } from '../../shared/article-images'

const { pixels } = articleImageLimits

/** A file that is no picture. */
export class NoPicture extends Error {}

/** The picture in the size of a list; browsers that write no WebP write PNG. */
export const thumbOf = async (picture: File): Promise<Blob> => {
  const drawn = await createImageBitmap(picture).catch(() => {
    throw new NoPicture(picture.name)
  })
  const scale = Math.min(1, pixels / Math.max(drawn.width, drawn.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(drawn.width * scale))
  canvas.height = Math.max(1, Math.round(drawn.height * scale))
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.82))
  if (!blob) throw new NoPicture(picture.name)
  return blob
}
