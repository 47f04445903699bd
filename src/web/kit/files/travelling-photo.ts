import type { Area } from '#shared/kit/area.ts'
import { http } from '#web/providers/http.ts'

/** Maximum pixels of the longer side of an uploaded photo. */
const maxSide = 2048

/** Prepares a photo for upload: a JPEG, upright, reduced, and without metadata such as place and time. */
export const travelling = async (photo: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!jpeg) throw new Error('The browser could not encode the photo as JPEG.')
  return jpeg
}

/** Attaches a photo to a record, visible to both sides. Requests with the same key attach it once. Throws HttpError. */
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
