/** Pixels of the longer side of a photo that travels. */
const longest = 2048

/** A photo as it travels: upright, smaller, and without what the camera notes about place and time. */
export const travelling = async (photo: Blob): Promise<Blob> => {
  const drawn = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longest / Math.max(drawn.width, drawn.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(drawn.width * scale))
  canvas.height = Math.max(1, Math.round(drawn.height * scale))
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  if (!jpeg) throw new Error('the browser wrote no JPEG')
  return jpeg
}
