import CloseRounded from '@mui/icons-material/CloseRounded'
import PhotoCameraRounded from '@mui/icons-material/PhotoCameraRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useEffect, useId, useRef, useState } from 'react'
import { hidden } from '#web/fields/hidden.ts'
import { screenText } from '../texts'

/** Photos from camera or gallery, as thumbnails that can be removed. */
export function Photos({ photos, onChange }: { photos: readonly File[]; onChange: (photos: readonly File[]) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-label={screenText('photo')}
        tabIndex={-1}
        style={hidden}
        onChange={({ target }) => {
          onChange([...photos, ...(target.files ?? [])].slice(0, most))
          target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          variant="outlined"
          startIcon={<PhotoCameraRounded />}
          disabled={photos.length >= most}
          onClick={() => input.current?.click()}
          sx={{ minHeight: 44 }}
        >
          {screenText('photo')}
        </Button>
        {photos.map((photo, index) => (
          <Thumb
            key={`${photo.name} ${photo.lastModified} ${photo.size}`}
            photo={photo}
            onRemove={() => onChange(photos.filter((_, at) => at !== index))}
          />
        ))}
      </Box>
      {photos.length > 0 && (
        <Box sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>{screenText('photo_hint')}</Box>
      )}
    </Box>
  )
}

function Thumb({ photo, onRemove }: { photo: File; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
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
        aria-label={screenText('photo_off', { name: photo.name })}
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

/** Maximum number of photos of a report. */
const most = 6
