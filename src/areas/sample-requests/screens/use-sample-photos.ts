import { useRef, useState } from 'react'
import { sendPhoto } from '#web/kit/files/travelling-photo.ts'
import { HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { sampleRequests as area } from '../area'
import { screenText } from './texts'

/** The photos of each sample in a parcel. Each photo is uploaded once, even when sending the parcel is repeated. */
export const useSamplePhotos = () => {
  const [bySample, setBySample] = useState<ReadonlyMap<number, readonly File[]>>(new Map())
  const uploads = useRef(new WeakMap<File, { key: string; isSent: boolean }>())
  const photosOf = (id: number) => bySample.get(id) ?? noPhotos
  /** Uploads the photos of these samples. Returns false, and notifies the user, when an upload fails. */
  const send = async (ids: readonly number[]): Promise<boolean> => {
    for (const id of ids)
      for (const photo of photosOf(id)) {
        const upload = uploads.current.get(photo) ?? { key: freshKey(), isSent: false }
        uploads.current.set(photo, upload)
        if (upload.isSent) continue
        try {
          await sendPhoto(area, id, photo, upload.key)
          upload.isSent = true
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          notify({ tone: 'danger', text: screenText('photo_failed', { name: photo.name, why: error.message }) })
          return false
        }
      }
    return true
  }
  return {
    photosOf,
    isChosen: [...bySample.values()].some((photos) => photos.length > 0),
    setPhotos: (id: number, files: readonly File[]) => setBySample((now) => new Map([...now, [id, files]])),
    send,
  }
}

const noPhotos: readonly File[] = []
