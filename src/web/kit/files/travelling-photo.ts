import type { Area } from '#shared/kit/area.ts'
import { http } from '#web/providers/http.ts'

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

/** Attaches a photo to a record, for both sides; the same under one key is attached once. Throws HttpError. */
export const sendPhoto = async (area: Area, record: number, photo: File, idempotencyKey?: string): Promise<void> => {
  const form = new FormData()
  form.append('area', area.name)
  form.append('record', String(record))
  form.append('visibility', 'shared')
  form.append('files', photo)
  const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}
  // No timeout: uploads over slow connections take minutes.
  await http.post('/api/files', form, { timeout: 0, headers })
}
