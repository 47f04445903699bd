import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { smallLimits } from '#shared/trade/pictures.ts'
import { t } from '#web/i18n.ts'
import { useRefreshHistory } from '#web/kit/record/use-history.ts'
import { api, http } from '#web/providers/http.ts'

/** Loads the pictures of a record from `path`; `take` caches the response of a write. */
export const usePictures = <A,>(area: Area, id: number, path: string) => {
  const client = useQueryClient()
  const refreshHistory = useRefreshHistory(area)
  const queryKey = [area.name, path, id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<A>('GET', `${area.name}/${id}/${path}`, { signal }),
    // The signed addresses expire.
    refetchInterval: 10 * 60_000,
  })
  const take = (response: A) => {
    client.setQueryData(queryKey, response)
    void client.invalidateQueries({ queryKey: [area.name, 'covers'] })
    refreshHistory()
  }
  return { data, take }
}

/**
 * Uploads pictures with their thumbnails. Throws HttpError, or an Error with a text for the reader if a file is no
 * raster picture.
 */
export const sendPictures = async <A,>(area: Area, id: number, path: string, pictures: readonly File[]): Promise<A> => {
  const form = new FormData()
  for (const picture of pictures) {
    const thumb = await thumbOf(picture)
    form.append('files', picture)
    form.append('files', thumb, thumb.type === 'image/webp' ? 'small.webp' : 'small.png')
  }
  const { data } = await http.post<A>(`/api/${area.name}/${id}/${path}`, form, {
    // Large pictures take long on slow connections.
    timeout: 0,
  })
  return data
}

/** A button that opens the file chooser for pictures. */
export function ChoosePictures({ label, multiple, disabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={kinds.join()}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        variant="outlined"
        disabled={disabled}
        startIcon={<AddPhotoAlternateOutlined />}
        sx={{ minHeight: { xs: 44, sm: 36 } }}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

interface Props {
  label: string
  multiple?: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

const kinds = ['image/jpeg', 'image/png', 'image/webp']

/** The error for a file that is no raster picture. Vector graphics are refused, as they may contain scripts. */
const notAPicture = ({ name }: File) => new Error(t('site.images.not_picture', { name }))

/** A thumbnail of the picture for lists, as WebP, or as PNG in browsers that cannot encode WebP. */
const thumbOf = async (picture: File): Promise<Blob> => {
  if (picture.type === 'image/svg+xml') throw notAPicture(picture)
  const drawn = await createImageBitmap(picture).catch(() => {
    throw notAPicture(picture)
  })
  const scale = Math.min(1, smallLimits.pixels / Math.max(drawn.width, drawn.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(drawn.width * scale))
  canvas.height = Math.max(1, Math.round(drawn.height * scale))
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.82))
  if (!blob) throw notAPicture(picture)
  return blob
}
