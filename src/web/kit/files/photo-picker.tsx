import CloseRounded from '@mui/icons-material/CloseRounded'
import PhotoCameraRounded from '@mui/icons-material/PhotoCameraRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { t } from '#web/i18n.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { travelling } from './travelling-photo'

/**
 * Picks photos from camera or gallery and shows them as removable thumbnails. They are prepared for upload at once:
 * rotated upright, reduced, and stripped of metadata such as the location.
 */
export function PhotoPicker({ photos, onChange, label = t('files.add_photo'), hint }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(photos)
  latest.current = photos
  const addPhotos = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const taken = [...(target.files ?? [])]
    target.value = ''
    for (const photo of taken) {
      const prepared = await travelling(photo).catch(() => null)
      if (!prepared) notify({ tone: 'danger', text: t('files.photo_unreadable', { name: photo.name }) })
      else if (latest.current.length < maxPhotos) {
        const name = `${photo.name.replace(/\.[^.]{1,5}$/, '')}.jpg`
        latest.current = [...latest.current, new File([prepared], name, { type: 'image/jpeg' })]
        onChange(latest.current)
      }
    }
  }
  return (
    <Box>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-label={label}
        tabIndex={-1}
        style={visuallyHidden}
        onChange={(event) => void addPhotos(event)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          variant="outlined"
          startIcon={<PhotoCameraRounded />}
          disabled={photos.length >= maxPhotos}
          onClick={() => input.current?.click()}
          sx={{ minHeight: 44 }}
        >
          {label}
        </Button>
        {photos.map((photo, index) => (
          <Thumb
            key={`${photo.name} ${photo.lastModified} ${photo.size}`}
            photo={photo}
            onRemove={() => onChange(photos.filter((_, position) => position !== index))}
          />
        ))}
      </Box>
      {hint && photos.length > 0 && <Box sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>{hint}</Box>}
    </Box>
  )
}

interface Props {
  photos: readonly File[]
  onChange: (photos: readonly File[]) => void
  label?: string
  hint?: string
}

function Thumb({ photo, onRemove }: { photo: File; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [photo])
  return (
    <Box sx={{ position: 'relative', width: 64, height: 64 }}>
      {address && (
        <img
          src={address}
          alt={photo.name}
          style={{ width: 64, height: 64, objectFit: 'cover', borderRadius: 8, display: 'block' }}
        />
      )}
      <IconButton
        size="small"
        aria-label={t('files.remove_photo', { name: photo.name })}
        onClick={onRemove}
        sx={{
          position: 'absolute',
          top: -8,
          right: -8,
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          '&:hover': { bgcolor: 'background.paper' },
        }}
      >
        <CloseRounded sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  )
}

/** Maximum number of photos. */
const maxPhotos = 6
